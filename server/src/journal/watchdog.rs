//! Somebody who looks whether the writer comes back: while the disk does not answer, the writer itself
//! can say nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::journal::health::{Health, Trouble};

/// How long the disk may take before the journal takes nothing more.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// What the writer tells its watcher.
#[derive(Debug)]
pub(super) struct Watched {
    state: Arc<State>,
    watcher: Thread,
    health: watch::Sender<Health>,
}

#[derive(Debug)]
struct State {
    epoch: Instant,
    /// When the disk was asked for something, in milliseconds after the epoch and one more; 0 while it
    /// is not.
    since: AtomicU64,
    /// Whether the watcher has to be woken before it looks again.
    is_idle: AtomicBool,
    has_ended: AtomicBool,
}

impl Watched {
    /// Starts the watcher; it ends with what is given here.
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

    /// Does something with the disk, which may hang.
    pub(super) fn during<T>(&self, doing: impl FnOnce() -> T) -> T {
        let state = &self.state;
        state.since.store(state.now() + 1, Ordering::SeqCst);
        if state.is_idle.swap(false, Ordering::SeqCst) {
            self.watcher.unpark();
        }
        let done = doing();
        // First, so that the watcher can't take it for one that hangs after it was told otherwise.
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

impl Drop for Watched {
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

    /// Waits until the disk is asked for something.
    fn sleep(&self) {
        self.is_idle.store(true, Ordering::SeqCst);
        // What has begun before that was stored did not wake anybody.
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

    /// How long the disk has been waited for.
    fn waited(&self) -> Option<Duration> {
        let since = self.since.load(Ordering::SeqCst).checked_sub(1)?;
        Some(Duration::from_millis(self.now().saturating_sub(since)))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_millis()).unwrap_or(u64::MAX - 1)
    }
}
