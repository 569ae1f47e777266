//! The faults that a test asks of a journal in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// How long a test waits for the writer.
const REACH_LIMIT: Duration = Duration::from_secs(5);
/// Longer than any test.
const FOR_EVER: Duration = Duration::from_secs(24 * 60 * 60);

/// Holds commits back and lets them fail; clones are the same hand. Nothing happens by itself.
#[derive(Clone, Debug)]
pub struct MemoryFaults(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    plan: Mutex<Plan>,
    released: Condvar,
    reached: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Plan {
    held: bool,
    /// What happens to the next commits: `None` is a success.
    next: VecDeque<Option<Failure>>,
    /// What happens to every commit and every probe until it is repaired.
    broken: Option<Failure>,
    /// How long a commit may take before it counts as one that hangs; else as long as a test takes.
    patience: Option<Duration>,
}

/// A commit that fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// Whether its rows are there all the same.
    pub(super) stored: bool,
}

impl Default for MemoryFaults {
    fn default() -> Self {
        Self(Arc::new(Shared {
            plan: Mutex::default(),
            released: Condvar::new(),
            reached: watch::Sender::new(false),
        }))
    }
}

impl MemoryFaults {
    /// Every commit from now on waits.
    pub fn hold(&self) {
        self.0.reached.send_replace(false);
        self.change(|plan| plan.held = true);
    }

    /// Commits wait no longer.
    pub fn release(&self) {
        self.change(|plan| plan.held = false);
        self.0.released.notify_all();
    }

    /// Comes back when the writer waits with a commit in its hand; false where it did not come to
    /// that within some seconds.
    pub async fn is_reached(&self) -> bool {
        let mut reached = self.0.reached.subscribe();
        let wait = reached.wait_for(|&reached| reached);
        matches!(tokio::time::timeout(REACH_LIMIT, wait).await, Ok(Ok(_)))
    }

    /// The next commit fails that is not planned yet, with its rows there all the same or not: called
    /// twice, the next two.
    pub fn fail_next(&self, stored: bool) {
        self.fail_after(0, stored);
    }

    /// So many commits that are not planned yet succeed and the one after them fails, with its rows
    /// there all the same or not.
    pub fn fail_after(&self, commits: usize, stored: bool) {
        self.change(|plan| {
            plan.next.extend(vec![None; commits]);
            plan.next.push_back(Some(Failure { stored }));
        });
    }

    /// A commit that is held for longer than this counts as one that hangs. Asked for before the
    /// journal is made.
    pub fn lose_patience_after(&self, patience: Duration) {
        self.change(|plan| plan.patience = Some(patience));
    }

    /// How long a commit may take.
    pub(super) fn patience(&self) -> Duration {
        let plan = self.0.plan.lock().unwrap_or_else(PoisonError::into_inner);
        plan.patience.unwrap_or(FOR_EVER)
    }

    /// Whether commits are planned that have not come yet.
    pub fn has_plans(&self) -> bool {
        let plan = self.0.plan.lock().unwrap_or_else(PoisonError::into_inner);
        !plan.next.is_empty()
    }

    /// Every commit from now on fails, with its rows there all the same or not, and every probe too.
    pub fn break_down(&self, stored: bool) {
        self.change(|plan| plan.broken = Some(Failure { stored }));
    }

    /// Commits and probes succeed again.
    pub fn repair(&self) {
        self.change(|plan| plan.broken = None);
    }

    /// Whether probes fail.
    pub(super) fn is_broken(&self) -> bool {
        let plan = self.0.plan.lock().unwrap_or_else(PoisonError::into_inner);
        plan.broken.is_some()
    }

    /// Waits while commits are held, and says whether this one fails.
    pub(super) fn before_commit(&self) -> Option<Failure> {
        let mut plan = self.0.plan.lock().unwrap_or_else(PoisonError::into_inner);
        while plan.held {
            self.0.reached.send_replace(true);
            let waited = self.0.released.wait(plan);
            plan = waited.unwrap_or_else(PoisonError::into_inner);
        }
        plan.next.pop_front().flatten().or(plan.broken)
    }

    fn change(&self, change: impl FnOnce(&mut Plan)) {
        change(&mut self.0.plan.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
