//! A fast path for the most frequent message, a `move` in its usual form.
//!
//! The fast path accepts a part of what the general parser accepts. It returns nothing for any other
//! text, which the general parser then reads.

use serde::Deserialize;

use crate::wire::{ClientMessage, MAX_WHOLE};

/// A `move` message whose id, if it has one, is a number.
pub(super) struct PlainMove {
    /// The id of the message.
    pub(super) id: Option<u64>,
    /// The move.
    pub(super) message: ClientMessage,
}

impl PlainMove {
    /// Reads a move, or returns nothing where the general parser has to read the text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        // A derived struct would accept an array, and other messages are not worth an attempt.
        if !text.starts_with('{') || !text.contains("\"move\"") {
            return None;
        }
        let fields: Fields<'_> = serde_json::from_str(text).ok()?;
        let numbers = [fields.turn, fields.id.unwrap_or(0)];
        if fields.kind != "move" || numbers.into_iter().any(|number| number > MAX_WHOLE) {
            return None;
        }
        Some(Self {
            id: fields.id,
            message: ClientMessage::Move {
                turn: fields.turn,
                dir: fields.dir.parse().ok()?,
            },
        })
    }
}

/// An unknown field, a duplicate field or a string with an escape sequence is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    turn: u64,
    dir: &'a str,
    id: Option<u64>,
}
