//! A short way through the most frequent message of all, a move in plain spelling.
//!
//! It takes less than the general way and never more: whatever is unusual is left to that.

use serde::Deserialize;

use crate::wire::{ClientMessage, MAX_WHOLE};

/// A move and its id, read where each value is spelt plainly.
pub(super) struct PlainMove {
    /// What the client calls it.
    pub(super) id: Option<u64>,
    /// The move.
    pub(super) message: ClientMessage,
}

impl PlainMove {
    /// Reads a move, or nothing where the general way has to look.
    pub(super) fn parse(text: &str) -> Option<Self> {
        // Another message is told by a search, and derived structs take arrays for objects.
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

/// A field that is unknown or stands twice is an error, and so is a string with an escape.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    turn: u64,
    dir: &'a str,
    id: Option<u64>,
}
