//! The whole state of a table, and what is told of it in lists.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::{BoardState, BySeat, Seat, Status};
use crate::rules::{Board, Commitment, Options};
use crate::wire::{Code, MatchOver, Series};

/// The whole state of a table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The table's code.
    pub code: Code,
    /// The match's id, under which its replay is kept.
    pub id: Uuid,
    /// How far the table is.
    pub phase: Phase,
    /// The complete options.
    pub options: Options,
    /// The receiver's seat, null for a spectator.
    pub you: Option<Seat>,
    /// Who has the seats, null for a free one.
    pub players: BySeat<Option<Player>>,
    /// Both boards, null before the first countdown.
    pub boards: Option<BySeat<BoardView>>,
    /// SHA-256 of the secret that all tiles follow from.
    pub commitment: Commitment,
    /// What is left of the countdown, in milliseconds.
    pub starts_in_ms: Option<u64>,
    /// Match time, in milliseconds.
    pub elapsed_ms: u64,
    /// What is left of the time limit, in milliseconds.
    pub remaining_ms: Option<u64>,
    /// What is left to a table in `waiting`, `ready` or `over`, in milliseconds.
    pub closes_in_ms: Option<u64>,
    /// The matches played at the table.
    pub series: Series,
    /// How many watch.
    pub watching: u32,
    /// What `over` said.
    pub result: Option<MatchOver>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A seat is free.
    Waiting,
    /// Both seats are taken, not both are ready.
    Ready,
    /// The boards are dealt, the match starts soon.
    Countdown,
    /// Match time runs.
    Playing,
    /// The server has restarted and a seat is not back yet.
    Paused,
    /// The match has ended.
    Over,
}

impl Phase {
    /// Every phase, in the order of the contract.
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Ready,
        Self::Countdown,
        Self::Playing,
        Self::Paused,
        Self::Over,
    ];
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// Tells players apart.
    pub id: String,
    /// The name of the seat.
    pub name: String,
    /// What plays.
    pub kind: PlayerKind,
    /// Whether the seat is here.
    pub connected: bool,
    /// Whether it is ready.
    pub ready: bool,
    /// Whether it offers another match.
    pub rematch: bool,
    /// When an absent seat loses, in milliseconds; null where it is here or absence costs nothing.
    pub forfeit_in_ms: Option<u64>,
}

/// What plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person, or a program that somebody runs.
    Human,
    /// A bot of the server.
    Bot,
}

/// One board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The number of moves made on it.
    pub turn: u32,
    /// Tile values, top row first, 0 for an empty cell.
    pub rows: Board,
    /// Its score.
    pub score: u64,
    /// Whether it has won, is stuck or plays on.
    pub status: Status,
}

impl BoardView {
    /// What a viewer sees of a board in play.
    #[must_use]
    pub fn new(state: &BoardState, options: &Options) -> Self {
        Self {
            turn: state.turn,
            rows: state.board,
            score: state.score,
            status: state.status(options),
        }
    }
}

/// A listed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSummary {
    /// The table's code.
    pub code: Code,
    /// How far it is.
    pub phase: Phase,
    /// The names of the seats, null for a free one.
    pub names: BySeat<Option<String>>,
    /// The complete options.
    pub options: Options,
    /// How many watch.
    pub watching: u32,
}
