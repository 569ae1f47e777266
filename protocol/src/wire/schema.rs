//! The JSON Schema of every message, made from the types that are spoken.

use schemars::schema_for;
use serde_json::{Value, json};

use crate::wire::received::MAX_ID_BYTES;
use crate::wire::{ClientMessage, MAX_WHOLE, ServerMessage};

/// Both directions, each as a JSON Schema (draft 2020-12).
#[must_use]
pub fn schema() -> Value {
    let mut schema =
        json!({ "client": schema_for!(ClientMessage), "server": schema_for!(ServerMessage) });
    let id = json!({
        "description": "Whatever the client calls its message; the answer carries it back as `re`.",
        "anyOf": [
            { "type": "string", "maxLength": MAX_ID_BYTES },
            { "type": "integer", "minimum": 0, "maximum": MAX_WHOLE },
            { "type": "null" },
        ],
    });
    add_to_each(&mut schema["client"], "id", &id);
    add_to_each(&mut schema["server"], "re", &id);
    schema
}

/// Adds an optional field to each message of one direction.
fn add_to_each(direction: &mut Value, field: &str, schema: &Value) {
    let messages = direction["oneOf"].as_array_mut();
    for message in messages.into_iter().flatten() {
        message["properties"][field] = schema.clone();
    }
}
