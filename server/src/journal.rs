//! What has been decided, in the order in which it was handed over: matches with their events and
//! results, open tables, players.
//!
//! One thread writes: it takes all that waits, commits it at once and tells each table the number
//! that is on disk. Another one reads finished matches. Neither knows what a table does.

mod backup;
mod commit_delay;
mod courier;
mod entry;
mod error;
mod extent;
mod faults;
mod finished;
#[cfg(feature = "fuzz")]
pub mod foreign_rows;
mod health;
mod log;
mod mirror;
mod reader;
mod row;
mod rows;
#[cfg(test)]
mod sample;
mod sqlite;
mod startup;
mod stats;
mod store;
#[cfg(test)]
mod tests;
mod watchdog;
mod writer;

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;
use versus2048_protocol::wire::Code;

use crate::clock::now_unix_ms;
use crate::config::JournalConfig;
use crate::identity::PlayerId;
pub use backup::back_up;
use commit_delay::CommitDelay;
use courier::Courier;
pub use error::OpenError;
use error::ReadError;
pub use faults::MemoryFaults;
pub(crate) use health::Health;
use log::Log;
use reader::Inquiry;
pub(crate) use reader::{ReplayLookup, Unreadable};
pub(crate) use rows::{
    Contents, MadeBy, StoredGame, StoredMatch, StoredPlayer, StoredResult, StoredSeat, StoredTable,
    Write,
};
use sqlite::{Database, Keeping};
use stats::Counters;
#[cfg(test)]
pub(crate) use stats::JournalStats;
use store::Store;
use watchdog::{PATIENCE, Watchdog};
use writer::{Command, Question, Status, Writer};

/// The most batches that wait for the writer. A commit takes all of them, so the place is for what
/// comes in while one runs: some seconds of play of every table even on a slow disk.
const QUEUED_BATCHES: usize = 4096;

/// The bytes that a journal in memory may use before its oldest finished matches are forgotten.
const MEMORY_SPACE_BYTES: u64 = 64 * 1024 * 1024;

/// The face of the journal to the tables; clones write to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    commands: mpsc::Sender<Command>,
    inquiries: mpsc::Sender<Inquiry>,
    health: watch::Receiver<Health>,
    counters: Arc<Counters>,
    durable: bool,
}

/// A place in the journal's queue: what is decided under it can't fail to be handed over.
#[derive(Debug)]
pub(crate) struct Permit<'a>(mpsc::Permit<'a, Command>);

/// The writes of one step of a table.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The table.
    pub(crate) table: Code,
    /// The writes, in order; all of them are written or none.
    pub(crate) writes: Vec<Write>,
    /// The table's number of this batch.
    pub(crate) number: u64,
    /// How many rollbacks the table knew of when it decided them.
    pub(crate) rollbacks: u64,
    /// Where the table is told.
    pub(crate) progress: watch::Sender<Progress>,
}

/// How far the journal is with what one table has handed over: the batches up to `on_disk` are on
/// disk, and everything that was sent after them before this number of rollbacks was seen is void.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The number of the last batch that is on disk.
    pub(crate) on_disk: u64,
    /// How often batches of this table have become void.
    pub(crate) rollbacks: u64,
}

impl Journal {
    /// The journal that a configuration asks for, with what is to go on: in its directory, or in
    /// memory where it names none.
    ///
    /// # Errors
    /// Says why there is none, and what to do.
    pub(crate) fn open(config: &JournalConfig) -> Result<(Self, Contents), OpenError> {
        let (database, max_bytes) = match &config.data_dir {
            Some(dir) => (Database::open(dir)?, config.replay_space_bytes),
            None => (Database::in_memory()?, MEMORY_SPACE_BYTES),
        };
        let file = database.place().file();
        let failed = |error: ReadError| error.at(file.clone());
        let mut store = Store::open(Log::new(database, None)).map_err(failed)?;
        let contents = startup::read_contents(&mut store, now_unix_ms()).map_err(failed)?;
        tracing::info!(
            file = %file.display(),
            tables = contents.tables.len(),
            players = contents.players.len(),
            keep_replays_days = config.keep_replays_days,
            replay_space_bytes = max_bytes,
            "the journal is open"
        );
        let keeping = Keeping::new(config.keep_replays_days, max_bytes);
        Ok((Self::start(store, keeping, PATIENCE)?, contents))
    }

    /// A journal that lasts as long as the process.
    #[cfg(test)]
    pub(crate) fn in_memory() -> io::Result<Self> {
        Self::in_memory_with(MemoryFaults::default())
    }

    /// A journal in memory that fails when it is told to.
    ///
    /// # Errors
    /// Its threads could not be started.
    pub(crate) fn in_memory_with(faults: MemoryFaults) -> io::Result<Self> {
        let database = Database::in_memory().map_err(io::Error::other)?;
        Self::with_faults(database, faults).map_err(io::Error::other)
    }

    /// Whether what is written outlives the process.
    pub(crate) const fn is_durable(&self) -> bool {
        self.durable
    }

    /// Whether anything is taken now; told with each change.
    pub(crate) fn health(&self) -> watch::Receiver<Health> {
        self.health.clone()
    }

    /// Adds what it has counted, and how it is now, to a page.
    pub(crate) fn register_metrics(&self, page: &mut Registry) {
        page.register(
            "versus2048_journal_healthy",
            "1 while the journal takes what is decided, else 0",
            ConstGauge::new(u64::from(self.health.borrow().is_healthy())),
        );
        page.register(
            "versus2048_journal_queue",
            "Steps of tables that wait for a commit, without those of the running one",
            ConstGauge::new(self.commands.max_capacity() - self.commands.capacity()),
        );
        self.counters.register(page);
    }

