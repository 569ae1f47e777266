//! The task of a table: waits for one source, gives it to the table, carries out what comes back.
//! No rule is decided here.

mod commands;
mod failure;

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;
use versus2048_protocol::game::Event;
use versus2048_protocol::wire::ClosedReason;

use crate::journal::{Batch, Health, Journal, Permit, Progress, StoredTable, Write};
use crate::table::gate::Gate;
use crate::table::handle::{Inbox, TableCommand, TableHandle};
use crate::table::in_flight::InFlight;
use crate::table::opening::Surroundings;
use crate::table::state::{PublishedKey, StoredKey, Table};
use crate::table::telling::{Deed, Note, Published, Record, Telling};

/// How long what is due waits for a place in the journal's queue, in milliseconds.
const RETRY_MS: u64 = 50;
/// How often a table that panics is made anew before its match is aborted: what makes it panic each
/// time is in its journal.
const MAX_PANICS: u32 = 3;

/// A table with everything around it.
pub(super) struct TableTask {
    table: Table,
    gate: Gate,
    around: Surroundings,
    progress: watch::Sender<Progress>,
    told: watch::Receiver<Progress>,
    health: watch::Receiver<Health>,
    /// How many rollbacks the table has taken in.
    rollbacks: u64,
    in_flight: InFlight,
    /// The table as it was last handed over to be written; `None` once it is closed.
    kept: Option<Box<StoredTable>>,
    /// What of the table was last handed over; `None` where that may be lost.
    stored_key: Option<StoredKey>,
    /// Whether it is told what is on disk, while it is not known how far it has come.
    doubt: Option<BoxFuture<'static, bool>>,
    panics: u32,
    published: watch::Sender<Published>,
    published_key: PublishedKey,
    /// A command that waits until everything is on disk; nothing behind it is taken.
    held: Option<TableCommand>,
    /// When what is due is tried again that found no place in the journal's queue.
    retry_ms: Option<u64>,
    /// The server stops and the table is kept: nothing more is decided.
    is_suspended: bool,
}

impl TableTask {
    /// The task of a table that nobody has been told of.
    pub(super) fn new(table: Table, around: Surroundings) -> Self {
        // What is held back for a reader has to fit into its outbox when it is let go.
        let limit = (around.limits.outbox_messages * 3 / 4).max(1);
        let (progress, told) = watch::channel(Progress::default());
        Self {
            gate: Gate::new(table.code(), limit, around.lobby.metrics().clone()),
            progress,
            told,
            health: around.journal.health(),
            rollbacks: 0,
            in_flight: InFlight::none(table.current().clone()),
            kept: None,
            stored_key: None,
            doubt: None,
            panics: 0,
            published: watch::Sender::new(table.published()),
            published_key: table.published_key(),
            held: None,
            retry_ms: None,
            is_suspended: false,
            table,
            around,
        }
    }

    /// Runs the table until it is closed and everything has been told.
    pub(super) async fn run(mut self, mut inbox: Inbox) {
        let commands = &mut inbox.commands;
        while AssertUnwindSafe(self.serve(commands))
            .catch_unwind()
            .await
            .is_err()
        {
            let recovered = catch_unwind(AssertUnwindSafe(|| self.recover()));
            if !matches!(recovered, Ok(true)) {
                commands.close();
                return self.fail();
            }
        }
        commands.close();
        while let Some(command) = commands.recv().await {
            self.step(Some(command));
        }
    }

    /// Interrupts the match, which has come back from the journal after a restart.
    pub(super) fn interrupt(&mut self, record: &mut Record) {
        self.table.interrupt(record);
    }

    /// The way to the table, and what it is to read.
    pub(super) fn handle(&self) -> (TableHandle, Inbox) {
        TableHandle::new(self.table.code())
    }

    /// How the table is, for those who are not at it.
    pub(super) fn published(&self) -> watch::Receiver<Published> {
        self.published.subscribe()
    }

    async fn serve(&mut self, commands: &mut mpsc::Receiver<TableCommand>) {
        while !(self.is_done() && self.gate.is_empty()) {
            let wake_ms = self.wake_ms();
            tokio::select! {
                // What the journal says comes first: the next command is decided upon that.
                biased;
                Ok(()) = self.told.changed() => self.catch_up(),
                Ok(()) = self.health.changed() => self.note_health(),
                is_known = known(&mut self.doubt) => {
                    if !is_known {
                        // The journal has ended.
                        return self.fail();
                    }
                    self.settle();
                }
                () = self.around.stop.cancelled(), if !self.is_done() => self.stop(),
                () = self.around.clock.sleep_until(wake_ms) => self.step(None),
                Some(command) = commands.recv(), if self.held.is_none() => self.step(Some(command)),
            }
        }
    }

    /// Whether nothing happens any more.
    const fn is_done(&self) -> bool {
        self.table.is_closed() || self.is_suspended
    }

    /// When time alone next brings something.
    fn wake_ms(&self) -> u64 {
        let due_ms = self.table.due_ms().unwrap_or(u64::MAX);
        match self.retry_ms {
            Some(retry_ms) if self.is_row_due() => retry_ms,
            retry_ms => due_ms.max(retry_ms.unwrap_or(0)),
        }
    }

    /// Lets happen what time has brought, then what is asked for. Between the place in the journal's
    /// queue and the hand-over nothing is awaited.
    fn step(&mut self, command: Option<TableCommand>) {
        let journal = self.around.journal.clone();
        let mut record = Record::new(self.around.clock.now_ms());
        let permit = self.reserve(&journal, record.now_ms);
        let can_write = permit.is_some();
        if can_write {
            self.table.advance(&mut record);
        }
        if let Some(command) = command {
            self.take(command, can_write, &mut record);
        }
        if can_write {
            self.table.advance(&mut record);
        }
        self.hand_over(permit, record);
    }

