//! The opening of tables, new ones and those that come back from the journal.

use tokio::sync::watch;
use versus2048_protocol::game::{Event, Seat};
use versus2048_protocol::wire::ServerMessage;

use crate::journal::{Permit, StoredTable};
use crate::table::Table;
use crate::table::handle::{Arrival, TableHandle};
use crate::table::ledger::Ledger;
use crate::table::presence::Presence;
use crate::table::record::{Published, Record, Request};
use crate::table::state::{State, TableSetup};
use crate::table::surroundings::Surroundings;
use crate::table::task::TableTask;

/// A table that is to be made.
#[derive(Debug)]
pub(crate) struct NewTable {
    /// Its settings.
    pub(crate) setup: TableSetup,
    /// The players, from seat 0 on. The first `match` answers the message of the first one.
    pub(crate) arrivals: Vec<Arrival>,
}

/// A table that has just been opened.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The way to it.
    pub(crate) handle: TableHandle,
    /// The table as those see it who are not at it.
    pub(crate) published: watch::Receiver<Published>,
}

/// Makes a table, whose players hear of it once it is on disk. Returns the task to spawn.
pub(crate) fn open(
    around: Surroundings,
    new: NewTable,
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let now_ms = around.clock.now_ms();
    let mut table = Table {
        state: State::new(new.setup, &around.limits, now_ms),
        presence: Presence::new(around.limits.forfeit_after_ms),
    };
    let mut first = None;
    for (seat, arrival) in Seat::ALL.into_iter().zip(new.arrivals) {
        let Arrival {
            client, viewer, re, ..
        } = arrival;
        let presence = &mut table.presence;
        presence.subscribe(client.player, client.connection, viewer);
        table.state.seat(seat, &client, now_ms);
        first.get_or_insert(Request::new(client.requester(re)));
    }
    let mut record = Record::writable(now_ms);
    let snapshot = table.state.snapshot(&table.presence, now_ms);
    record.tell_all(ServerMessage::Match(snapshot), first.as_ref());
    let outside = around.outside(&table);
    let ledger = Ledger::new(table, around.waiting_limit(), outside);
    start(ledger, around, record, permit)
}

/// Brings a table back as it was kept, with its match paused if it was on; both seats are absent with a
/// whole allowance. Returns the task to spawn.
pub(crate) fn reopen(
    around: Surroundings,
    stored: &StoredTable,
    events: &[Event],
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let now_ms = around.clock.now_ms();
    let state = State::restored(stored, events, &around.limits, now_ms);
    let mut presence = Presence::new(around.limits.forfeit_after_ms);
    for player in state.players() {
        presence.note_absent(player, now_ms);
    }
    let table = Table { state, presence };
    let outside = around.outside(&table);
    let mut ledger = Ledger::restored(table, around.waiting_limit(), outside);
    let mut record = Record::writable(now_ms);
    ledger.advance(&mut record);
    // The table has no subscribers yet, so the pause is told to none.
    record.entries.clear();
    start(ledger, around, record, permit)
}

fn start(
    ledger: Ledger,
    around: Surroundings,
    record: Record,
    permit: Permit<'_>,
) -> (Opened, impl Future<Output = ()> + Send + use<>) {
    let (handle, inbox) = TableHandle::new(ledger.code());
    let published = ledger.subscribe_published();
    let mut task = TableTask::new(ledger, around);
    task.hand_over(Some(permit), record);
    (Opened { handle, published }, task.run(inbox))
}
