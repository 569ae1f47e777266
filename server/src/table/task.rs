//! The task of a table: waits for one source, gives it to the table, carries out what comes back.
//! No rule is decided here.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use versus2048_protocol::game::Seat;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{ClosedReason, ServerMessage};

use crate::clock::Clock;
use crate::journal::{Batch, Journal, Permit, Progress};
use crate::lobby::Lobby;
use crate::outbox::Viewer;
use crate::players::Visit;
use crate::refusal::Refusal;
use crate::table::gate::Gate;
#[cfg(test)]
use crate::table::handle::Breakage;
use crate::table::handle::{Comer, Returner, TableCommand, TableHandle};
use crate::table::limits::TableLimits;
use crate::table::state::{Newcomer, PublishedKey, Table, TableSetup};
use crate::table::telling::{Asker, Deed, IfLost, Published, Record, Telling};

/// How long what is due waits for a place in the journal's queue, in milliseconds.
const RETRY_MS: u64 = 50;

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
    pub(crate) limits: TableLimits,
    /// Says when every table closes.
    pub(crate) stop: CancellationToken,
}

/// Who a table is made for.
#[derive(Debug)]
pub(crate) struct Arrivals {
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

/// Makes a table for these arrivals and tells them so. Gives the task to spawn.
pub(crate) fn open(
    around: Surroundings,
    setup: TableSetup,
    arrivals: Arrivals,
) -> (Opened, impl Future<Output = ()> + Send) {
    let now_ms = around.clock.now_ms();
    let mut table = Table::new(setup, around.limits.clone(), now_ms);
    let mut record = Record::new(now_ms);
    for (newcomer, viewer) in arrivals.seats {
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
    table.tell_snapshot(arrivals.asker.as_ref(), &mut record);

    let (handle, inbox) = TableHandle::new(table.code());
    let mut task = TableTask::new(table, around);
    let published = task.published.subscribe();
    task.hand_over(None, record);
    (Opened { handle, published }, task.run(inbox))
}

struct TableTask {
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
    fn new(table: Table, around: Surroundings) -> Self {
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

    async fn run(mut self, mut inbox: mpsc::Receiver<TableCommand>) {
        let served = AssertUnwindSafe(self.serve(&mut inbox))
            .catch_unwind()
            .await;
        inbox.close();
        if served.is_err() {
            return self.fail();
        }
        while let Some(command) = inbox.recv().await {
            self.step(Some(command));
        }
    }

    async fn serve(&mut self, inbox: &mut mpsc::Receiver<TableCommand>) {
        while !(self.table.is_closed() && self.gate.is_empty()) {
            let wake_ms = self.wake_ms();
            tokio::select! {
                Some(command) = inbox.recv(), if self.held.is_none() => self.step(Some(command)),
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

    fn take(&mut self, command: TableCommand, can_write: bool, record: &mut Record) {
        match command {
            TableCommand::Act { ref asker, ref act }
                if can_write
                    && self.table.would_replace_match(asker, act)
                    && !(self.gate.is_empty() && record.events.is_empty()) =>
            {
                self.held = Some(command);
            }
            TableCommand::Act { asker, act } => {
                if self.may_ask(&asker, can_write) {
                    self.table.act(&asker, act, record);
                }
            }
            TableCommand::Leave { asker, done } => {
                if self.may_ask(&asker, can_write) {
                    self.table.leave(asker, done, record);
                }
            }
            TableCommand::Answer { asker, message } => {
                if self.may_ask(&asker, true) {
                    record.tell(Telling::One { message, asker });
                }
            }
            TableCommand::MayLeave { connection, reply } => {
                let answer = self.table.may_leave(connection);
                record.tell(Telling::MayLeave { answer, reply });
            }
            TableCommand::Join { comer, name, reply } => {
                // Who has asked may be gone; its disconnect comes after this.
                let _ = reply.send(self.join(comer, name, record));
            }
            TableCommand::Watch { comer, reply } => {
                let _ = reply.send(self.watch(comer, record));
            }
            TableCommand::Attach { returner, reply } => {
                let _ = reply.send(self.attach(*returner, record));
            }
            TableCommand::Detach(connection) => self.table.detach(connection, record),
            TableCommand::Disconnect(connection) => self.table.disconnect(connection, record),
            #[cfg(test)]
            TableCommand::Break(Breakage::Panic) => panic!("a test wants it"),
            #[cfg(test)]
            TableCommand::Break(Breakage::Interrupt) => self.table.interrupt(record),
            #[cfg(test)]
            TableCommand::Probe(reply) => drop(reply.send(())),
        }
    }

    /// Whether a command is done: not one of a connection that is not at the table any more, nor one
    /// whose answer can't be written or kept; that is refused at once.
    fn may_ask(&self, asker: &Asker, can_write: bool) -> bool {
        let connection = asker.connection;
        if !self.table.knows(connection) {
            return false;
        }
        let may_ask = can_write && !self.gate.is_full_for(connection);
        if !may_ask {
            self.gate.refuse_at_once(asker, &asker.unavailable());
        }
        may_ask
    }

    fn join(&mut self, comer: Comer, name: PlayerName, record: &mut Record) -> Result<(), Refusal> {
        let Visit {
            player, connection, ..
        } = comer.visit;
        let seat = self.table.free_seat_for(player)?;
        let code = self.table.code();
        self.around.lobby.claim(comer.visit, Some(code))?;
        let asker = arrive(comer, Some(seat), record);
        let newcomer = Newcomer {
            player,
            name,
            connection,
        };
        self.table.sit(record.now_ms, seat, newcomer);
        self.table.tell_snapshot(Some(&asker), record);
        Ok(())
    }

    fn watch(&mut self, comer: Comer, record: &mut Record) -> Result<(), Refusal> {
        let Visit {
            player, connection, ..
        } = comer.visit;
        self.table.check_watcher(player)?;
        self.around.lobby.claim(comer.visit, None)?;
        let asker = arrive(comer, None, record);
        self.table.watch(connection);
        self.table.tell_view(asker, record);
        Ok(())
    }

    fn attach(&mut self, returner: Returner, record: &mut Record) -> bool {
        let Returner {
            player,
            connection,
            viewer,
            welcome,
        } = returner;
        let Some(seat) = self.table.attach(player, connection, record) else {
            return false;
        };
        viewer.push(welcome);
        let you = Some(seat);
        record.tell(Telling::Arrived {
            connection,
            you,
            viewer,
        });
        let (re, if_lost) = (None, IfLost::Snapshot);
        self.table.tell_view(
            Asker {
                connection,
                re,
                if_lost,
            },
            record,
        );
        true
    }

    /// Hands events to the journal and lines up what is to be told.
    fn hand_over(&mut self, permit: Option<Permit<'_>>, mut record: Record) {
        let published_key = self.table.published_key();
        if published_key != self.published_key {
            self.published_key = published_key;
            record.tell(Telling::Deed(Deed::Publish(self.table.published())));
        }
        let Record {
            events, tellings, ..
        } = record;
        self.gate.take(tellings, events.len());
        debug_assert!(
            permit.is_some() || events.is_empty(),
            "events are decided under a permit"
        );
        if let Some(permit) = permit.filter(|_| !events.is_empty()) {
            permit.send(Batch {
                game: self.table.game_id(),
                events,
                number: self.gate.decided(),
                failures: self.failures,
                progress: self.progress.clone(),
            });
        }
        self.release(0);
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

    /// After a failed commit: makes the match anew from what is on disk, and tells it.
    async fn refold(&mut self, failures: u64) {
        self.failures = failures;
        let Some(events) = self.around.journal.load(self.table.game_id()).await else {
            return;
        };
        let before = self.gate.decided().saturating_sub(self.table.events());
        self.table.refold(&events);
        let Self {
            gate,
            around,
            published,
            table,
            ..
        } = self;
        let on_disk = before + table.events();
        let owed = gate.lose_after(on_disk, &mut |deed| {
            carry_out(deed, table, around, published);
        });
        let mut record = Record::new(around.clock.now_ms());
        if !table.is_closed() {
            table.tell_snapshot(None, &mut record);
            for asker in owed {
                table.tell_view(asker, &mut record);
            }
        }
        record.tell(Telling::Deed(Deed::Publish(table.published())));
        self.hand_over(None, record);
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

    /// The table has panicked: its match is aborted and it is gone, and everybody there is told.
    fn fail(&mut self) {
        let code = self.table.code();
        tracing::error!(%code, "a table has failed; its match is aborted");
        let Self {
            gate,
            around,
            published,
            table,
            ..
        } = self;
        let events = table.abort(around.clock.now_ms());
        if let Some(permit) = around.journal.try_reserve().filter(|_| !events.is_empty()) {
            permit.send(Batch {
                game: table.game_id(),
                number: gate.decided() + 1,
                events,
                failures: self.failures,
                progress: self.progress.clone(),
            });
        }
        carry_out(Deed::Remove, table, around, published);
        let reason = ClosedReason::Shutdown;
        let closed = ServerMessage::Closed { code, reason };
        gate.end_at_once(&[Refusal::Internal.message(), closed]);
    }
}

/// Lets a comer hear what happens from here on; gives who is to be answered.
fn arrive(comer: Comer, you: Option<Seat>, record: &mut Record) -> Asker {
    let Comer { visit, viewer, re } = comer;
    let connection = visit.connection;
    record.tell(Telling::Arrived {
        connection,
        you,
        viewer,
    });
    let if_lost = IfLost::Snapshot;
    Asker {
        connection,
        re,
        if_lost,
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
