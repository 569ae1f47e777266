//! What the journal counts.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use crate::metrics::Durations;

/// Numbers since the start of the process.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct JournalStats {
    /// Commits that are on disk.
    pub(crate) commits: u64,
    /// What they have written.
    pub(crate) rows: u64,
    /// Commits that have failed.
    pub(crate) failed_commits: u64,
    /// The bytes of the log that a start has to read.
    pub(crate) log_bytes: u64,
    /// How long the commits took together.
    pub(crate) commit_time: Duration,
    /// Whether anything is taken now.
    pub(crate) is_healthy: bool,
}

/// The counters of the writer, which alone writes them.
#[derive(Debug)]
pub(super) struct Counters {
    commits: Counter,
    rows: Counter,
    failed_commits: Counter,
    log_bytes: Gauge<u64, AtomicU64>,
    wal_bytes: Gauge<u64, AtomicU64>,
    commit_time: Durations,
    commit_rows: Histogram,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            commits: Counter::default(),
            rows: Counter::default(),
            failed_commits: Counter::default(),
            log_bytes: Gauge::default(),
            wal_bytes: Gauge::default(),
            commit_time: Durations::default(),
            // From one move to all that a second of a full server brings.
            commit_rows: Histogram::new(exponential_buckets(1.0, 4.0, 8)),
        }
    }
}

impl Counters {
    /// A commit is on disk.
    pub(super) fn note_commit(&self, rows: u64, took: Duration) {
        self.commits.inc();
        self.rows.inc_by(rows);
        self.commit_time.observe(took);
        let rows = u32::try_from(rows).unwrap_or(u32::MAX);
        self.commit_rows.observe(rows.into());
    }

    /// So large are the log and what the database has beside it.
    pub(super) fn note_sizes(&self, log_bytes: u64, wal_bytes: u64) {
        self.log_bytes.set(log_bytes);
        self.wal_bytes.set(wal_bytes);
    }

    /// A commit has failed.
    pub(super) fn note_failure(&self) {
        self.failed_commits.inc();
    }

    /// Adds the counters to a page.
    pub(super) fn register(&self, page: &mut Registry) {
        page.register(
            "versus2048_journal_commits",
            "Commits that are in the journal",
            self.commits.clone(),
        );
        page.register(
            "versus2048_journal_rows",
            "Rows that they have written",
            self.rows.clone(),
        );
        page.register(
            "versus2048_journal_failed_commits",
            "Commits that have failed",
            self.failed_commits.clone(),
        );
        self.register_sizes(page);
    }

    fn register_sizes(&self, page: &mut Registry) {
        page.register(
            "versus2048_journal_commit_seconds",
            "Time that a commit took, its sync included",
            self.commit_time.clone(),
        );
        page.register(
            "versus2048_journal_commit_rows",
            "Rows that a commit wrote",
            self.commit_rows.clone(),
        );
        page.register(
            "versus2048_journal_wal_bytes",
            "Size of the write-ahead log after the last commit",
            self.wal_bytes.clone(),
        );
        page.register(
            "versus2048_journal_log_bytes",
            "Bytes that a start reads for open tables",
            self.log_bytes.clone(),
        );
    }

    /// The numbers now.
    #[cfg(test)]
    pub(super) fn read(&self, is_healthy: bool) -> JournalStats {
        JournalStats {
            commits: self.commits.get(),
            rows: self.rows.get(),
            failed_commits: self.failed_commits.get(),
            log_bytes: self.log_bytes.get(),
            commit_time: self.commit_time.sum(),
            is_healthy,
        }
    }
}
