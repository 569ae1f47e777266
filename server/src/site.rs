//! What every request of a server shares.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use versus2048_protocol::wire::CloseCode;

use crate::clock::Clock;
use crate::config::{Config, Ending, Limits, Network, Origin};
use crate::journal::Health;
use crate::limits::addresses::AddressBook;
use crate::lobby::Lobby;

/// Clones are the same site.
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
    /// Whose pages may connect, beside those that this server itself serves.
    pub(crate) allowed_origins: Arc<[Origin]>,
    /// The proxies that are believed whose requests they hand on.
    pub(crate) trusted_proxies: Arc<[Network]>,
    /// What connections are told when the server stops.
    pub(crate) farewell: CloseCode,
    /// No more players are taken.
    pub(crate) draining: CancellationToken,
    /// Connections end once they have been told what waits.
    pub(crate) stopping: CancellationToken,
    /// Connections end where they stand; those that do are stopping too.
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

    /// Why players had better go elsewhere, if so: those who are here may stay.
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
