//! The events of a match, from which its journal, its broadcast and its replay are made.

use serde::{Deserialize, Serialize};

use crate::game::outcome::Outcome;
use crate::game::seat::{BySeat, Seat};
use crate::rules::{Direction, Nonce, Spawn};

/// Something that happened to a match. Times named `at_ms` are match time; those named `_now_ms`
/// are readings of the shell's clock, which mean something only while that shell lives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Both seats were ready: the boards have their first tiles, the countdown runs.
    Begun {
        /// The nonces of the seats.
        nonces: BySeat<Nonce>,
        /// When the countdown has run out.
        start_now_ms: u64,
    },
    /// The countdown has run out: match time runs from here on.
    Started {
        /// When match time began to run.
        start_now_ms: u64,
    },
    /// A seat moved.
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// Where the tiles slid to.
        dir: Direction,
        /// The sum of the tiles that its merges made.
        gained: u64,
        /// The tile that appeared.
        spawn: Spawn,
        /// The match time at which the move was taken.
        at_ms: u64,
    },
    /// The match was interrupted and stands still at the match time of its last move.
    Paused,
    /// Both seats are back: a countdown runs again.
    Resumed {
        /// When the countdown has run out.
        start_now_ms: u64,
    },
    /// The match is over.
    Ended {
        /// The outcome.
        outcome: Outcome,
        /// The match time of the end.
        at_ms: u64,
    },
}
