//! The matches played at a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BySeat;

/// The matches played at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// How many matches have begun.
    pub game: u32,
    /// How many each seat has won.
    pub wins: BySeat<u32>,
    /// How many nobody won, without aborted ones.
    pub draws: u32,
}
