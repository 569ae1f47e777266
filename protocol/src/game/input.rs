//! The inputs of a match.

use crate::game::seat::{BySeat, Seat};
use crate::rules::{Direction, Nonce};

/// A request that the shell asks a match to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Both seats are ready, with these nonces.
    Begin {
        /// The nonces that the seats chose, empty where a seat chose none.
        nonces: BySeat<Nonce>,
    },
    /// A seat moves.
    Move {
        /// The seat that moves.
        seat: Seat,
        /// The number of moves made on the seat's board, as the mover expects it.
        turn: u64,
        /// Where the tiles slide to.
        dir: Direction,
    },
    /// A seat resigns.
    Resign {
        /// The seat that resigns.
        seat: Seat,
    },
    /// The allowance of an absent seat has run out while the other is here.
    Forfeit {
        /// The absent seat.
        seat: Seat,
    },
    /// The allowance of an absent seat has run out while the other is absent too.
    Abort,
    /// The match was interrupted: it stands still at the match time of its last move.
    Pause,
    /// Both seats are back after an interruption.
    Resume,
}
