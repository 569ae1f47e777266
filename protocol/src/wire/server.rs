//! What the server says.

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
        /// Who the receiver is.
        player: PlayerIdentity,
        /// The secret with which the same player comes back.
        token: String,
        /// The version of the server.
        server: String,
        /// Whether what is told survives a crash.
        durable: bool,
        /// The table where the receiver holds a seat.
        seated: Option<Code>,
    },
    /// Says what was wrong with a message and what would be right.
    Error {
        /// What kind of error.
        code: ErrorCode,
        /// One English sentence.
        message: String,
        /// With `already_seated`: where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Code>,
    },
    /// The whole state of a table.
    Match(Box<Snapshot>),
    /// A move was made.
    Board(BoardUpdate),
    /// A move was refused and has changed nothing.
    Rejected {
        /// As in the move.
        turn: u64,
        /// As in the move.
        dir: Direction,
        /// Why.
        reason: RejectedReason,
    },
    /// The receiver waits for somebody who wants the same.
    Queued {
        /// The complete options.
        options: Options,
    },
    /// The receiver waits no longer.
    Unqueued {},
    /// A seat went or came back.
    Presence {
        /// Which.
        seat: Seat,
        /// Whether it is here.
        connected: bool,
        /// When an absent seat loses, in milliseconds; null where absence costs nothing.
        forfeit_in_ms: Option<u64>,
    },
    /// The number of spectators has changed.
    Audience {
        /// How many watch.
        watching: u32,
    },
    /// A seat offers another match.
    RematchOffered {
        /// Which.
        seat: Seat,
    },
    /// The receiver has left the table.
    Left {
        /// Which.
        code: Code,
    },
    /// A seat says something.
    Emote {
        /// Which.
        seat: Seat,
        /// What.
        kind: Emote,
    },
    /// The listed tables that are not over.
    Matches {
        /// At most 50, those that wait first, newest first.
        matches: Vec<TableSummary>,
    },
    /// Answers `ping`.
    Pong {
        /// As in the ping.
        t: u64,
    },
    /// The match is over.
    Over(MatchOver),
    /// The table is gone.
    Closed {
        /// Which.
        code: Code,
        /// Why.
        reason: ClosedReason,
    },
    /// A message of a newer server, to be ignored.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl ServerMessage {
    /// An error that no table belongs to.
    #[must_use]
    pub fn error(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::Error {
            code,
            message: message.into(),
            table: None,
        }
    }
}

/// Who a player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerIdentity {
    /// Tells players apart; not secret.
    pub id: String,
    /// The name in its normal form.
    pub name: String,
}

/// A board after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardUpdate {
    /// Whose board.
    pub seat: Seat,
    /// The number of moves made on it.
    pub turn: u32,
    /// Tile values, top row first, 0 for an empty cell.
    pub rows: Board,
    /// Its score.
    pub score: u64,
    /// Whether it has won, is stuck or plays on.
    pub status: Status,
    /// What the move did.
    pub moved: Moved,
    /// Match time at which the move was taken, in milliseconds.
    pub at_ms: u64,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Where the tiles slid to.
    pub dir: Direction,
    /// The sum of the tiles that merges made.
    pub gained: u64,
    /// The new tile.
    pub spawn: Spawn,
}

/// Why a move is refused.
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
    /// `turn` is not the board's.
    Stale,
    /// The move would change nothing.
    NoChange,
}

impl RejectedReason {
    /// Every reason, in the order in which they are looked for.
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

/// Why a table is gone.
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

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The text is not JSON.
    BadJson,
    /// The JSON is no message of the contract.
    BadMessage,
    /// Something came before `hello`.
    HelloRequired,
    /// A version of the protocol that is not spoken here.
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
    /// This is not possible in this phase.
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
    /// The server's fault.
    Internal,
}
