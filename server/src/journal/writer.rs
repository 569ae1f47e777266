//! The thread that writes: all that waits in one commit, then each table is told. After a failure
//! it takes nothing until the database has been opened again and a probe is on disk.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot, watch};

use crate::clock::now_unix_ms;
use crate::journal::courier::Courier;
use crate::journal::error::ReadError;
use crate::journal::health::{Health, Trouble};
use crate::journal::pace::Pace;
use crate::journal::sqlite::Keeping;
use crate::journal::stats::Counters;
use crate::journal::store::Store;
use crate::journal::watchdog::Watched;
use crate::journal::{Batch, QUEUED_BATCHES, StoredPlayer};

/// How often it is tried whether the disk takes something again.
const PROBE_EVERY: Duration = Duration::from_millis(500);
/// How often it is looked whether something is kept no longer.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// The most players that wait for the disk to take something again; those who come after them are
/// greeted, but may not be known after a crash.
const MAX_WAITING_PLAYERS: usize = 16_384;

/// What the writer is asked to do.
#[derive(Debug)]
pub(super) enum Command {
    Commit(Batch),
    Remember(StoredPlayer),
    Ask(Question),
}

/// What is answered once everything that was handed over before it has been written or has failed.
#[derive(Debug)]
pub(super) enum Question {
    Flush(oneshot::Sender<()>),
    /// The same, and nothing is taken afterwards; the lock is free when it is answered.
    Close(oneshot::Sender<()>),
}

/// What the writer tells those who ask it nothing.
#[derive(Debug)]
pub(super) struct Tellers {
    pub(super) health: watch::Sender<Health>,
    pub(super) counters: Arc<Counters>,
}

/// The writer with everything that it has.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) store: Store,
    pub(super) keeping: Keeping,
    pub(super) tellers: Tellers,
    pub(super) watched: Watched,
    pub(super) courier: Courier,
    pub(super) pace: Pace,
    /// The batches of a failed commit, until it is known whether it is on disk.
    pub(super) undecided: Vec<Batch>,
    /// The batches that came after it and are not written.
    pub(super) void: Vec<Batch>,
    /// Those whose rows are not written yet.
    pub(super) players: Vec<StoredPlayer>,
    /// Finished matches that have been forgotten and not yet told of.
    pub(super) forgotten: u64,
}

/// What has been taken at once.
#[derive(Debug, Default)]
struct Taken {
    batches: Vec<Batch>,
    players: Vec<StoredPlayer>,
    questions: Vec<Question>,
}

impl Writer {
    /// Writes until nobody can hand anything over any more, or somebody closes it. The runtime is
    /// there for its timers.
    pub(super) fn run(mut self, mut queued: mpsc::Receiver<Command>, runtime: &Runtime) {
        let mut commands = Vec::new();
        let mut wake = Instant::now();
        loop {
            let received = queued.recv_many(&mut commands, QUEUED_BATCHES);
            let received =
                runtime.block_on(async { tokio::time::timeout_at(wake.into(), received).await });
            if received == Ok(0) {
                return;
            }
            self.gather(&mut queued, &mut commands);
            let taken = Taken::new(commands.drain(..));
            if let Some(closed) = self.handle(taken) {
                drop((self, queued));
                // Who has asked may be gone; then it is closed all the same.
                let _ = closed.send(());
                return;
            }
            if Instant::now() >= wake {
                wake = Instant::now() + self.look_around();
            }
            if !self.is_healthy() {
                wake = wake.min(Instant::now() + PROBE_EVERY);
            }
        }
    }

    /// Waits for more to be written with what has come, where others are under way.
    fn gather(&self, queued: &mut mpsc::Receiver<Command>, commands: &mut Vec<Command>) {
        let Some(wait) = self.pace.wait(commands.len()) else {
            return;
        };
        if self.is_healthy() {
            thread::sleep(wait);
        }
        while commands.len() < QUEUED_BATCHES
            && let Ok(command) = queued.try_recv()
        {
            commands.push(command);
        }
    }

    /// Writes what was taken and answers; gives the reply of whoever closes the journal.
    fn handle(&mut self, taken: Taken) -> Option<oneshot::Sender<()>> {
        let Taken {
            batches,
            players,
            questions,
        } = taken;
        let places = MAX_WAITING_PLAYERS.saturating_sub(self.players.len());
        self.players.extend(players.into_iter().take(places));
        self.commit(batches);
        let mut closed = None;
        for question in questions {
            match question {
                Question::Flush(reply) => drop(reply.send(())),
                Question::Close(reply) => closed = Some(reply),
            }
        }
        closed
    }

