//! What the journal counts, for whoever watches it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers since the start of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct JournalStats {
    /// Commits that are on disk.
    pub(crate) commits: u64,
    /// What they have written.
    pub(crate) rows: u64,
    /// Commits that have failed.
    pub(crate) failed_commits: u64,
    /// The size of the write-ahead log after the last commit, in bytes.
    pub(crate) log_bytes: u64,
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
}

impl Counters {
    /// A commit is on disk.
    pub(super) fn note_commit(&self, rows: u64, log_bytes: u64) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.log_bytes.store(log_bytes, Ordering::Relaxed);
    }

    /// A commit has failed.
    pub(super) fn note_failure(&self) {
        self.failed_commits.fetch_add(1, Ordering::Relaxed);
    }

    /// The numbers now.
    pub(super) fn read(&self, is_healthy: bool) -> JournalStats {
        JournalStats {
            commits: self.commits.load(Ordering::Relaxed),
            rows: self.rows.load(Ordering::Relaxed),
            failed_commits: self.failed_commits.load(Ordering::Relaxed),
            log_bytes: self.log_bytes.load(Ordering::Relaxed),
            is_healthy,
        }
    }
}
