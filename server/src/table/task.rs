//! The task of a table: waits for one source, gives it to the table, carries out what comes back.
//! No rule is decided here.

mod commands;
mod failure;

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use tokio::sync::{mpsc, watch};
use uuid::Uuid;
use versus2048_protocol::game::Event;
use versus2048_protocol::wire::ClosedReason;

use crate::journal::{Batch, Permit, Progress, Write};
use crate::table::gate::Gate;
use crate::table::handle::{Inbox, TableCommand};
use crate::table::opening::Surroundings;
use crate::table::state::{PublishedKey, Table};
use crate::table::telling::{Deed, Published, Record, Telling};

/// How long what is due waits for a place in the journal's queue, in milliseconds.
const RETRY_MS: u64 = 50;

/// A table with everything around it.
pub(super) struct TableTask {
    table: Table,
    gate: Gate,
    around: Surroundings,
    progress: watch::Sender<Progress>,
    told: watch::Receiver<Progress>,
    /// How many failed commits the table has taken in.
    failures: u64,
    published: watch::Sender<Published>,
    published_key: PublishedKey,
    /// A command that waits until everything is on disk; nothing behind it is taken.
    held: Option<TableCommand>,
    /// When what is due is tried again that found no place in the journal's queue.
    retry_ms: Option<u64>,
}

impl TableTask {
    /// The task of a table that nobody has been told of.
    pub(super) fn new(table: Table, around: Surroundings) -> Self {
        // What is held back for a reader has to fit into its outbox when it is let go.
        let limit = (around.limits.outbox_messages * 3 / 4).max(1);
        let (progress, told) = watch::channel(Progress::default());
        Self {
            gate: Gate::new(table.code(), limit),
            progress,
            told,
            failures: 0,
            published: watch::Sender::new(table.published()),
            published_key: table.published_key(),
            held: None,
            retry_ms: None,
            table,
            around,
        }
    }

    /// Runs the table until it is closed and everything has been told.
    pub(super) async fn run(mut self, mut inbox: Inbox) {
        let commands = &mut inbox.commands;
        let served = AssertUnwindSafe(self.serve(commands)).catch_unwind().await;
        commands.close();
        if served.is_err() {
            return self.fail();
        }
        while let Some(command) = commands.recv().await {
            self.step(Some(command));
        }
    }

    /// How the table is, for those who are not at it.
    pub(super) fn published(&self) -> watch::Receiver<Published> {
        self.published.subscribe()
    }

    async fn serve(&mut self, commands: &mut mpsc::Receiver<TableCommand>) {
        while !(self.table.is_closed() && self.gate.is_empty()) {
            let wake_ms = self.wake_ms();
            tokio::select! {
                Some(command) = commands.recv(), if self.held.is_none() => self.step(Some(command)),
                Ok(()) = self.told.changed() => self.catch_up().await,
                () = self.around.clock.sleep_until(wake_ms) => self.step(None),
                () = self.around.stop.cancelled(), if !self.table.is_closed() => self.stop(),
            }
        }
    }

    /// When time alone next brings something.
    fn wake_ms(&self) -> u64 {
        let due_ms = self.table.due_ms().unwrap_or(u64::MAX);
        due_ms.max(self.retry_ms.unwrap_or(0))
    }

    /// Lets happen what time has brought, then what is asked for. Between the place in the journal's
    /// queue and the hand-over nothing is awaited.
    fn step(&mut self, command: Option<TableCommand>) {
        let journal = self.around.journal.clone();
        let permit = journal.try_reserve();
        let mut record = Record::new(self.around.clock.now_ms());
        let can_write = permit.is_some();
        self.retry_ms = (!can_write).then(|| record.now_ms.saturating_add(RETRY_MS));
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

    /// Hands events to the journal and lines up what is to be told.
    pub(super) fn hand_over(&mut self, permit: Option<Permit<'_>>, mut record: Record) {
        let published_key = self.table.published_key();
        if published_key != self.published_key {
            self.published_key = published_key;
            record.tell_first(Telling::Deed(Deed::Publish(self.table.published())));
        }
        let Record {
            events, tellings, ..
        } = record;
        log(self.table.game_id(), &events);
        self.gate.take(tellings, events.len());
        debug_assert!(
            permit.is_some() || events.is_empty(),
            "events are decided under a permit"
        );
        if let Some(permit) = permit.filter(|_| !events.is_empty()) {
            permit.send(self.batch(events, self.gate.decided()));
        }
        self.release(0);
    }

    fn batch(&self, events: Vec<Event>, number: u64) -> Batch {
        let first = self.table.events() + 1 - u64::try_from(events.len()).unwrap_or(0);
        let writes = (first..)
            .zip(events)
            .map(|(seq, event)| Write::Event { seq, event });
        Batch {
            game: self.table.game_id(),
            writes: writes.collect(),
            number,
            failures: self.failures,
            progress: self.progress.clone(),
        }
    }

    /// Takes in what the journal says.
    async fn catch_up(&mut self) {
        let progress = *self.told.borrow_and_update();
        if progress.failures > self.failures {
            self.refold(progress.failures).await;
        } else {
            self.release(progress.on_disk);
        }
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

    fn stop(&mut self) {
        let mut record = Record::new(self.around.clock.now_ms());
        self.table.close(ClosedReason::Shutdown, &mut record);
        self.hand_over(None, record);
    }
}

/// Says what an operator wants to know of a match. A code is a way in, so the id stands for it.
fn log(match_id: Uuid, events: &[Event]) {
    for event in events {
        match event {
            Event::Begun { .. } => tracing::info!(%match_id, "a match begins"),
            Event::Ended { outcome, at_ms } => {
                tracing::info!(%match_id, reason = %outcome.reason, at_ms, "a match ends");
            }
            _ => {}
        }
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
        Deed::Archive(finished) => lobby.archive(*finished),
        Deed::Unseat(player) => lobby.unseat(player, table.code()),
        Deed::Remove => lobby.remove(table.code(), &table.players()),
    }
}
