//! The events of the matches, in the order in which they were handed over.
//!
//! One thread writes: it takes all that waits, commits it at once and tells each table the number
//! that is on disk. It knows matches by their ids and doesn't know what their events mean.

mod faults;
mod memory;
mod rows;

use std::thread;

use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;
use versus2048_protocol::game::Event;

pub use faults::MemoryFaults;
use memory::MemoryStore;
pub(crate) use rows::{
    Contents, StoredGame, StoredMatch, StoredPlayer, StoredResult, StoredSeat, StoredTable, Write,
};

/// The most batches that wait for the writer. A commit takes all of them, so the place is for what
/// comes in while one runs: some seconds of play of every table even on a slow disk.
const QUEUED_BATCHES: usize = 4096;

/// The face of the journal to the tables; clones write to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    commands: mpsc::Sender<Command>,
    durable: bool,
}

/// A place in the journal's queue: what is decided under it can't fail to be handed over.
#[derive(Debug)]
pub(crate) struct Permit<'a>(mpsc::Permit<'a, Command>);

/// What one step of a table has to write, for its current match.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The match.
    pub(crate) game: Uuid,
    /// What is written, in order, wholly or not at all.
    pub(crate) writes: Vec<Write>,
    /// The table's number of this batch.
    pub(crate) number: u64,
    /// How many failures the table knew of when it decided them.
    pub(crate) failures: u64,
    /// Where the table is told.
    pub(crate) progress: watch::Sender<Progress>,
}

/// How far the journal is with the events of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The number of the last batch that is on disk.
    pub(crate) on_disk: u64,
    /// How many commits with events of this table have failed. After each, what is on disk has to
    /// be asked, and events decided before the answer are not written.
    pub(crate) failures: u64,
}

#[derive(Debug)]
enum Command {
    Commit(Batch),
    Ask(Question),
}

/// What is answered once everything that was handed over before it has been written or has failed.
#[derive(Debug)]
enum Question {
    Load {
        game: Uuid,
        reply: oneshot::Sender<Vec<Event>>,
    },
    Flush(oneshot::Sender<()>),
}

#[derive(Debug)]
enum Store {
    Memory(MemoryStore),
}

/// A commit failed: its rows may be there all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommitFailed;

impl Journal {
    /// A journal that lasts as long as the process.
    ///
    /// # Errors
    /// Its thread could not be started.
    pub(crate) fn in_memory() -> std::io::Result<Self> {
        Self::in_memory_with(MemoryFaults::default())
    }

    /// A journal in memory that fails when it is told to.
    ///
    /// # Errors
    /// Its thread could not be started.
    pub(crate) fn in_memory_with(faults: MemoryFaults) -> std::io::Result<Self> {
        Self::start(Store::Memory(MemoryStore::new(faults)))
    }

    /// Whether what is written outlives the process.
    pub(crate) const fn is_durable(&self) -> bool {
        self.durable
    }

    /// A place in the queue, if there is one.
    pub(crate) fn try_reserve(&self) -> Option<Permit<'_>> {
        self.commands.try_reserve().ok().map(Permit)
    }

    /// A place in the queue, waited for; `None` where the journal has ended.
    pub(crate) async fn reserve(&self) -> Option<Permit<'_>> {
        self.commands.reserve().await.ok().map(Permit)
    }

    /// The events of an unfinished match that are on disk; `None` where the journal has ended.
    pub(crate) async fn load(&self, game: Uuid) -> Option<Vec<Event>> {
        let (reply, loaded) = oneshot::channel();
        let load = Command::Ask(Question::Load { game, reply });
        self.commands.send(load).await.ok()?;
        loaded.await.ok()
    }

    /// Comes back when everything that was handed over has been written or has failed.
    pub(crate) async fn flush(&self) {
        let (reply, flushed) = oneshot::channel();
        let flush = Command::Ask(Question::Flush(reply));
        if self.commands.send(flush).await.is_ok() {
            // An error means that the writer has ended: then there is nothing to wait for.
            let _ = flushed.await;
        }
    }

    fn start(store: Store) -> std::io::Result<Self> {
        let (commands, queued) = mpsc::channel(QUEUED_BATCHES);
        let durable = store.is_durable();
        thread::Builder::new()
            .name("journal".into())
            .spawn(move || write(queued, store))?;
        Ok(Self { commands, durable })
    }
}

impl Permit<'_> {
    /// Hands events over; the table is told when they are on disk.
    pub(crate) fn send(self, batch: Batch) {
        self.0.send(Command::Commit(batch));
    }
}

impl Batch {
    /// Whether it rests on events of a commit that has failed.
    fn is_void(&self) -> bool {
        self.progress.borrow().failures > self.failures
    }
}

impl Store {
    const fn is_durable(&self) -> bool {
        match self {
            Self::Memory(_) => false,
        }
    }

    fn commit(&mut self, batches: &[Batch]) -> Result<(), CommitFailed> {
        match self {
            Self::Memory(store) => store.commit(batches),
        }
    }

    fn load(&mut self, game: Uuid) -> Vec<Event> {
        match self {
            Self::Memory(store) => store.load(game),
        }
    }
}

