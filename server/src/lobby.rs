//! All players and tables: one registry behind one lock, held for short sections
//! in which nothing is awaited. What happens at a table is the table's.

mod attendance;
mod census;
mod making;
mod registry;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{Code, Phase, TableSummary};

use crate::clock::Clock;
use crate::config::{Ending, Limits};
use crate::identity::{Client, ConnectionNumber, PlayerId, TokenHash};
use crate::journal::{Journal, StoredPlayer};
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::players::{Admitted, Players};
use crate::table::TableHandle;
pub(crate) use census::Census;
pub(crate) use making::{Queued, Wish};
use registry::{Entry, Registry};

/// How long a new player waits for the token to be kept.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(1);
/// The most tables that a list has.
const MAX_LISTED: usize = 50;

/// Every player and every table; clones are the same lobby.
#[derive(Clone, Debug)]
pub(crate) struct Lobby(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    registry: Mutex<Registry>,
    players: Players,
    journal: Journal,
    metrics: Metrics,
    clock: Clock,
    limits: Limits,
    ending: Ending,
    stop: CancellationToken,
    tables: TaskTracker,
}

impl Lobby {
    /// A lobby without players and tables.
    pub(crate) fn new(limits: Limits, ending: Ending, clock: Clock, journal: Journal) -> Self {
        Self(Arc::new(Shared {
            registry: Mutex::default(),
            players: Players::default(),
            journal,
            metrics: Metrics::default(),
            clock,
            limits,
            ending,
            stop: CancellationToken::new(),
            tables: TaskTracker::new(),
        }))
    }

    /// Lets a connection in; an older one of the same player is closed. A new player is kept before it
    /// is told its token, so that it can come back with it, unless the disk is too slow for that.
    pub(crate) async fn admit(&self, token: Option<&str>, outbox: Outbox) -> Admitted {
        let now_ms = self.now_ms();
        let mut admitted = self.0.players.admit(token, outbox, now_ms);
        if let Some(options) = admitted.queued.take() {
            self.registry().queue.leave(&options, admitted.player);
        }
        self.remember(admitted.player, admitted.token.hash());
        let journal = &self.0.journal;
        if admitted.is_new && journal.is_durable() && journal.health().borrow().is_healthy() {
            let _ = tokio::time::timeout(TOKEN_TIMEOUT, journal.flush()).await;
        }
        admitted
    }

    /// The listed tables that are not over, at most 50, those that wait first, newest first.
    pub(crate) fn list(&self) -> Vec<TableSummary> {
        let registry = self.registry();
        let entries = registry.tables.values();
        let listed = entries.filter(|entry| entry.opened.published.borrow().is_listed);
        let mut listed: Vec<&Entry> = listed.collect();
        listed.sort_by_cached_key(|entry| {
            let phase = entry.opened.published.borrow().summary.phase;
            (phase != Phase::Waiting, Reverse(entry.made))
        });
        let shown = listed.into_iter().take(MAX_LISTED);
        shown
            .map(|entry| entry.opened.published.borrow().summary.clone())
            .collect()
    }

    /// The server's counters.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Keeps everything that happens.
    pub(crate) fn journal(&self) -> &Journal {
        &self.0.journal
    }

    /// Whether new tables are made.
    pub(crate) fn is_open(&self) -> bool {
        !self.registry().is_stopping
    }

    /// Ends every table, and closes it (`closed`, `shutdown`) unless it comes back with the server;
    /// comes back itself when the last one has ended and the journal has written everything.
    /// Connections stay open: they are the caller's.
    pub(crate) async fn shutdown(&self) {
        self.registry().is_stopping = true;
        self.0.stop.cancel();
        self.0.tables.close();
        self.0.tables.wait().await;
        self.0.journal.flush().await;
    }

    /// Whether a match is played at a table now.
    pub(crate) fn plays(&self, game: Uuid) -> bool {
        let registry = self.registry();
        let mut entries = registry.tables.values();
        entries.any(|entry| entry.opened.published.borrow().game == game)
    }

    /// The time by the server's clock.
    pub(crate) fn now_ms(&self) -> u64 {
        self.0.clock.now_ms()
    }

    /// The table that has a code.
    pub(crate) fn find(&self, code: Code) -> Option<TableHandle> {
        let registry = self.registry();
        Some(registry.tables.get(&code)?.opened.handle.clone())
    }

    /// Lets a player wait no longer.
    pub(crate) fn unqueue(&self, player: PlayerId, connection: ConnectionNumber) {
        let mut registry = self.registry();
        if let Some(options) = self.0.players.unqueue(player, connection) {
            registry.queue.leave(&options, player);
        }
    }

    /// Takes a player out of the queue who has gone to a table.
    pub(crate) fn leave_queue(&self, player: PlayerId, options: &Options) {
        self.registry().queue.leave(options, player);
    }

    /// A connection is gone.
    pub(crate) fn disconnect(&self, client: &Client) {
        if let Some(options) = self.0.players.disconnect(client, self.now_ms()) {
            self.leave_queue(client.player, &options);
        }
        self.remember(client.player, client.token);
    }

    /// Keeps a player who was here just now, so that it can come back without a seat too.
    fn remember(&self, player: PlayerId, token: TokenHash) {
        self.0.journal.remember(StoredPlayer {
            token,
            player,
            used_at: OffsetDateTime::now_utc().unix_timestamp(),
        });
    }

    /// Whether matches outlive the server.
    pub(crate) fn is_durable(&self) -> bool {
        self.0.journal.is_durable()
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0
            .registry
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
