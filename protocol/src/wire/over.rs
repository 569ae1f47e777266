//! The end of a match, as the table announces it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::{BySeat, Outcome, Reason, Seat};
use crate::rules::{Nonce, Secret, Seed};
use crate::wire::Series;

/// The outcome of a match, and what proves its tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchOver {
    /// The match.
    pub id: Uuid,
    /// The winner, null where nobody has won.
    pub winner: Option<Seat>,
    /// The rule that ended the match.
    pub reason: Reason,
    /// Both final scores.
    pub scores: BySeat<u64>,
    /// The matches played at the table, this one included.
    pub series: Series,
    /// The secret behind the commitment.
    pub secret: Secret,
    /// The nonces of both seats.
    pub nonces: BySeat<Nonce>,
    /// The seed, from which all tiles follow.
    pub seed: Seed,
}

impl MatchOver {
    /// The winner and the rule that ended the match.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome {
            winner: self.winner,
            reason: self.reason,
        }
    }
}
