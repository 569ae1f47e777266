//! Who is here and which tables there are: one registry behind one lock, held for short sections
//! in which nothing is awaited. What happens at a table is the table's.

mod attendance;
mod census;
mod making;
mod registry;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{
    Code, MessageId, PROTOCOL, Phase, PlayerIdentity, ServerMessage, TableSummary, encode,
};

use crate::clock::Clock;
use crate::config::{Ending, Limits};
use crate::journal::{Journal, StoredPlayer};
use crate::limits::addresses::Misses;
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::players::{Admitted, ConnectionNumber, PlayerId, TokenHash, Visit};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::table::{Newcomer, TableHandle};
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
    journal: Journal,
    metrics: Metrics,
    clock: Clock,
    limits: Limits,
    ending: Ending,
    stop: CancellationToken,
    tables: TaskTracker,
}

/// A `hello` that holds.
#[derive(Clone, Debug)]
pub(crate) struct Hello {
    /// The name in its normal form.
    pub(crate) name: PlayerName,
    /// What the client takes for its token.
    pub(crate) token: Option<String>,
    /// What the client calls its message.
    pub(crate) re: Option<MessageId>,
}

impl Lobby {
    /// A lobby without players and tables.
    pub(crate) fn new(limits: Limits, ending: Ending, clock: Clock, journal: Journal) -> Self {
        Self(Arc::new(Shared {
            registry: Mutex::default(),
            journal,
            metrics: Metrics::default(),
            clock,
            limits,
            ending,
            stop: CancellationToken::new(),
            tables: TaskTracker::new(),
        }))
    }

    /// Lets a connection in: tells it `welcome`, and, where its player has a seat, the `match`.
    /// An older connection of the same player is closed. May be cancelled: then the connection is gone.
    pub(crate) async fn greet(&self, hello: Hello, misses: Misses, outbox: Outbox) -> Session {
        let now_ms = self.now_ms();
        let admitted = self
            .registry()
            .admit(hello.token.as_deref(), &outbox, now_ms);
        let who = Newcomer {
            player: admitted.player,
            token: admitted.token.hash(),
            name: hello.name.clone(),
            connection: admitted.connection,
        };
        let mut session = Session::new(self.clone(), who, outbox.clone(), misses);
        self.remember(admitted.player, admitted.token.hash());
        if admitted.is_new && self.0.journal.is_durable() {
            // Who is told a token can come back with it, unless the disk is too slow for that.
            let _ = tokio::time::timeout(TOKEN_TIMEOUT, self.0.journal.flush()).await;
        }
        let table = admitted.seated.and_then(|code| self.find(code));
        if let Some(table) = table {
            let welcome = self.welcome(&admitted, &hello, Some(table.code()));
            session.come_back(table, welcome).await;
        }
        if !session.is_at_table() {
            outbox.push(self.welcome(&admitted, &hello, None));
        }
        session
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

    /// What is counted.
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
        if let Some(options) = registry.players.unqueue(player, connection) {
            registry.queue.leave(&options, player);
        }
    }

    /// A connection is gone.
    pub(crate) fn disconnect(&self, who: &Newcomer) {
        let now_ms = self.now_ms();
        let mut registry = self.registry();
        let queued = registry
            .players
            .disconnect(who.player, who.connection, now_ms);
        if let Some(options) = queued {
            registry.queue.leave(&options, who.player);
        }
        drop(registry);
        self.remember(who.player, who.token);
    }

    /// Keeps a player who was here just now, so that it can come back without a seat too.
    fn remember(&self, player: PlayerId, token: TokenHash) {
        self.0.journal.remember(StoredPlayer {
            token,
            player,
            used_at: OffsetDateTime::now_utc().unix_timestamp(),
        });
    }

    /// Notes that a connection goes to a table, into a seat or to watch: only if it is still its
    /// player's, and its player has no seat that it doesn't give up. So an older connection's late
    /// wish seats nobody, and nobody has two seats.
    ///
    /// # Errors
    /// Says why not.
    pub(crate) fn claim(&self, visit: Visit, seat_at: Option<Code>) -> Result<(), Refusal> {
        let mut registry = self.registry();
        registry.players.may_move(visit)?;
        registry.place(visit, seat_at, None);
        Ok(())
    }

    /// Notes that a player has given up its seat.
    pub(crate) fn unseat(&self, player: PlayerId, code: Code) {
        let now_ms = self.now_ms();
        self.registry().players.unseat(player, code, now_ms);
    }

    /// Forgets a table and the seats of these players at it.
    pub(crate) fn remove(&self, code: Code, players: &[PlayerId]) {
        let now_ms = self.now_ms();
        let mut registry = self.registry();
        registry.tables.remove(&code);
        for &player in players {
            registry.players.unseat(player, code, now_ms);
        }
    }

    fn welcome(&self, admitted: &Admitted, hello: &Hello, seated: Option<Code>) -> Utf8Bytes {
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            player: PlayerIdentity {
                id: admitted.player.to_string(),
                name: hello.name.to_string(),
            },
            token: admitted.token.as_str().into(),
            server: env!("CARGO_PKG_VERSION").into(),
            durable: self.0.journal.is_durable(),
            seated,
        };
        encode(&welcome, hello.re.as_ref()).into()
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0
            .registry
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
