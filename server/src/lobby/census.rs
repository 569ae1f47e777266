//! How much there is of everything.

use versus2048_protocol::wire::Phase;

use crate::lobby::Lobby;
use crate::outbox::Outbox;

/// How much there is of everything, at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// Who can come back, with a connection or without.
    pub(crate) players: u64,
    /// Connections that watch a table.
    pub(crate) spectators: u64,
    /// Messages that wait for all connections together.
    pub(crate) waiting_messages: usize,
    /// Messages that wait for the connection that has the most waiting.
    pub(crate) most_waiting_messages: usize,
    /// How far each table is.
    phases: Vec<Phase>,
}

impl Lobby {
    /// Counts everything.
    pub(crate) fn census(&self) -> Census {
        let outboxes = self.0.players.outboxes();
        let waiting: Vec<usize> = outboxes.iter().map(Outbox::waiting).collect();
        let mut census = Census {
            players: self.0.players.count(),
            waiting_messages: waiting.iter().sum(),
            most_waiting_messages: waiting.iter().copied().max().unwrap_or(0),
            ..Census::default()
        };
        let registry = self.registry();
        for entry in registry.tables.values() {
            let published = entry.opened.published.borrow();
            census.phases.push(published.summary.phase);
            census.spectators += u64::from(published.summary.watching);
        }
        census
    }
}

impl Census {
    /// The tables by how far they are, as messages call it.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, i64)> {
        Phase::ALL.into_iter().map(|phase| {
            let tables = self.phases.iter().filter(|other| **other == phase);
            (
                name(phase),
                i64::try_from(tables.count()).unwrap_or(i64::MAX),
            )
        })
    }
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Ready => "ready",
        Phase::Countdown => "countdown",
        Phase::Playing => "playing",
        Phase::Paused => "paused",
        Phase::Over => "over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_counted_by_phase() {
        let census = Census {
            phases: vec![Phase::Over, Phase::Waiting, Phase::Over],
            ..Census::default()
        };
        let counted: Vec<_> = census.tables().filter(|(_, count)| *count > 0).collect();
        assert_eq!(counted, [("waiting", 1), ("over", 2)]);
    }

    #[test]
    fn phases_are_called_as_in_messages() {
        for phase in Phase::ALL {
            assert_eq!(serde_json::to_value(phase).unwrap(), name(phase));
        }
    }
}
