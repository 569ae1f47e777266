//! A thread that notices when the disk does not answer the writer, which can't report it while it waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::journal::health::{Health, Trouble};

/// How long one operation of the disk may take before the journal refuses batches.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// The writer's end of the watchdog.
#[derive(Debug)]
pub(super) struct Watchdog {
    state: Arc<State>,
    watcher: Thread,
    health: watch::Sender<Health>,
}

#[derive(Debug)]
struct State {
    epoch: Instant,
    /// The start of the operation under way, in milliseconds after the epoch plus one; 0 without one.
    since: AtomicU64,
    /// Whether the watcher sleeps until it is unparked.
    is_idle: AtomicBool,
    has_ended: AtomicBool,
}

impl Watchdog {
    /// Starts the watcher, which ends when this value is dropped.
    ///
    /// # Errors
    /// The thread can't be started.
    pub(super) fn start(
        health: watch::Sender<Health>,
        patience: Duration,
    ) -> std::io::Result<Self> {
        let state = Arc::new(State {
            epoch: Instant::now(),
            since: AtomicU64::new(0),
            is_idle: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        });
        let watching = thread::Builder::new().name("journal-watch".into()).spawn({
            let (state, health) = (Arc::clone(&state), health.clone());
            move || state.watch(&health, patience)
        });
        Ok(Self {
            state,
            watcher: watching?.thread().clone(),
            health,
        })
    }

    /// Runs an operation of the disk, which may hang.
    pub(super) fn during<T>(&self, doing: impl FnOnce() -> T) -> T {
        let state = &self.state;
        state.since.store(state.now() + 1, Ordering::SeqCst);
        if state.is_idle.swap(false, Ordering::SeqCst) {
            self.watcher.unpark();
        }
        let done = doing();
        // Before the health, so that the watcher can't report a hanging disk after that.
        state.since.store(0, Ordering::SeqCst);
        let answers = self.health.send_if_modified(|health| {
            let hangs = health.trouble() == Some(Trouble::Hanging);
            if hangs {
                *health = Health::Healthy;
            }
            hangs
        });
        if answers {
            tracing::info!("the journal's disk answers again");
        }
        done
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.state.has_ended.store(true, Ordering::SeqCst);
        self.watcher.unpark();
    }
}

impl State {
    fn watch(&self, health: &watch::Sender<Health>, patience: Duration) {
        while !self.has_ended.load(Ordering::SeqCst) {
            let Some(waited) = self.waited() else {
                self.sleep();
                continue;
            };
            let left = patience.saturating_sub(waited);
            if left.is_zero() {
                self.note_hanging(health, patience);
            }
            thread::park_timeout(if left.is_zero() { patience } else { left });
        }
    }

    /// Waits until an operation begins.
    fn sleep(&self) {
        self.is_idle.store(true, Ordering::SeqCst);
        // An operation that began before the store has not unparked this thread.
        if self.waited().is_none() && !self.has_ended.load(Ordering::SeqCst) {
            thread::park();
        }
    }

    fn note_hanging(&self, health: &watch::Sender<Health>, patience: Duration) {
        let is_new = health.send_if_modified(|health| {
            // It may have answered since, and be busy with something else.
            let is_new = health.is_healthy() && self.waited() >= Some(patience);
            if is_new {
                *health = Health::hanging();
            }
            is_new
        });
        if is_new {
            tracing::warn!("the journal's disk does not answer; nothing is taken until it does");
        }
    }

    /// How long the operation under way has taken; `None` without one.
    fn waited(&self) -> Option<Duration> {
        let since = self.since.load(Ordering::SeqCst).checked_sub(1)?;
        Some(Duration::from_millis(self.now().saturating_sub(since)))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_millis()).unwrap_or(u64::MAX - 1)
    }
}
