//! The JSON Schema of every message, made from the types that are spoken.

use schemars::schema_for;
use serde_json::{Value, json};

use crate::wire::{ClientMessage, ServerMessage};

/// Both directions, each as a JSON Schema (draft 2020-12).
#[must_use]
pub fn schema() -> Value {
    json!({ "client": schema_for!(ClientMessage), "server": schema_for!(ServerMessage) })
}
