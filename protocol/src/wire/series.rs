//! The matches played at a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::BySeat;

/// The matches played at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// The number of matches that have begun.
    pub game: u32,
    /// The number of matches that each seat has won.
    pub wins: BySeat<u32>,
    /// The number of draws; aborted matches do not count.
    pub draws: u32,
}
