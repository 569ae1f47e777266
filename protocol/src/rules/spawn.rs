//! The new tile of a move.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A new tile and its place, rows and columns from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Spawn {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub col: u8,
    /// 2 or 4.
    pub value: u64,
}
