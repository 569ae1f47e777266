//! From text to message and back.
//!
//! serde's derive for tagged enums takes arrays for objects, and its maps take the last of two equal
//! names. So a client's text is read in steps: objects of raw values without double names, then values,
//! then the message.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::wire::distinct::Fields;
use crate::wire::plain_move::PlainMove;
use crate::wire::{ClientMessage, ErrorCode, MAX_WHOLE, ServerMessage};

/// The most bytes of an `id` that is a string.
pub const MAX_ID_BYTES: usize = 64;

/// Room for an `re` with a number or a short string.
const RE_BYTES: usize = 32;

/// The id that a client has given its message; the reply repeats it as `re`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MessageId {
    /// A string of at most 64 bytes.
    Text(String),
    /// A whole number to 2^53 - 1.
    Number(u64),
}

/// A client's text, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    /// The id of the message, if it could be read.
    pub id: Option<MessageId>,
    /// The message, or why the text is not one.
    pub message: Result<ClientMessage, ParseError>,
}

/// Why a text is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Not JSON at all.
    #[error("the text is not JSON: a message is one JSON object")]
    NotJson,
    /// JSON, but no message of the contract.
    #[error("the message is not understood: {0}")]
    NotMessage(String),
}

impl ParseError {
    /// The error code of the reply.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::NotJson => ErrorCode::BadJson,
            Self::NotMessage(_) => ErrorCode::BadMessage,
        }
    }
}

impl Received {
    /// Reads the text of one frame.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if let Some(PlainMove { id, message }) = PlainMove::parse(text) {
            return Self {
                id: id.map(MessageId::Number),
                message: Ok(message),
            };
        }
        Self::parse_any(text)
    }

    /// Reads the text of one frame without the fast path for moves.
    fn parse_any(text: &str) -> Self {
        Self::read(text).unwrap_or_else(|error| Self {
            id: None,
            message: Err(error),
        })
    }

    /// Fails where not even the id can be read.
    fn read(text: &str) -> Result<Self, ParseError> {
        let mut fields = read_fields(text)?;
        let id = fields.remove("id").unwrap_or_default();
        Ok(Self {
            id: MessageId::from_json(id)?,
            message: read_message(fields),
        })
    }
}

impl MessageId {
    fn from_json(value: Value) -> Result<Option<Self>, ParseError> {
        let number = value.as_u64().filter(|&number| number <= MAX_WHOLE);
        match (value, number) {
            (Value::Null, _) => Ok(None),
            (Value::String(text), _) if text.len() <= MAX_ID_BYTES => Ok(Some(Self::Text(text))),
            (_, Some(number)) => Ok(Some(Self::Number(number))),
            _ => Err(ParseError::NotMessage(format!(
                "id is a string of at most {MAX_ID_BYTES} bytes or a whole number from 0 to 2^53-1"
            ))),
        }
    }
}

impl Serialize for MessageId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_u64(*number),
        }
    }
}

/// The text of a message; a reply carries the id of its request as `re`.
#[must_use]
pub fn encode(message: &ServerMessage, re: Option<&MessageId>) -> String {
    let text = to_json(message);
    match re {
        Some(re) => splice_re(&text, re),
        None => text,
    }
}

/// Adds `re` to an encoded message, so that a message to many receivers is encoded once.
#[must_use]
pub fn splice_re(body: &str, re: &MessageId) -> String {
    let open = body.strip_suffix('}').unwrap_or(body);
    let mut text = String::with_capacity(body.len() + RE_BYTES);
    text.push_str(open);
    text.push_str(",\"re\":");
    text.push_str(&to_json(re));
    text.push('}');
    text
}

/// Reads a message of the server; one that is not known is [`ServerMessage::Unknown`].
///
/// # Errors
/// Says where the text is not as the contract says.
pub fn decode_server(text: &str) -> Result<ServerMessage, serde_json::Error> {
    serde_json::from_str(text)
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("messages have string keys and no failing parts")
}

