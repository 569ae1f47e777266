//! What the journal keeps, as it is written: open tables, matches, their events and results, and
//! players. Rules never change for what is kept, so each row has the number of its format.

use serde::{Deserialize, Serialize};
use uuid::Uuid;
use versus2048_protocol::game::{Bounds, BySeat, Event};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::replay::{ReplayPlayer, ReplayResult};
use versus2048_protocol::rules::{Options, Secret};
use versus2048_protocol::wire::{Code, Series};

use crate::identity::{PlayerId, TokenHash};

/// One thing to write.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Write {
    /// The table as it is now, in the place of what was kept of it.
    Table(Box<StoredTable>),
    /// The table is closed: nothing of it is kept but its matches.
    TableClosed(Code),
    /// The players of the match that begins; stands before its first event.
    Match(Box<StoredMatch>),
    /// An event of the table's match.
    Event {
        /// Its place among the events of the match, 1 for the first.
        seq: u64,
        /// What happened.
        event: Event,
    },
    /// How the table's match has ended; stands behind its last event.
    Result(Box<StoredResult>),
}

/// The maker of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MadeBy {
    /// The player in seat 0.
    Creator,
    /// The queue, for both players.
    Queue,
}

/// An open table. Who is ready, present or watching is not kept: after a restart nobody is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredTable {
    /// Its code.
    pub(crate) code: Code,
    /// The options of its matches.
    pub(crate) options: Options,
    /// Whether it is told in lists.
    pub(crate) is_listed: bool,
    /// Who has made it.
    pub(crate) made_by: MadeBy,
    /// Who has the seats.
    pub(crate) seats: BySeat<Option<StoredSeat>>,
    /// The matches before the current one.
    pub(crate) finished: Series,
    /// The current match.
    pub(crate) game: StoredGame,
}

/// Who has a seat. It comes back by its token, whatever else is known of the player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredSeat {
    /// The player.
    pub(crate) player: PlayerId,
    /// The hash of its token.
    pub(crate) token: TokenHash,
    /// The name of the seat.
    pub(crate) name: PlayerName,
}

/// What a match is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    /// Its id.
    pub(crate) id: Uuid,
    /// What its tiles follow from.
    pub(crate) secret: Secret,
    /// What it may not exceed.
    pub(crate) bounds: Bounds,
}

/// A match that has begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredMatch {
    /// The code of its table.
    pub(crate) code: Code,
    /// Its options.
    pub(crate) options: Options,
    /// What it is made with.
    pub(crate) game: StoredGame,
    /// Whether it is told to those who don't know its id.
    pub(crate) is_listed: bool,
    /// Who plays.
    pub(crate) players: BySeat<ReplayPlayer>,
    /// When its countdown has run out, in Unix milliseconds: for display only.
    pub(crate) starts_at: i64,
}

/// A match that has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredResult {
    /// How it ended.
    pub(crate) result: ReplayResult,
    /// The time of day of the end, in Unix milliseconds: for display and for forgetting old matches.
    pub(crate) ended_at: i64,
    /// As in the match.
    pub(crate) is_listed: bool,
    /// As in the match.
    pub(crate) players: BySeat<PlayerId>,
}

/// What is kept of a server that has stopped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    /// The open tables, each with the events of its match.
    pub(crate) tables: Vec<(StoredTable, Vec<Event>)>,
    /// Those who can come back without a seat.
    pub(crate) players: Vec<StoredPlayer>,
}

/// A player who can come back without a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredPlayer {
    /// The hash of its token.
    pub(crate) token: TokenHash,
    /// Who.
    pub(crate) player: PlayerId,
    /// When its token was last used, in Unix seconds.
    pub(crate) used_at: i64,
}
