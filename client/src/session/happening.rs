//! What just happened at a table.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{Emote, ErrorCode, RejectedReason};

use crate::saved_game::Unusable;

/// Something that happened, and when it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// What.
    pub what: Happening,
    /// When, by `model.now_ms`.
    pub at_ms: u64,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A seat was taken.
    Joined(Seat),
    /// A seat was left free again.
    LeftSeat(Seat),
    /// A seat is ready.
    Ready(Seat),
    /// The countdown runs.
    Countdown,
    /// Match time runs.
    Started,
    /// The match stands still until both are back.
    Paused,
    /// A move merged tiles.
    Merged {
        /// On whose board.
        seat: Seat,
        /// The sum of the tiles made.
        gained: u64,
        /// The largest tile on the board, where this move made it for the first time.
        new_best: Option<u64>,
    },
    /// A move merged nothing.
    Slid(Seat, Direction),
    /// The last move was taken back.
    TakenBack(Seat),
    /// A board is stuck while the match goes on.
    Stuck(Seat),
    /// A move of one's own was refused.
    Refused {
        /// On whose board.
        seat: Seat,
        /// Which way.
        dir: Direction,
        /// Why.
        reason: RejectedReason,
    },
    /// A move was wished for before the match has begun.
    NotYet(Seat),
    /// A key came faster than moves are sent.
    TooFast(Seat),
    /// A seat is away.
    Away(Seat),
    /// A seat is back.
    Back(Seat),
    /// A seat said something.
    Said(Seat, Emote),
    /// The number of spectators has changed.
    Watching(u32),
    /// A seat offers another match.
    RematchOffered(Seat),
    /// A game that was kept can't be gone on with, so another begins.
    GameAside(Unusable),
    /// One's own connection is back.
    Reconnected,
    /// The server refused something; its sentence is not clean.
    Error {
        /// What kind of error.
        code: ErrorCode,
        /// The server's own sentence.
        message: String,
    },
}