fn read_fields(text: &str) -> Result<Map<String, Value>, ParseError> {
    let fields = serde_json::from_str::<Fields<'_>>(text).and_then(Fields::read);
    fields.map_err(|error| {
        let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
        if is_json {
            ParseError::NotMessage(error.to_string())
        } else {
            ParseError::NotJson
        }
    })
}

fn read_message(fields: Map<String, Value>) -> Result<ClientMessage, ParseError> {
    ClientMessage::deserialize(Value::Object(fields))
        .map_err(|error| ParseError::NotMessage(error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};

    use super::Received;
    use crate::wire::plain_move::PlainMove;

    /// Moves in many spellings, some of them wrong.
    fn moves() -> impl Strategy<Value = String> {
        let fields = prop::sample::select(vec![
            r#""type":"move""#,
            r#""type": "move""#,
            r#""type":{"move":null}"#,
            r#""type":"m\u006fve""#,
            r#""type":"ping""#,
            r#""turn":0"#,
            r#""turn":512"#,
            r#""turn":-0"#,
            r#""turn":1.0"#,
            r#""turn":01"#,
            r#""turn":9007199254740991"#,
            r#""turn":9007199254740992"#,
            r#""turn":18446744073709551616"#,
            r#""turn":null"#,
            r#""dir":"left""#,
            r#""dir" :"up" "#,
            r#""dir":{"left":null}"#,
            r#""dir":"Left""#,
            r#""id":7"#,
            r#""id":"a""#,
            r#""id":null"#,
            r#""id":9007199254740992"#,
            r#""id":[1,{"a":1,"a":2}]"#,
            r#""x":"move""#,
        ]);
        let some = prop::collection::vec(fields, 0..3);
        let usual = prop::sample::subsequence(
            vec![
                r#""type":"move""#,
                r#""turn":3"#,
                r#""dir":"down""#,
                r#""id":12"#,
            ],
            2..=4,
        )
        .prop_shuffle();
        (usual, some).prop_map(|(usual, some)| format!("{{{}}}", [usual, some].concat().join(",")))
    }

    /// A text with one character put in, taken out or replaced.
    fn changed(text: &str, place: usize, character: Option<char>, keeps: bool) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let place = place % (characters.len() + 1);
        let end = characters.len().min(place + usize::from(!keeps));
        characters.splice(place..end, character);
        characters.into_iter().collect()
    }

    #[track_caller]
    fn always(values: impl Strategy<Value = String>) {
        let result = TestRunner::new(Config::with_cases(4000)).run(&values, |text| {
            prop_assert_eq!(
                Received::parse(&text),
                Received::parse_any(&text),
                "{}",
                text
            );
            Ok(())
        });
        if let Err(error) = result {
            panic!("{error}");
        }
    }

    #[test]
    fn the_fast_path_reads_moves_as_the_general_parser_does() {
        always(moves());
        let character = prop::option::of(prop_oneof![
            prop::sample::select(
                " \t\n\u{a0}{}[],:\"\\\\/-+.019eE_amu"
                    .chars()
                    .collect::<Vec<_>>()
            ),
            any::<char>(),
        ]);
        let changes = (moves(), any::<usize>(), character, any::<bool>());
        always(
            changes.prop_map(|(text, place, character, keeps)| {
                changed(&text, place, character, keeps)
            }),
        );
        always(Just(r#"["move",0,"left",1]"#.to_owned()));
    }

    #[test]
    fn usual_moves_take_the_fast_path() {
        for text in [
            r#"{"type":"move","turn":0,"dir":"left"}"#,
            r#"{"type":"move","turn":12,"dir":"up","id":7}"#,
            r#"{"id": 7, "dir": "right", "turn": 12, "type": "move"}"#,
        ] {
            assert!(PlainMove::parse(text).is_some(), "{text}");
        }
        let named = r#"{"type":"move","turn":12,"dir":"up","id":"a"}"#;
        assert!(PlainMove::parse(named).is_none());
    }
}
