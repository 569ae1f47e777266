//! From text to message and back.
//!
//! serde's derive for tagged enums takes arrays for objects, and its maps take the last of two equal
//! names. So a client's text is read in steps: objects of raw values without double names, then values,
//! then the message.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::wire::distinct::Fields;
use crate::wire::{ClientMessage, ErrorCode, MAX_WHOLE, ServerMessage};

/// The most bytes of an `id` that is a string.
pub const MAX_ID_BYTES: usize = 64;

/// What a client calls its message; the answer carries it back as `re`.
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
    /// What the client calls it, where that could be read.
    pub id: Option<MessageId>,
    /// The message, or why it is none.
    pub message: Result<ClientMessage, ParseError>,
}

/// Why a text is no message.
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
    /// The code that the answer carries.
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

/// The text of a message, with what it answers where it answers something.
#[must_use]
pub fn encode(message: &ServerMessage, re: Option<&MessageId>) -> String {
    let text = to_json(message);
    match re {
        Some(re) => splice_re(&text, re),
        None => text,
    }
}

/// The same text with what it answers added to it, so that a body told to all is encoded once.
#[must_use]
pub fn splice_re(body: &str, re: &MessageId) -> String {
    let open = body.strip_suffix('}').unwrap_or(body);
    format!("{open},\"re\":{}}}", to_json(re))
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
