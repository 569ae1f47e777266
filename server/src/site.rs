//! The state that all requests of a server share.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use versus2048_protocol::wire::CloseCode;

use crate::clock::Clock;
use crate::config::{Config, Ending, Limits, Network, Origin};
use crate::journal::Health;
use crate::limits::addresses::AddressBook;
use crate::lobby::Lobby;
use crate::metrics::LogDrops;

/// The shared state; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Knows the players and the tables.
    pub(crate) lobby: Lobby,
    /// Counts what addresses do.
    pub(crate) addresses: AddressBook,
    /// Tells the time.
    pub(crate) clock: Clock,
    /// What peers may do.
    pub(crate) limits: Limits,
    /// Origins whose pages may connect, beside the server's own.
    pub(crate) allowed_origins: Arc<[Origin]>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub(crate) trusted_proxies: Arc<[Network]>,
    /// Counts the lines of the log that are lost.
    pub(crate) log_drops: LogDrops,
    /// The code that connections are closed with when the server stops.
    pub(crate) farewell: CloseCode,
    /// Cancelled when no more players are taken.
    pub(crate) draining: CancellationToken,
    /// Cancelled when connections have to close after the messages that wait.
    pub(crate) stopping: CancellationToken,
    /// Cancelled when connections have to end at once; cancels `stopping` too.
    pub(crate) abandon: CancellationToken,
}

impl Site {
    /// A site that takes players.
    pub(crate) fn new(config: &Config, lobby: Lobby, clock: Clock) -> Self {
        let abandon = CancellationToken::new();
        Self {
            lobby,
            addresses: AddressBook::new(config.limits),
            clock,
            limits: config.limits,
            allowed_origins: config.allowed_origins.as_slice().into(),
            trusted_proxies: config.trusted_proxies.as_slice().into(),
            log_drops: LogDrops::default(),
            farewell: match config.ending {
                Ending::Restart => CloseCode::Restart,
                Ending::ForGood => CloseCode::Done,
            },
            draining: CancellationToken::new(),
            stopping: abandon.child_token(),
            abandon,
        }
    }

    /// Whether new players are taken.
    pub(crate) fn takes_players(&self) -> bool {
        !self.draining.is_cancelled() && self.lobby.is_open()
    }

    /// Why the server is not ready for new players, if it is not; players who are connected may stay.
    pub(crate) fn why_not_ready(&self) -> Option<String> {
        if !self.takes_players() {
            return Some("the server is stopping".into());
        }
        match &*self.lobby.journal().health().borrow() {
            Health::Healthy => None,
            Health::Failing { trouble, .. } => {
                Some(format!("the journal can't be written: {trouble}"))
            }
        }
    }
}