/// The writer: ends when nobody can hand anything over any more.
fn write(mut queued: mpsc::Receiver<Command>, mut store: Store) {
    let mut taken = Vec::new();
    while queued.blocking_recv_many(&mut taken, QUEUED_BATCHES) > 0 {
        let mut batches = Vec::new();
        let mut questions = Vec::new();
        for command in taken.drain(..) {
            match command {
                Command::Commit(batch) => batches.push(batch),
                Command::Ask(question) => questions.push(question),
            }
        }
        commit(&mut store, batches);
        for question in questions {
            answer(&mut store, question);
        }
    }
}

fn commit(store: &mut Store, mut batches: Vec<Batch>) {
    batches.retain(|batch| !batch.is_void());
    if batches.is_empty() {
        return;
    }
    let committed = store.commit(&batches);
    if committed.is_err() {
        tracing::warn!(batches = batches.len(), "a commit of the journal failed");
    }
    for batch in batches {
        // The second batch of a table in a failed commit is void by the first: one failure.
        let is_void = batch.is_void();
        batch.progress.send_modify(|progress| match committed {
            Ok(()) => progress.on_disk = batch.number,
            Err(CommitFailed) if is_void => {}
            Err(CommitFailed) => progress.failures += 1,
        });
    }
}

fn answer(store: &mut Store, question: Question) {
    // Who has asked may be gone; then the answer is for nobody.
    match question {
        Question::Load { game, reply } => drop(reply.send(store.load(game))),
        Question::Flush(reply) => drop(reply.send(())),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const GAME: Uuid = Uuid::from_u128(1);
    const LIMIT: Duration = Duration::from_secs(5);

    fn journal_with_faults() -> (Journal, MemoryFaults) {
        let faults = MemoryFaults::default();
        let journal = Journal::in_memory_with(faults.clone()).expect("a thread");
        (journal, faults)
    }

    fn hand_over(
        journal: &Journal,
        progress: &watch::Sender<Progress>,
        number: u64,
        failures: u64,
    ) {
        let batch = Batch {
            game: GAME,
            writes: vec![Write::Event {
                seq: number,
                event: Event::Paused,
            }],
            number,
            failures,
            progress: progress.clone(),
        };
        journal.try_reserve().expect("a place").send(batch);
    }

    async fn progress_is(told: &mut watch::Receiver<Progress>, on_disk: u64, failures: u64) {
        let expected = Progress { on_disk, failures };
        tokio::time::timeout(LIMIT, told.wait_for(|&progress| progress == expected))
            .await
            .unwrap_or_else(|_| panic!("{expected:?} is told"))
            .expect("the sender stays");
    }

    async fn rows(journal: &Journal) -> usize {
        let load = journal.load(GAME);
        let events = tokio::time::timeout(LIMIT, load).await.expect("an answer");
        events.expect("the journal runs").len()
    }

    #[tokio::test]
    async fn tells_what_is_on_disk_and_gives_it_back() {
        let journal = Journal::in_memory().expect("a thread");
        let (progress, mut told) = watch::channel(Progress::default());
        hand_over(&journal, &progress, 1, 0);
        hand_over(&journal, &progress, 2, 0);
        progress_is(&mut told, 2, 0).await;
        assert_eq!(rows(&journal).await, 2);
        assert!(!journal.is_durable());
    }

    #[tokio::test]
    async fn tells_nothing_while_it_is_held() {
        let (journal, faults) = journal_with_faults();
        let (progress, mut told) = watch::channel(Progress::default());
        faults.hold();
        hand_over(&journal, &progress, 1, 0);
        assert_eq!(*told.borrow_and_update(), Progress::default());
        faults.release();
        progress_is(&mut told, 1, 0).await;
    }

    #[tokio::test]
    async fn a_failed_commit_voids_what_rests_on_it() {
        for (stored, expected_rows) in [(false, 0), (true, 1)] {
            let (journal, faults) = journal_with_faults();
            let (progress, mut told) = watch::channel(Progress::default());
            faults.fail_next(stored);
            faults.hold();
            hand_over(&journal, &progress, 1, 0);
            assert!(faults.is_reached().await);
            hand_over(&journal, &progress, 2, 0);
            faults.release();
            progress_is(&mut told, 0, 1).await;
            assert_eq!(rows(&journal).await, expected_rows, "stored: {stored}");
            hand_over(&journal, &progress, 3, 1);
            progress_is(&mut told, 3, 1).await;
            assert_eq!(rows(&journal).await, expected_rows + 1, "stored: {stored}");
        }
    }

    #[tokio::test]
    async fn a_commit_with_two_batches_of_a_table_fails_once() {
        let (journal, faults) = journal_with_faults();
        let (progress, mut told) = watch::channel(Progress::default());
        faults.hold();
        hand_over(&journal, &progress, 1, 0);
        assert!(faults.is_reached().await);
        hand_over(&journal, &progress, 2, 0);
        hand_over(&journal, &progress, 3, 0);
        faults.fail_after(1, false);
        faults.release();
        progress_is(&mut told, 1, 1).await;
    }

    #[tokio::test]
    async fn a_full_queue_has_no_place() {
        let (journal, faults) = journal_with_faults();
        let (progress, mut told) = watch::channel(Progress::default());
        faults.hold();
        let mut number = 0;
        while journal.try_reserve().is_some() {
            number += 1;
            hand_over(&journal, &progress, number, 0);
        }
        assert!(number >= u64::try_from(QUEUED_BATCHES).expect("a small number"));
        faults.release();
        progress_is(&mut told, number, 0).await;
        assert!(journal.try_reserve().is_some());
    }
}
