//! The thread that writes: all that waits in one commit, then each table is told. After a failure
//! it takes nothing until the database has been opened again and a probe is on disk.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use time::OffsetDateTime;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::clock::unix_ms;
use crate::journal::error::ReadError;
use crate::journal::faults::MemoryFaults;
use crate::journal::health::{Health, Trouble};
use crate::journal::sqlite::{Database, Keeping};
use crate::journal::stats::Counters;
use crate::journal::{Batch, QUEUED_BATCHES, StoredPlayer};

/// How often it is tried whether the disk takes something again.
const PROBE_EVERY: Duration = Duration::from_millis(500);
/// How often it is looked whether something is kept no longer.
const TIDY_EVERY: Duration = Duration::from_secs(10);
/// The most loads that wait for the disk: one a table, and more tables than any server has.
const MAX_WAITING_LOADS: usize = 16_384;

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
    Load(Load),
    Flush(oneshot::Sender<()>),
    /// The same, and nothing is taken afterwards; the lock is free when it is answered.
    Close(oneshot::Sender<()>),
}

/// A question for the events of a match; waits for the disk.
#[derive(Debug)]
pub(super) struct Load {
    pub(super) game: Uuid,
    pub(super) reply: oneshot::Sender<Vec<Event>>,
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
    pub(super) database: Database,
    pub(super) faults: Option<MemoryFaults>,
    pub(super) keeping: Keeping,
    pub(super) tellers: Tellers,
    /// The number of the last commit that was tried.
    pub(super) commit_number: u64,
    /// The batches of a failed commit, until it is known whether they are on disk.
    pub(super) undecided: Vec<Batch>,
    /// The batches that came after it and are not written.
    pub(super) void: Vec<Batch>,
    /// Those that came while nothing could be read.
    pub(super) loads: Vec<Load>,
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
                Question::Load(load) if self.loads.len() < MAX_WAITING_LOADS => {
                    self.loads.push(load);
                }
                Question::Load(_) => {}
                Question::Flush(reply) => drop(reply.send(())),
                Question::Close(reply) => closed = Some(reply),
            }
        }
        self.answer_loads();
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
        self.commit_number += 1;
        match self.write(&batches) {
            Ok(rows) => {
                self.players.clear();
                let log_bytes = self.database.log_bytes();
                self.tellers.counters.note_commit(rows, log_bytes);
                batches.iter().for_each(Batch::confirm);
            }
            Err(error) => {
                self.tellers.counters.note_failure();
                self.undecided = batches;
                self.note_failing(&error);
                self.recover();
            }
        }
    }

    fn write(&mut self, batches: &[Batch]) -> Result<u64, ReadError> {
        let failure = self.faults.as_ref().and_then(MemoryFaults::before_commit);
        if failure.is_none_or(|failure| failure.stored) {
            let number = self.commit_number;
            let rows = self.database.commit(number, batches, &self.players)?;
            if failure.is_none() {
                return Ok(rows);
            }
        }
        Err(wanted_by_a_test())
    }

    /// What is to be done from time to time; gives how long nothing is.
    fn look_around(&mut self) -> Duration {
        if !self.is_healthy() {
            self.recover();
            self.answer_loads();
            return PROBE_EVERY;
        }
        // Players whose commit has failed, if nothing else was written since.
        self.commit(Vec::new());
        if !self.is_healthy() {
            return PROBE_EVERY;
        }
        match self.database.tidy(&self.keeping, now_unix_ms()) {
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
                self.note_failing(&error.into());
                self.recover();
            }
        }
        TIDY_EVERY
    }

    /// Opens the database again and proves that it writes; then tells each table of the failed commit
    /// whether its batch is on disk.
    fn recover(&mut self) {
        let is_broken = self.faults.as_ref().is_some_and(MemoryFaults::is_broken);
        let recovered = if is_broken {
            Err(wanted_by_a_test())
        } else {
            self.database.recover()
        };
        match recovered {
            Ok(last_commit) => {
                tracing::info!("the journal takes events again");
                self.tellers.health.send_replace(Health::Healthy);
                self.decide(last_commit == self.commit_number);
            }
            Err(error) => self.note_failing(&error),
        }
    }

    /// Tells tables what has become of their batches.
    fn decide(&mut self, is_on_disk: bool) {
        // The first to be told of a table is the last of its batches that is on disk.
        for batch in self.undecided.drain(..).rev() {
            if !batch.is_void() {
                batch.roll_back(is_on_disk);
            }
        }
        for batch in self.void.drain(..) {
            if !batch.is_void() {
                batch.roll_back(false);
            }
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

    fn answer_loads(&mut self) {
        while self.is_healthy() {
            let Some(load) = self.loads.pop() else { return };
            // Who has asked may be gone; then the answer is for nobody.
            match self.database.events(load.game) {
                Ok(events) => drop(load.reply.send(events)),
                Err(ReadError::Damaged(what)) => {
                    tracing::error!(match_id = %load.game, what, "a match that is played is damaged");
                }
                Err(error) => {
                    self.note_failing(&error);
                    self.loads.push(load);
                }
            }
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

fn wanted_by_a_test() -> ReadError {
    ReadError::io(io::Error::other("a test wants it so"))
}

/// The time of day, in Unix milliseconds.
pub(super) fn now_unix_ms() -> i64 {
    unix_ms(OffsetDateTime::now_utc())
}
