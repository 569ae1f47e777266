//! How many lines of the log were not written.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tracing_appender::non_blocking::ErrorCounter;

/// Counts the lines for which the queue had no room, and those that stderr did not take.
#[derive(Debug, Default)]
pub(crate) struct Drops {
    unwritten: AtomicU64,
    unqueued: OnceLock<ErrorCounter>,
}

impl Drops {
    /// The number of lines since the start.
    pub(crate) fn count(&self) -> u64 {
        let unqueued = self.unqueued.get().map_or(0, ErrorCounter::dropped_lines);
        let unqueued = u64::try_from(unqueued).unwrap_or(u64::MAX);
        let unwritten = self.unwritten.load(Ordering::Relaxed);
        unwritten.saturating_add(unqueued)
    }

    /// Adds what the queue counts. It is set once: the queue is made after the writer behind it.
    pub(super) fn include(&self, queue: ErrorCounter) {
        let _ = self.unqueued.set(queue);
    }

    /// Counts a line that was not written.
    pub(super) fn add(&self) {
        self.unwritten.fetch_add(1, Ordering::Relaxed);
    }
}
