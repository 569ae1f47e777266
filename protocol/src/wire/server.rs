//! Messages of the server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Rejection, Seat, Status};
use crate::rules::{Board, Direction, Options, Spawn};
use crate::wire::{Code, Emote, MatchOver, Snapshot, TableSummary};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// The version of the protocol that is spoken.
        protocol: u64,
        /// The identity of the receiver.
        player: PlayerIdentity,
        /// The token with which the same player returns.
        token: String,
        /// The version of the server.
        server: String,
        /// Whether the server stores moves on disk before it sends them, so that they survive a crash.
        durable: bool,
        /// The code of the table where the receiver has a seat.
        seated: Option<Code>,
    },
    /// Says what was wrong with a message and what would be right.
    Error {
        /// The kind of error.
        code: ErrorCode,
        /// One English sentence.
        message: String,
        /// With `already_seated`: the code of the table of that seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Code>,
    },
    /// The whole state of a table.
    Match(Box<Snapshot>),
    /// A move was made.
    Board(BoardUpdate),
    /// A move was rejected and changed nothing.
    Rejected {
        /// The `turn` of the move.
        turn: u64,
        /// The `dir` of the move.
        dir: Direction,
        /// The reason for the rejection.
        reason: RejectedReason,
    },
    /// The receiver is in the queue for an opponent.
    Queued {
        /// The complete options.
        options: Options,
    },
    /// The receiver has left the queue.
    Unqueued {},
    /// A seat has disconnected or reconnected.
    Presence {
        /// The seat.
        seat: Seat,
        /// Whether the seat is connected.
        connected: bool,
        /// The time until an absent seat loses, in milliseconds; null where absence costs nothing.
        forfeit_in_ms: Option<u64>,
    },
    /// The number of spectators has changed.
    Audience {
        /// The number of spectators.
        watching: u32,
    },
    /// A seat offers another match.
    RematchOffered {
        /// The seat.
        seat: Seat,
    },
    /// The receiver has left the table.
    Left {
        /// The code of the table.
        code: Code,
    },
    /// A seat has sent an emote.
    Emote {
        /// The seat.
        seat: Seat,
        /// The emote.
        kind: Emote,
    },
    /// The listed tables that are not over.
    Matches {
        /// At most 50 tables: those that wait come first, the newest first among them.
        matches: Vec<TableSummary>,
    },
    /// Answers `ping`.
    Pong {
        /// The `t` of the ping.
        t: u64,
    },
    /// The match is over.
    Over(MatchOver),
    /// The table has closed.
    Closed {
        /// The code of the table.
        code: Code,
        /// The reason for closing.
        reason: ClosedReason,
    },
    /// A message of a newer server, to be ignored.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl ServerMessage {
    /// An error that names no table.
    #[must_use]
    pub fn error(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::Error {
            code,
            message: message.into(),
            table: None,
        }
    }
}

/// The identity of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerIdentity {
    /// The id of the player; not secret.
    pub id: String,
    /// The name in its normal form.
    pub name: String,
}

/// A board after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardUpdate {
    /// The seat of the board.
    pub seat: Seat,
    /// The number of moves made on it.
    pub turn: u32,
    /// Tile values, top row first, 0 for an empty cell.
    pub rows: Board,
    /// Its score.
    pub score: u64,
    /// Whether the board has reached the target, is stuck or still plays.
    pub status: Status,
    /// The effects of the move.
    pub moved: Moved,
    /// Match time at which the move was taken, in milliseconds.
    pub at_ms: u64,
}

/// The effects of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Where the tiles slid to.
    pub dir: Direction,
    /// The sum of the tiles that merges made.
    pub gained: u64,
    /// The new tile.
    pub spawn: Spawn,
}

/// Why a move is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectedReason {
    /// More moves than the rate allows.
    RateLimited,
    /// The server can't write its journal now; try again.
    Unavailable,
    /// Before the start, paused, or after the end.
    NotPlaying,
    /// No move is possible on the board.
    Stuck,
    /// `turn` is not the number of moves made on the board.
    Stale,
    /// The move would change nothing.
    NoChange,
}

impl RejectedReason {
    /// Every reason, in the order in which the server checks them.
    pub const ALL: [Self; 6] = [
        Self::RateLimited,
        Self::Unavailable,
        Self::NotPlaying,
        Self::Stuck,
        Self::Stale,
        Self::NoChange,
    ];
}

impl From<Rejection> for RejectedReason {
    fn from(rejection: Rejection) -> Self {
        match rejection {
            Rejection::NotPlaying => Self::NotPlaying,
            Rejection::Stuck => Self::Stuck,
            Rejection::Stale => Self::Stale,
            Rejection::NoChange => Self::NoChange,
        }
    }
}

/// Why a table has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedReason {
    /// A seat left it.
    Left,
    /// Not both were ready in time.
    NotReady,
    /// Nothing happened for too long.
    Idle,
    /// The server stops.
    Shutdown,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The text is not JSON.
    BadJson,
    /// The JSON is no message of the contract.
    BadMessage,
    /// Another message came before `hello`.
    HelloRequired,
    /// The server does not speak this version of the protocol.
    UnsupportedProtocol,
    /// The name breaks a rule.
    NameInvalid,
    /// No table has the code.
    NoSuchMatch,
    /// Both seats are taken.
    MatchFull,
    /// The table has no spectators.
    NotWatchable,
    /// The player has a seat in a match that is not over.
    AlreadySeated,
    /// The player has no seat, or looks at no table.
    NotSeated,
    /// The phase of the table does not allow this.
    WrongPhase,
    /// An option has a wrong value.
    OptionsInvalid,
    /// More than the limits allow.
    RateLimited,
    /// The server can't write its journal now; try again.
    Unavailable,
    /// The server has as many tables as it takes.
    ServerFull,
    /// The server stops.
    ShuttingDown,
    /// The server has made an error.
    Internal,
}

impl ErrorCode {
    /// Every code, in the order of the contract.
    pub const ALL: [Self; 17] = [
        Self::BadJson,
        Self::BadMessage,
        Self::HelloRequired,
        Self::UnsupportedProtocol,
        Self::NameInvalid,
        Self::NoSuchMatch,
        Self::MatchFull,
        Self::NotWatchable,
        Self::AlreadySeated,
        Self::NotSeated,
        Self::WrongPhase,
        Self::OptionsInvalid,
        Self::RateLimited,
        Self::Unavailable,
        Self::ServerFull,
        Self::ShuttingDown,
        Self::Internal,
    ];
}
