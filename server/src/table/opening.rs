//! How a table comes to be.

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use versus2048_protocol::game::Event;

use crate::clock::Clock;
use crate::config::{Ending, Limits};
use crate::journal::{Journal, Permit, StoredTable};
use crate::lobby::Lobby;
use crate::outbox::Viewer;
use crate::table::current::CurrentMatch;
use crate::table::handle::TableHandle;
use crate::table::state::{Newcomer, Table, TableSetup};
use crate::table::task::TableTask;
use crate::table::telling::{Asker, Published, Record, Telling};

/// What a table lives in.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Knows who sits where.
    pub(crate) lobby: Lobby,
    /// Keeps the events.
    pub(crate) journal: Journal,
    /// Tells the time.
    pub(crate) clock: Clock,
    /// How long tables last.
    pub(crate) limits: Limits,
    /// Says when the server stops.
    pub(crate) stop: CancellationToken,
    /// What the server says when it stops.
    pub(crate) ending: Ending,
}

impl Surroundings {
    /// Whether tables come back after the server has stopped: then they wait where they are.
    pub(super) fn outlives_server(&self) -> bool {
        self.ending == Ending::Restart && self.journal.is_durable()
    }
}

/// A table that is to be made.
#[derive(Debug)]
pub(crate) struct NewTable {
    /// What it is made with.
    pub(crate) setup: TableSetup,
    /// Who sits down, from seat 0 on, and its way.
    pub(crate) seats: Vec<(Newcomer, Viewer)>,
    /// Whose answer the first `match` is.
    pub(crate) asker: Option<Asker>,
}

/// A table that has just been made.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The way to it.
    pub(crate) handle: TableHandle,
    /// How it is, for those who are not at it.
    pub(crate) published: watch::Receiver<Published>,
}

/// Makes a table and tells those at it so once it is kept. Gives the task to spawn.
pub(crate) fn open(
    around: Surroundings,
    new: NewTable,
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let now_ms = around.clock.now_ms();
    let mut table = Table::new(new.setup, &around.limits, now_ms);
    let mut record = Record::new(now_ms);
    for (newcomer, viewer) in new.seats {
        if let Ok(seat) = table.free_seat_for(newcomer.player) {
            let (connection, you) = (newcomer.connection, Some(seat));
            record.tell(Telling::Arrived {
                connection,
                you,
                viewer,
            });
            table.sit(now_ms, seat, newcomer);
        }
    }
    table.tell_snapshot(new.asker.as_ref(), &mut record);

    start(TableTask::new(table, around), record, permit)
}

/// Brings a table back as it was kept, with its match paused where it was on. Gives the task to spawn.
pub(crate) fn reopen(
    around: Surroundings,
    stored: &StoredTable,
    events: &[Event],
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let now_ms = around.clock.now_ms();
    let current = CurrentMatch::restored(stored.options, stored.game, events);
    let table = Table::restored(stored, current, &around.limits, now_ms);
    let mut task = TableTask::new(table, around);
    let mut record = Record::new(now_ms);
    task.interrupt(&mut record);
    start(task, record, permit)
}

fn start(
    mut task: TableTask,
    record: Record,
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let (handle, inbox) = task.handle();
    let published = task.published();
    task.hand_over(Some(permit), record);
    (Opened { handle, published }, task.run(inbox))
}
