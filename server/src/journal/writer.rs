//! The thread that writes: it commits all waiting batches at once, then acknowledges them to their
//! tables. After a failure it writes nothing until it has opened the database again and a probe is on
//! disk.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot, watch};

use crate::clock::now_unix_ms;
use crate::journal::commit_delay::CommitDelay;
use crate::journal::courier::Courier;
use crate::journal::error::ReadError;
use crate::journal::health::{Health, Trouble};
use crate::journal::sqlite::Keeping;
use crate::journal::stats::Counters;
use crate::journal::store::{Group, Store};
use crate::journal::watchdog::Watchdog;
use crate::journal::{Batch, QUEUED_BATCHES, StoredPlayer};

/// The time between two attempts to write after a failure.
const PROBE_EVERY: Duration = Duration::from_millis(500);
/// The time between two searches for replays and players that have expired.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// The most players that wait to be written while the disk fails. Later ones are admitted, but a crash
/// may lose their tokens.
const MAX_WAITING_PLAYERS: usize = 16_384;

/// A command to the writer.
#[derive(Debug)]
pub(super) enum Command {
    Commit(Batch),
    Remember(StoredPlayer),
    Ask(Question),
}

/// A request that the writer answers once every earlier command has been written or has failed.
#[derive(Debug)]
pub(super) enum Question {
    Flush(oneshot::Sender<()>),
    /// As `Flush`, and the writer ends; the lock is free before the reply.
    Close(oneshot::Sender<()>),
}

/// The state of the writer that others read without a request.
#[derive(Debug)]
pub(super) struct Status {
    pub(super) health: watch::Sender<Health>,
    pub(super) counters: Arc<Counters>,
}

/// The writer with everything that it has.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) store: Store,
    pub(super) keeping: Keeping,
    pub(super) status: Status,
    pub(super) watchdog: Watchdog,
    pub(super) commit_delay: CommitDelay,
    pub(super) courier: Courier,
    /// The batches of a failed commit, until it is known whether it is on disk.
    pub(super) undecided: Vec<Batch>,
    /// The batches that came after it and are not written.
    pub(super) void: Vec<Batch>,
    /// The players whose rows are not written yet.
    pub(super) players: Vec<StoredPlayer>,
    /// How many finished matches were removed since the last line in the log about it.
    pub(super) forgotten: u64,
}

/// The commands of one turn, by kind.
#[derive(Debug, Default)]
struct Taken {
    batches: Vec<Batch>,
    players: Vec<StoredPlayer>,
    questions: Vec<Question>,
}

impl Writer {
    /// Writes until every sender is gone or the journal is closed. The runtime is there for its timers.
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
                // The requester may be gone; the journal is closed all the same.
                let _ = closed.send(());
                return;
            }
            if Instant::now() >= wake {
                wake = Instant::now() + self.do_upkeep();
            }
            if !self.is_healthy() {
                wake = wake.min(Instant::now() + PROBE_EVERY);
            }
        }
    }

    /// Waits for more commands, if more than one has come, so that one commit takes them all.
    fn gather(&self, queued: &mut mpsc::Receiver<Command>, commands: &mut Vec<Command>) {
        let Some(wait) = self.commit_delay.wait(commands.len()) else {
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

    /// Commits and answers; returns the reply to a `Close`.
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
        // Their permits were reserved just before the journal failed.
        if !self.is_healthy() {
            return self.void.extend(batches);
        }
        let begun = Instant::now();
        let mut group = Group {
            batches,
            ..Group::default()
        };
        let committed = self.watchdog.during(|| {
            let (store, players) = (&mut self.store, &self.players);
            store.commit(&mut group, players, now_unix_ms())
        });
        match committed {
            Ok(writes) => {
                self.note_commit(writes, begun.elapsed());
                self.courier.confirm(group.batches);
                group.refused.iter().for_each(refuse);
            }
            Err(error) => {
                self.status.counters.note_failure();
                self.undecided = group.batches;
                self.void.extend(group.refused);
                self.note_failing(&error);
                self.recover();
            }
        }
    }

    fn note_commit(&mut self, rows: u64, took: Duration) {
        self.players.clear();
        self.commit_delay.note(took);
        let counters = &self.status.counters;
        counters.note_commit(rows, took);
        counters.note_sizes(self.store.bytes(), self.store.log.place().wal_bytes());
    }

    /// Recovers a failed journal, or removes expired rows. Returns the time until the next upkeep.
    fn do_upkeep(&mut self) -> Duration {
        if !self.is_healthy() {
            self.recover();
            return PROBE_EVERY;
        }
        // Writes players whose commit has failed, if nothing else was written since.
        self.commit(Vec::new());
        if !self.is_healthy() {
            return PROBE_EVERY;
        }
        let tidied = self.watchdog.during(|| {
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

    /// Opens the log again and proves that it can be written, then rolls back each table that has a batch
    /// in `undecided` or `void`.
    fn recover(&mut self) {
        match self.watchdog.during(|| self.store.recover()) {
            Ok(is_on_disk) => {
                tracing::info!("the journal takes events again");
                // Before the rollbacks, so that a table that takes one in can reserve a place at once.
                self.status.health.send_replace(Health::Healthy);
                self.decide(is_on_disk);
            }
            Err(error) => self.note_failing(&error),
        }
    }

    /// Rolls tables back, to their batch in the failed commit if that is on disk.
    fn decide(&mut self, is_on_disk: bool) {
        // From the last one: a table's first rollback names the last of its batches, and voids the others.
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
        let is_new = self.status.health.send_if_modified(|health| {
            let before = std::mem::replace(health, failing);
            before != *health
        });
        if is_new {
            let why = error.to_string();
            tracing::error!(why, "the journal takes nothing");
        }
    }

    fn is_healthy(&self) -> bool {
        self.status.health.borrow().is_healthy()
    }
}

/// Health says that the writer has ended, also if it ended by a panic.
impl Drop for Status {
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

/// Rolls a table back whose batch does not follow what it has written before: a fault in this program.
fn refuse(batch: &Batch) {
    tracing::error!("a table has handed over what does not follow what it wrote before");
    if !batch.is_void() {
        batch.roll_back(false);
    }
}
