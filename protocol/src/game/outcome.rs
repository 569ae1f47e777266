//! How a match ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::seat::Seat;

/// Who won, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The seat that won, null for a draw or where nobody wins.
    pub winner: Option<Seat>,
    /// Which rule ended the match.
    pub reason: Reason,
}

/// The rule that ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The winner's board reached the target.
    Target,
    /// Both boards are stuck; the higher score wins.
    Stuck,
    /// One board is stuck and the other has the higher score.
    Outscored,
    /// The time is over; the higher score wins.
    Time,
    /// A seat gave up.
    Resigned,
    /// A seat was away for too long.
    Abandoned,
    /// It ended before either seat had moved, or both were away: nobody wins.
    Aborted,
}

impl Reason {
    /// The name that travels in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::Stuck => "stuck",
            Self::Outscored => "outscored",
            Self::Time => "time",
            Self::Resigned => "resigned",
            Self::Abandoned => "abandoned",
            Self::Aborted => "aborted",
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
