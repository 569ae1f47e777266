//! How a match ended, as it is told to everybody at the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::{BySeat, Outcome, Reason, Seat};
use crate::rules::{Nonce, Secret, Seed};
use crate::wire::Series;

/// How a match ended, and what proves its tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MatchOver {
    /// The match.
    pub id: Uuid,
    /// Who won, null for nobody.
    pub winner: Option<Seat>,
    /// By which rule.
    pub reason: Reason,
    /// Both final scores.
    pub scores: BySeat<u64>,
    /// The matches played at the table, this one included.
    pub series: Series,
    /// The secret behind the commitment.
    pub secret: Secret,
    /// The nonces of both seats.
    pub nonces: BySeat<Nonce>,
    /// What all tiles follow from.
    pub seed: Seed,
}

impl MatchOver {
    /// Who won, and by which rule.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome {
            winner: self.winner,
            reason: self.reason,
        }
    }
}
