//! The whole state of a table, and its entry in a list.

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
    /// The id of the match, which is also the id of its replay.
    pub id: Uuid,
    /// The phase of the table.
    pub phase: Phase,
    /// The complete options.
    pub options: Options,
    /// The receiver's seat, null for a spectator.
    pub you: Option<Seat>,
    /// The players of the seats, null for a free seat.
    pub players: BySeat<Option<Player>>,
    /// Both boards, null before the first countdown.
    pub boards: Option<BySeat<BoardView>>,
    /// SHA-256 of the secret that all tiles follow from.
    pub commitment: Commitment,
    /// The rest of the countdown, in milliseconds.
    pub starts_in_ms: Option<u64>,
    /// Match time, in milliseconds.
    pub elapsed_ms: u64,
    /// The rest of the time limit, in milliseconds.
    pub remaining_ms: Option<u64>,
    /// The time until a table in `waiting`, `ready` or `over` closes, in milliseconds.
    pub closes_in_ms: Option<u64>,
    /// The matches played at the table.
    pub series: Series,
    /// The number of spectators.
    pub watching: u32,
    /// The `over` message of a match that has ended.
    pub result: Option<MatchOver>,
}

/// The phases of a table.
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

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// The id of the player.
    pub id: String,
    /// The name of the seat.
    pub name: String,
    /// Whether a human or a bot plays.
    pub kind: PlayerKind,
    /// Whether the player is connected.
    pub connected: bool,
    /// Whether the player is ready for the match.
    pub ready: bool,
    /// Whether the player offers a rematch.
    pub rematch: bool,
    /// The time until an absent player loses, in milliseconds; null where the player is connected or
    /// absence costs nothing.
    pub forfeit_in_ms: Option<u64>,
}

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person, or a program that somebody runs.
    Human,
    /// A bot of the server.
    Bot,
}

/// A board as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// The number of moves made on it.
    pub turn: u32,
    /// Tile values, top row first, 0 for an empty cell.
    pub rows: Board,
    /// Its score.
    pub score: u64,
    /// Whether the board has reached the target, is stuck or still plays.
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
    /// The phase of the table.
    pub phase: Phase,
    /// The names of the seats, null for a free one.
    pub names: BySeat<Option<String>>,
    /// The complete options.
    pub options: Options,
    /// The number of spectators.
    pub watching: u32,
}