    /// The journal's counters.
    #[cfg(test)]
    pub(crate) fn stats(&self) -> JournalStats {
        self.counters.read(self.health.borrow().is_healthy())
    }

    /// A place in the queue, if there is one and the disk takes what comes.
    pub(crate) fn try_reserve(&self) -> Option<Permit<'_>> {
        if !self.health.borrow().is_healthy() {
            return None;
        }
        self.commands.try_reserve().ok().map(Permit)
    }

    /// A place in the queue, waited for; `None` where the journal has ended.
    pub(crate) async fn reserve(&self) -> Option<Permit<'_>> {
        self.commands.reserve().await.ok().map(Permit)
    }

    /// Notes when a player was last here, if there is a place in the queue. A commit that fails is
    /// made up for.
    pub(crate) fn remember(&self, player: StoredPlayer) {
        // A full queue means that there is more important work.
        let _ = self.commands.try_send(Command::Remember(player));
    }

    /// Comes back when something that is decided now can be written; never, where the journal has
    /// ended.
    pub(crate) async fn ready(&self) {
        let mut health = self.health.clone();
        loop {
            let healthy = health.wait_for(Health::is_healthy).await.is_ok();
            if !healthy || self.commands.reserve().await.is_err() {
                return std::future::pending().await;
            }
            if health.borrow().is_healthy() {
                return;
            }
        }
    }

    /// Comes back when everything that was handed over has been written or has failed.
    pub(crate) async fn flush(&self) {
        let (reply, flushed) = oneshot::channel();
        self.ask(Question::Flush(reply)).await;
        // An error means that the writer has ended: then there is nothing to wait for.
        let _ = flushed.await;
    }

    /// Writes everything that was handed over and takes nothing more; when it comes back, another
    /// process can have the journal.
    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        self.ask(Question::Close(reply)).await;
        // An error means that the writer has ended already.
        let _ = closed.await;
    }

    /// A finished match by its id.
    pub(crate) async fn replay(&self, game: Uuid) -> ReplayLookup {
        let (reply, found) = oneshot::channel();
        // A reader that has ended drops the reply with the question.
        let _ = self.inquiries.send(Inquiry::One { game, reply }).await;
        found.await.unwrap_or(ReplayLookup::Damaged)
    }

    /// The newest finished matches of listed tables, without moves; those of one player, where it
    /// is given.
    ///
    /// # Errors
    /// The disk can't be asked; the reason is in the log.
    pub(crate) async fn replays(
        &self,
        player: Option<PlayerId>,
        limit: u32,
    ) -> Result<Vec<Box<RawValue>>, Unreadable> {
        let (reply, found) = oneshot::channel();
        let inquiry = Inquiry::Newest {
            player,
            limit,
            reply,
        };
        // A reader that has ended drops the reply with the question.
        let _ = self.inquiries.send(inquiry).await;
        found.await.unwrap_or(Err(Unreadable))
    }

    async fn ask(&self, question: Question) {
        // A writer that has ended drops the reply with the question.
        let _ = self.commands.send(Command::Ask(question)).await;
    }

    fn with_faults(database: Database, faults: MemoryFaults) -> Result<Self, OpenError> {
        let file = database.place().file();
        let patience = faults.patience();
        let store = Store::open(Log::new(database, Some(faults)));
        let store = store.map_err(|error| error.at(file))?;
        Self::start(store, Keeping::new(None, MEMORY_SPACE_BYTES), patience)
    }

    fn start(store: Store, keeping: Keeping, patience: Duration) -> Result<Self, OpenError> {
        let (commands, queued) = mpsc::channel(QUEUED_BATCHES);
        let (healthy, health) = watch::channel(Health::Healthy);
        let counters = Arc::new(Counters::default());
        let place = store.log.place().clone();
        let durable = place.is_durable();
        let inquiries = reader::start(place, store.playing()).map_err(OpenError::Thread)?;
        let writer = Writer {
            store,
            keeping,
            watchdog: Watchdog::start(healthy.clone(), patience).map_err(OpenError::Thread)?,
            status: Status {
                health: healthy,
                counters: Arc::clone(&counters),
            },
            courier: Courier::start(),
            commit_delay: CommitDelay::default(),
            undecided: Vec::new(),
            void: Vec::new(),
            players: Vec::new(),
            forgotten: 0,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(OpenError::Thread)?;
        thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run(queued, &runtime))
            .map_err(OpenError::Thread)?;
        Ok(Self {
            commands,
            inquiries,
            health,
            counters,
            durable,
        })
    }
}

impl Permit<'_> {
    /// Hands a batch over; the table is told when it is on disk.
    pub(crate) fn send(self, batch: Batch) {
        self.0.send(Command::Commit(batch));
    }
}

impl Batch {
    /// Whether it was decided before a rollback that its table has been told of since.
    fn is_void(&self) -> bool {
        self.progress.borrow().rollbacks > self.rollbacks
    }

    /// Notes for the table that this batch and those before it are on disk.
    fn confirm(&self) {
        self.progress.send_if_modified(|progress| {
            progress.on_disk = self.number;
            // The table is woken later.
            false
        });
    }

    /// Lets the table see what was noted.
    fn wake_table(&self) {
        self.progress.send_modify(|_| {});
    }

    /// Tells the table that this batch is void, unless it was told so of one before; where it is on
    /// disk all the same, that is what what follows it rests on.
    fn roll_back(&self, is_on_disk: bool) {
        self.progress.send_modify(|progress| {
            if is_on_disk {
                progress.on_disk = self.number;
            }
            progress.rollbacks = self.rollbacks + 1;
        });
    }
}
