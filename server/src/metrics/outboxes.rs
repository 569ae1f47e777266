//! The counters of what outboxes leave out.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;

/// Counts what a slow reader is not sent; clones count into the same numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutboxCounters {
    coalesced: Counter,
    dropped: Counter,
}

impl OutboxCounters {
    /// Counts a board that a newer one takes the place of.
    pub(crate) fn coalesced(&self) {
        self.coalesced.inc();
    }

    /// Counts messages that are lost with a connection that is too slow.
    pub(crate) fn dropped(&self, messages: usize) {
        let messages = u64::try_from(messages).unwrap_or(u64::MAX);
        self.dropped.inc_by(messages);
    }

    /// Adds the counters to a page.
    pub(super) fn register(&self, page: &mut Registry) {
        page.register(
            "versus2048_boards_coalesced",
            "Boards that a slow reader was not sent, since a newer one took their place",
            self.coalesced.clone(),
        );
        page.register(
            "versus2048_messages_dropped",
            "Messages that waited for a connection when it was closed as too slow",
            self.dropped.clone(),
        );
    }
}
