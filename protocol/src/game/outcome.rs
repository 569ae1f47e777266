//! The outcome of a match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::board_state::{BoardState, Status};
use crate::game::seat::{BySeat, Seat};
use crate::rules::Options;

/// The winner, and the rule that ended the match.
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
    /// A seat resigned.
    Resigned,
    /// A seat was away for too long.
    Abandoned,
    /// It ended before either seat had moved, or both were away: nobody wins.
    Aborted,
}

impl Outcome {
    /// Nobody wins and nothing counts.
    pub(super) const ABORTED: Self = Self {
        winner: None,
        reason: Reason::Aborted,
    };
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

/// The outcome that two boards alone bring (rules 1 to 3 of the contract), if they do.
#[must_use]
pub fn outcome_by_boards(boards: &BySeat<BoardState>, options: &Options) -> Option<Outcome> {
    let status = boards.map(|board| board.status(options));
    let scores = boards.map(|board| board.score);
    if let Some(seat) = status.find(|&status| status == Status::Reached) {
        return Some(Outcome {
            winner: Some(seat),
            reason: Reason::Target,
        });
    }
    if status.both(|&status| status == Status::Stuck) {
        return Some(by_score(scores, Reason::Stuck));
    }
    let other = status.find(|&status| status == Status::Stuck)?.other();
    (scores[other] > scores[other.other()]).then_some(Outcome {
        winner: Some(other),
        reason: Reason::Outscored,
    })
}

/// The seat with the higher score wins, equal scores draw.
#[must_use]
pub fn by_score(scores: BySeat<u64>, reason: Reason) -> Outcome {
    let winner = match scores[Seat::Zero].cmp(&scores[Seat::One]) {
        std::cmp::Ordering::Greater => Some(Seat::Zero),
        std::cmp::Ordering::Less => Some(Seat::One),
        std::cmp::Ordering::Equal => None,
    };
    Outcome { winner, reason }
}