    /// A place in the journal's queue, where there is one and something may be decided.
    pub(super) fn reserve<'a>(&mut self, journal: &'a Journal, now_ms: u64) -> Option<Permit<'a>> {
        let may_decide = self.doubt.is_none() && !self.is_suspended;
        let permit = may_decide.then(|| journal.try_reserve()).flatten();
        let retry_ms = now_ms.saturating_add(RETRY_MS);
        self.retry_ms = permit.is_none().then_some(retry_ms);
        permit
    }

    /// Hands what has to be kept to the journal and lines up what is to be told.
    pub(super) fn hand_over(&mut self, permit: Option<Permit<'_>>, mut record: Record) {
        let published_key = self.table.published_key();
        if published_key != self.published_key {
            self.published_key = published_key;
            record.tell_first(Telling::Deed(Deed::Publish(self.table.published())));
        }
        let Record {
            events, tellings, ..
        } = record;
        let ahead = usize::from(self.is_row_due());
        let tellings = tellings.into_iter().chain(notes(&events));
        self.gate
            .take(tellings.map(|(before, telling)| (ahead + before, telling)));
        debug_assert!(
            permit.is_some() || events.is_empty(),
            "events are decided under a permit"
        );
        match permit {
            Some(permit) if ahead + events.len() > 0 => permit.send(self.batch(events)),
            _ => {}
        }
        self.release(0);
    }

    /// Whether the table is not kept as it is now.
    fn is_row_due(&self) -> bool {
        self.stored_key != Some(self.table.stored_key())
    }

    /// What has to be kept after a step with these events.
    fn batch(&mut self, events: Vec<Event>) -> Batch {
        let row = self.is_row_due().then(|| self.table.row());
        let count = usize::from(row.is_some()) + events.len();
        let numbers = self.gate.hand_over(count);
        let number = *numbers.end();
        let mut writes = Vec::with_capacity(count + 1);
        if let Some(row) = row {
            self.stored_key = Some(self.table.stored_key());
            if self.in_flight.confirmed().id() != self.table.current().id() {
                self.in_flight = InFlight::none(self.table.current().unplayed());
            }
            self.kept = match &row {
                Write::Table(stored) => Some(stored.clone()),
                _ => None,
            };
            writes.push(row);
        }
        writes.extend(self.table.writes(&events, &self.around.clock));
        self.in_flight.add(numbers, events);
        Batch {
            table: self.table.code(),
            writes,
            number,
            rollbacks: self.rollbacks,
            progress: self.progress.clone(),
        }
    }

    /// Takes in what the journal says.
    fn catch_up(&mut self) {
        let progress = *self.told.borrow_and_update();
        self.in_flight.confirm(progress.on_disk);
        self.release(progress.on_disk);
        if progress.rollbacks > self.rollbacks {
            self.rollbacks = progress.rollbacks;
            self.lose();
        }
        self.take_held();
    }

    /// While the journal takes nothing, it is not known whether what is in flight is on disk.
    fn note_health(&mut self) {
        let is_failing = !self.health.borrow_and_update().is_healthy();
        if is_failing && self.doubt.is_none() && !self.gate.is_empty() {
            self.lose();
        }
    }

    /// Takes the command that has waited until everything is on disk.
    fn take_held(&mut self) {
        if self.gate.is_empty()
            && let Some(command) = self.held.take()
        {
            self.step(Some(command));
        }
    }

    fn release(&mut self, on_disk: u64) {
        let Self {
            gate,
            around,
            published,
            table,
            ..
        } = self;
        gate.release(on_disk, &mut |deed| {
            carry_out(deed, table, around, published);
        });
    }

    /// The server stops: a table that outlives it waits where it is, another one closes.
    fn stop(&mut self) {
        if self.around.outlives_server() {
            self.is_suspended = true;
            return;
        }
        let journal = self.around.journal.clone();
        let mut record = Record::new(self.around.clock.now_ms());
        let permit = self.reserve(&journal, record.now_ms);
        if permit.is_some() {
            self.table.abandon(&mut record);
        }
        self.table.close(ClosedReason::Shutdown, &mut record);
        self.hand_over(permit, record);
    }
}

/// What is on disk, once it is known; never where nothing is in doubt.
async fn known<T>(doubt: &mut Option<BoxFuture<'static, T>>) -> T {
    match doubt {
        Some(doubt) => doubt.await,
        None => std::future::pending().await,
    }
}

/// What an operator wants to know of these events, each behind it.
fn notes(events: &[Event]) -> impl Iterator<Item = (usize, Telling)> {
    (1..).zip(events).filter_map(|(before, event)| {
        let note = match event {
            Event::Begun { .. } => Note::Begins,
            Event::Ended { outcome, at_ms } => Note::Ends {
                reason: outcome.reason,
                at_ms: *at_ms,
            },
            _ => return None,
        };
        Some((before, Telling::Deed(Deed::Log(note))))
    })
}

/// Logs what has happened. A code is a way in, so the id stands for it.
fn log(match_id: Uuid, note: Note) {
    match note {
        Note::Begins => tracing::info!(%match_id, "a match begins"),
        Note::Ends { reason, at_ms } => tracing::info!(%match_id, %reason, at_ms, "a match ends"),
    }
}

fn carry_out(
    deed: Deed,
    table: &Table,
    around: &Surroundings,
    published: &watch::Sender<Published>,
) {
    let lobby = &around.lobby;
    match deed {
        Deed::Publish(now) => drop(published.send_replace(now)),
        Deed::Unseat(player) => lobby.unseat(player, table.code()),
        Deed::Log(note) => log(table.current().id(), note),
        Deed::Remove => lobby.remove(table.code(), &table.players()),
    }
}
