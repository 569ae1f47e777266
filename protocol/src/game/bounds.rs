//! The bounds that end every match.

use serde::{Deserialize, Serialize};

/// The bounds of a match; past them it ends as `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The longest match time, in milliseconds.
    pub match_ms: u64,
    /// The most moves on one board.
    pub moves: u32,
}

impl Default for Bounds {
    /// 24 hours and 100 000 moves a board, as the contract says.
    fn default() -> Self {
        Self {
            match_ms: 24 * 60 * 60 * 1000,
            moves: 100_000,
        }
    }
}
