//! What the journal counts, for whoever watches it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Numbers since the start of the process.
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
    /// The size of the database's write-ahead log after the last commit, in bytes.
    pub(crate) wal_bytes: u64,
    /// How long these took together, in microseconds.
    pub(crate) commit_time_us: u64,
    /// Whether anything is taken now.
    pub(crate) is_healthy: bool,
}

/// What the writer counts in; each number stands for itself, so their order does not matter.
#[derive(Debug, Default)]
pub(super) struct Counters {
    commits: AtomicU64,
    rows: AtomicU64,
    failed_commits: AtomicU64,
    log_bytes: AtomicU64,
    wal_bytes: AtomicU64,
    commit_time_us: AtomicU64,
}

impl Counters {
    /// A commit is on disk.
    pub(super) fn note_commit(&self, rows: u64, took: Duration) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.rows.fetch_add(rows, Ordering::Relaxed);
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.commit_time_us.fetch_add(took_us, Ordering::Relaxed);
    }

    /// So large are the log and what the database has beside it.
    pub(super) fn note_sizes(&self, log_bytes: u64, wal_bytes: u64) {
        self.log_bytes.store(log_bytes, Ordering::Relaxed);
        self.wal_bytes.store(wal_bytes, Ordering::Relaxed);
    }

    /// A commit has failed.
    pub(super) fn note_failure(&self) {
        self.failed_commits.fetch_add(1, Ordering::Relaxed);
    }

    /// The numbers now.
    pub(super) fn read(&self, is_healthy: bool) -> JournalStats {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        JournalStats {
            commits: read(&self.commits),
            rows: read(&self.rows),
            failed_commits: read(&self.failed_commits),
            log_bytes: read(&self.log_bytes),
            wal_bytes: read(&self.wal_bytes),
            commit_time_us: read(&self.commit_time_us),
            is_healthy,
        }
    }
}
