//! The values that a table shares with the rest of the server: others' view of it, its players' seats,
//! counters. A change of them comes before the message that lets a client rely on it.

use tokio::sync::watch;
use versus2048_protocol::wire::Code;

use crate::identity::PlayerId;
use crate::metrics::Metrics;
use crate::players::Players;
use crate::refusal::Refusal;
use crate::table::handle::Arrival;
use crate::table::record::{Note, Published};

/// The values that a table shares.
#[derive(Debug)]
pub(in crate::table) struct Outside {
    /// The players of the server.
    pub(in crate::table) players: Players,
    /// Others' view of the table.
    pub(in crate::table) published: watch::Sender<Published>,
    /// The server's counters.
    pub(in crate::table) metrics: Metrics,
}

impl Outside {
    /// Notes that a client comes to the table, into a seat or, with `None`, to watch.
    pub(super) fn claim(&self, arrival: &Arrival, seat_at: Option<Code>) -> Result<(), Refusal> {
        let Arrival {
            client, leaving, ..
        } = arrival;
        self.players.claim(client, *leaving, seat_at)
    }

    /// Notes that a claim was rolled back.
    pub(super) fn unclaim(&self, player: PlayerId, code: Code, now_ms: u64) {
        self.players.unclaim(player, code, now_ms);
    }

    /// Notes that players have no seat at the table any more.
    pub(super) fn unseat(&self, players: impl Iterator<Item = PlayerId>, code: Code, now_ms: u64) {
        for player in players {
            self.players.unseat(player, code, now_ms);
        }
    }

    /// Shows others the table like this.
    pub(super) fn publish(&self, published: Published) {
        self.published.send_replace(published);
    }
}

/// Logs the beginning or the end of a match. A code is a way in, so the log names a match by its id.
pub(super) fn log(Note { match_id, end }: Note) {
    match end {
        None => tracing::info!(%match_id, "a match begins"),
        Some((reason, at_ms)) => tracing::info!(%match_id, %reason, at_ms, "a match ends"),
    }
}
