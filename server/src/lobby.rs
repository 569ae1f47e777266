//! Who is here and which tables there are.

use serde_json::Value;
use uuid::Uuid;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{MessageId, TableSummary};

use crate::clock::Clock;
use crate::journal::Journal;
use crate::limits::addresses::Misses;
use crate::outbox::Outbox;
use crate::session::Session;

/// The durations and bounds of tables; `Default` has the contract's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableLimits {
    /// How long a seat may be absent, in milliseconds.
    pub(crate) forfeit_after_ms: u64,
    /// How long a table may be in `waiting`, in milliseconds.
    pub(crate) waiting_timeout_ms: u64,
    /// How long a table may be in `ready`, in milliseconds.
    pub(crate) ready_timeout_ms: u64,
    /// How long a table may be in `over`, in milliseconds.
    pub(crate) over_timeout_ms: u64,
    /// The longest match, in milliseconds.
    pub(crate) max_match_ms: u64,
    /// The most tables.
    pub(crate) max_tables: usize,
    /// The most messages that wait for one reader; what a table holds back stays below it.
    pub(crate) outbox_messages: usize,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self {
            forfeit_after_ms: 45_000,
            waiting_timeout_ms: 1_800_000,
            ready_timeout_ms: 60_000,
            over_timeout_ms: 300_000,
            max_match_ms: 24 * 60 * 60 * 1000,
            max_tables: 5_000,
            outbox_messages: 64,
        }
    }
}

/// Every player and every table; clones are the same lobby.
#[derive(Clone, Debug)]
pub(crate) struct Lobby {}

/// A `hello` whose fields are right.
#[derive(Clone, Debug)]
pub(crate) struct Greeting {
    /// The name in its normal form.
    pub(crate) name: PlayerName,
    /// What the client takes for its token.
    pub(crate) token: Option<String>,
    /// What the client calls its `hello`.
    pub(crate) re: Option<MessageId>,
    /// What its address may still guess: one is taken for each `join` or `watch` of an unknown code.
    pub(crate) misses: Misses,
}

/// What is known of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReplayLookup {
    /// The finished match, as the JSON of its replay.
    Found(axum::extract::ws::Utf8Bytes),
    /// The match is not over yet.
    Playing,
    /// Nothing is kept under this id.
    Unknown,
}

impl Lobby {
    /// A lobby without players and tables.
    pub(crate) fn new(limits: TableLimits, clock: Clock, journal: Journal) -> Self {
        let _ = (limits, clock, journal);
        Self {}
    }

    /// Lets a connection in: tells it `welcome`, and, where its player has a seat, the `match`.
    /// An older connection of the same player is closed.
    pub(crate) async fn greet(&self, greeting: Greeting, outbox: Outbox) -> Session {
        let _ = (greeting, outbox);
        Session {}
    }

    /// The listed tables that are not over, at most 50, those that wait first, newest first.
    pub(crate) fn list(&self) -> Vec<TableSummary> {
        Vec::new()
    }

    /// A replay by the id of its match.
    pub(crate) fn replay(&self, id: Uuid) -> ReplayLookup {
        let _ = id;
        ReplayLookup::Unknown
    }

    /// The newest finished matches of listed tables, without their moves; those of one player, where
    /// its id is given.
    pub(crate) fn replays(&self, player: Option<&str>, limit: usize) -> Vec<Value> {
        let _ = (player, limit);
        Vec::new()
    }

    /// Whether new tables are made.
    pub(crate) fn is_open(&self) -> bool {
        true
    }

    /// Closes every table (`closed`, `shutdown`) and comes back when the last one has ended and the
    /// journal has written everything. Connections stay open: they are the caller's.
    pub(crate) async fn shutdown(&self) {}
}
