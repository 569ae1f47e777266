//! The parts of the server that a table uses.

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::config::{Ending, Limits};
use crate::journal::Journal;
use crate::metrics::Metrics;
use crate::players::Players;
use crate::table::Table;
use crate::table::ledger::Outside;
use crate::table::record::Published;

/// The parts of the server that a table uses.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The seats of all players.
    pub(crate) players: Players,
    /// Keeps the events.
    pub(crate) journal: Journal,
    /// Counts.
    pub(crate) metrics: Metrics,
    /// Tells the time.
    pub(crate) clock: Clock,
    /// The limits of tables.
    pub(crate) limits: Limits,
    /// Says when the server stops.
    pub(crate) stop: CancellationToken,
    /// The way in which it stops.
    pub(crate) ending: Ending,
}

impl Surroundings {
    /// Whether tables come back after the server has stopped: then they wait where they are.
    pub(super) fn outlives_server(&self) -> bool {
        self.ending == Ending::Restart && self.journal.is_durable()
    }

    /// The values that a new table shares; lists have it once it is on disk.
    pub(super) fn outside(&self, table: &Table) -> Outside {
        let published = Published {
            is_listed: false,
            ..table.state.published(&table.presence)
        };
        Outside {
            players: self.players.clone(),
            published: watch::Sender::new(published),
            metrics: self.metrics.clone(),
        }
    }

    /// How much may wait for one client: it has to fit into its outbox when it is let go.
    pub(super) fn waiting_limit(&self) -> usize {
        (self.limits.outbox_messages * 3 / 4).max(1)
    }
}
