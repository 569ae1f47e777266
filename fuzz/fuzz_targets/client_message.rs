//! The text of a client: nothing in it stops the reader, and what is a message stays the same message
//! when it is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use versus2048_protocol::wire::{
    ClientMessage, ErrorCode, MessageId, Received, ServerMessage, encode,
};

fuzz_target!(|text: &str| {
    let received = Received::parse(text);
    if let Some(id) = &received.id {
        comes_back(id);
    }
    match received.message {
        Ok(message) => stays_the_same(message),
        Err(error) => assert!(matches!(
            error.code(),
            ErrorCode::BadJson | ErrorCode::BadMessage
        )),
    }
});

fn stays_the_same(message: ClientMessage) {
    let value = serde_json::to_value(&message).expect("a message has string keys");
    if has_fraction(&value) {
        // Its last digit may change. No field of the contract takes one.
        return;
    }
    let text = value.to_string();
    let again = Received::parse(&text);
    assert_eq!(again.message, Ok(message), "{text}");
}

/// An answer is JSON whatever the question was called, and calls it the same.
fn comes_back(id: &MessageId) {
    let answer = encode(&ServerMessage::Pong { t: 0 }, Some(id));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let expected = match id {
        MessageId::Text(text) => json!(text),
        MessageId::Number(number) => json!(number),
    };
    assert_eq!(answer["re"], expected);
}

fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(values) => values.iter().any(has_fraction),
        Value::Object(fields) => fields.values().any(has_fraction),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}