    fn commit(&mut self, mut batches: Vec<Batch>) {
        batches.retain(|batch| !batch.is_void());
        if batches.is_empty() && self.players.is_empty() {
            return;
        }
        // What was let in just before it was known that nothing is taken.
        if !self.is_healthy() {
            return self.void.extend(batches);
        }
        let begun = Instant::now();
        let mut refused = Vec::new();
        let committed = self.watched.during(|| {
            let (store, players) = (&mut self.store, &self.players);
            store.commit(&mut batches, &mut refused, players, now_unix_ms())
        });
        match committed {
            Ok(writes) => {
                self.note_commit(writes, begun.elapsed());
                self.courier.confirm(batches);
                refused.iter().for_each(refuse);
            }
            Err(error) => {
                self.tellers.counters.note_failure();
                self.undecided = batches;
                self.void.extend(refused);
                self.note_failing(&error);
                self.recover();
            }
        }
    }

    fn note_commit(&mut self, rows: u64, took: Duration) {
        self.players.clear();
        self.pace.note(took);
        let counters = &self.tellers.counters;
        counters.note_commit(rows, took);
        counters.note_sizes(self.store.bytes(), self.store.log.place().wal_bytes());
    }

    /// What is to be done from time to time; gives how long nothing is.
    fn look_around(&mut self) -> Duration {
        if !self.is_healthy() {
            self.recover();
            return PROBE_EVERY;
        }
        // Players whose commit has failed, if nothing else was written since.
        self.commit(Vec::new());
        if !self.is_healthy() {
            return PROBE_EVERY;
        }
        let tidied = self.watched.during(|| {
            let log = &mut self.store.log;
            log.tidy(&self.keeping, now_unix_ms())
        });
        match tidied {
            Ok(tidied) => {
                self.forgotten += tidied.replays;
                if tidied.has_more {
                    return Duration::ZERO;
                }
                let replays = std::mem::take(&mut self.forgotten);
                if replays > 0 {
                    tracing::info!(replays, "old replays are no longer kept");
                }
            }
            Err(error) => {
                self.note_failing(&error);
                self.recover();
            }
        }
        TIDY_EVERY
    }

    /// Opens the log again and proves that it can be written; then each table of the failed commit is
    /// told whether its batch is on disk.
    fn recover(&mut self) {
        match self.watched.during(|| self.store.recover()) {
            Ok(is_on_disk) => {
                tracing::info!("the journal takes events again");
                // First, so that who is told can go on at once.
                self.tellers.health.send_replace(Health::Healthy);
                self.decide(is_on_disk);
            }
            Err(error) => self.note_failing(&error),
        }
    }

    /// Tells tables what has become of their batches.
    fn decide(&mut self, is_on_disk: bool) {
        // The first to be told of a table is the last of its batches that is on disk.
        for batch in self
            .undecided
            .drain(..)
            .rev()
            .filter(|batch| !batch.is_void())
        {
            batch.roll_back(is_on_disk);
        }
        for batch in self.void.drain(..).filter(|batch| !batch.is_void()) {
            batch.roll_back(false);
        }
    }

    fn note_failing(&self, error: &ReadError) {
        let failing = Health::failing(error);
        let is_new = self.tellers.health.send_if_modified(|health| {
            let before = std::mem::replace(health, failing);
            before != *health
        });
        if is_new {
            let why = error.to_string();
            tracing::error!(why, "the journal takes nothing");
        }
    }

    fn is_healthy(&self) -> bool {
        self.tellers.health.borrow().is_healthy()
    }
}

/// However the writer ends, by a panic too, nothing is taken any more and everybody can see it.
impl Drop for Tellers {
    fn drop(&mut self) {
        let trouble = Trouble::Ended;
        let why = trouble.to_string().into();
        self.health.send_replace(Health::Failing { trouble, why });
    }
}

impl Taken {
    fn new(commands: impl Iterator<Item = Command>) -> Self {
        let mut taken = Self::default();
        for command in commands {
            match command {
                Command::Commit(batch) => taken.batches.push(batch),
                Command::Remember(player) => taken.players.push(player),
                Command::Ask(question) => taken.questions.push(question),
            }
        }
        taken
    }
}

/// Tells a table that a batch does not follow what it has written before: a mistake in this program,
/// from which it comes back as from a failed commit.
fn refuse(batch: &Batch) {
    tracing::error!("a table has handed over what does not follow what it wrote before");
    if !batch.is_void() {
        batch.roll_back(false);
    }
}
