//! The task of a table: waits for one source, passes it to the ledger, carries out what comes back. No
//! rule is decided here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt as _;
use tokio::sync::{mpsc, watch};

use crate::clock::unix_ms;
use crate::journal::{Batch, Permit, Progress};
use crate::refusal::Refusal;
use crate::table::handle::{Inbox, TableCommand};
use crate::table::ledger::{Handover, Ledger};
use crate::table::record::{Record, Request};
use crate::table::surroundings::Surroundings;

/// How often a table may panic before its match is aborted: the cause of each panic may be in its
/// journal.
const MAX_PANICS: u32 = 3;

/// A ledger with an inbox, a clock and a journal.
pub(super) struct TableTask {
    ledger: Ledger,
    around: Surroundings,
    /// The journal's acknowledgements and rollbacks.
    progress: watch::Receiver<Progress>,
    progress_tx: watch::Sender<Progress>,
    /// How many rollbacks the ledger has taken in.
    rollbacks: u64,
    /// The request that is being decided, so that it is answered if that panics.
    deciding: Option<Request>,
    panics: u32,
    /// Something was due and could not be written: the table waits for the journal.
    is_blocked: bool,
    /// The server stops: nothing more is decided.
    is_stopping: bool,
}

impl TableTask {
    /// The task of a table whose first step has not been handed over.
    pub(super) fn new(ledger: Ledger, around: Surroundings) -> Self {
        let (progress_tx, progress) = watch::channel(Progress::default());
        Self {
            ledger,
            around,
            progress,
            progress_tx,
            rollbacks: 0,
            deciding: None,
            panics: 0,
            is_blocked: false,
            is_stopping: false,
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
            if !self.recover() {
                self.fail();
                break;
            }
        }
        commands.close();
        while let Some(command) = commands.recv().await {
            self.step(Some(command));
        }
    }

    async fn serve(&mut self, commands: &mut mpsc::Receiver<TableCommand>) {
        let clock = self.around.clock.clone();
        let journal = self.around.journal.clone();
        let stop = self.around.stop.clone();
        let mut alarm_ms = self.wake_ms();
        let mut alarm = Box::pin(clock.sleep_until(alarm_ms));
        while !self.is_done() {
            if alarm_ms != self.wake_ms() {
                alarm_ms = self.wake_ms();
                alarm.set(clock.sleep_until(alarm_ms));
            }
            tokio::select! {
                // The journal comes first: the next command is decided upon what it says.
                biased;
                Ok(()) = self.progress.changed() => self.catch_up(),
                () = stop.cancelled(), if !self.is_stopping => self.stop(),
                () = journal.ready(), if self.is_blocked => self.step(None),
                () = alarm.as_mut() => self.step(None),
                Some(command) = commands.recv() => self.step(Some(command)),
            }
        }
    }

    /// Whether nothing is left to be done.
    fn is_done(&self) -> bool {
        self.ledger.is_finished() || (self.is_stopping && self.ledger.is_settled())
    }

    /// When time alone next brings something that can be decided.
    fn wake_ms(&self) -> u64 {
        if self.is_blocked || self.is_stopping {
            return u64::MAX;
        }
        self.ledger.due_ms().unwrap_or(u64::MAX)
    }

    /// Lets happen what time has brought, then what a command asks for, then what that has brought.
    /// Between the place in the journal's queue and the handover nothing is awaited.
    fn step(&mut self, command: Option<TableCommand>) {
        let journal = self.around.journal.clone();
        let permit = journal.try_reserve().filter(|_| !self.is_stopping);
        let mut record = Record::new(self.around.clock.now_ms(), permit.is_some());
        self.ledger.advance(&mut record);
        if let Some(command) = command {
            self.take(command, &mut record);
            self.ledger.advance(&mut record);
        }
        let is_due = self.ledger.due_ms() <= Some(record.now_ms);
        self.is_blocked = permit.is_none() && is_due;
        self.hand_over(permit, record);
    }

    /// Finishes a step, hands it to the journal if it has to be written, and carries out what follows.
    pub(super) fn hand_over(&mut self, permit: Option<Permit<'_>>, record: Record) {
        let clock = &self.around.clock;
        let unix_ms = |reading_ms| unix_ms(clock.wall_time(reading_ms));
        let handover = self.ledger.finish(record, unix_ms);
        if let Some((permit, Handover { number, writes })) = permit.zip(handover) {
            permit.send(Batch {
                table: self.ledger.code(),
                writes,
                number,
                rollbacks: self.rollbacks,
                progress: self.progress_tx.clone(),
            });
        }
    }

    /// Passes a command to the ledger.
    fn take(&mut self, command: TableCommand, record: &mut Record) {
        let ledger = &mut self.ledger;
        match command {
            TableCommand::Act { request, act } => {
                self.deciding = Some(request.clone());
                ledger.act(&request, act, record);
                self.deciding = None;
            }
            TableCommand::PassOn { request, message } => ledger.pass_on(*message, request, record),
            TableCommand::CheckLeaving { by, reply } => ledger.check_leaving(&by, reply, record),
            TableCommand::Leave { request, reply } => ledger.leave(request, reply, record),
            TableCommand::Join { arrival, reply } => ledger.join(*arrival, reply, record),
            TableCommand::Watch { arrival, reply } => {
                // The session may be gone; its disconnect comes after this.
                let _ = reply.send(ledger.watch(*arrival, record));
            }
            TableCommand::Return {
                arrival,
                welcome,
                reply,
            } => {
                let _ = reply.send(ledger.return_to_seat(*arrival, welcome, record));
            }
            TableCommand::Depart(player, connection) => {
                ledger.depart(player, connection, record.now_ms);
            }
            TableCommand::Disconnect(player, connection) => {
                ledger.disconnect(player, connection, record);
            }
            #[cfg(test)]
            TableCommand::Panic => panic!("a test wants it"),
        }
    }

    /// Takes in what the journal says.
    fn catch_up(&mut self) {
        let progress = *self.progress.borrow_and_update();
        let now_ms = self.around.clock.now_ms();
        self.ledger.acknowledge(progress.on_disk, now_ms);
        if progress.rollbacks == self.rollbacks || self.ledger.is_finished() {
            return;
        }
        self.rollbacks = progress.rollbacks;
        if self.closes_with_server() {
            self.ledger.end_at_once(None, now_ms);
        } else {
            self.ledger.roll_back(now_ms);
        }
    }

    /// The server stops: a table that outlives it waits where it is, another one closes.
    fn stop(&mut self) {
        let journal = self.around.journal.clone();
        let permit = journal.try_reserve();
        self.is_stopping = true;
        if !self.closes_with_server() {
            return;
        }
        let mut record = Record::new(self.around.clock.now_ms(), permit.is_some());
        if record.may_write {
            self.ledger.shut_down(&mut record);
            self.hand_over(permit, record);
        } else {
            self.ledger.end_at_once(None, record.now_ms);
        }
    }

    /// The table has panicked: goes on from its last finished step, unless that has been tried too
    /// often.
    fn recover(&mut self) -> bool {
        self.panics += 1;
        let match_id = self.ledger.game();
        tracing::error!(%match_id, panics = self.panics, "a table has panicked");
        let now_ms = self.around.clock.now_ms();
        let deciding = self.deciding.take();
        let recovered = AssertUnwindSafe(|| self.ledger.recover(now_ms, deciding.as_ref()));
        self.panics <= MAX_PANICS && catch_unwind(recovered).unwrap_or(false)
    }

    /// The table can't go on: everybody there is told, and its match is aborted.
    fn fail(&mut self) {
        let match_id = self.ledger.game();
        tracing::error!(%match_id, "a table has failed; its match is aborted");
        let journal = self.around.journal.clone();
        let permit = journal.try_reserve();
        let now_ms = self.around.clock.now_ms();
        let mut record = Record::new(now_ms, permit.is_some());
        if record.may_write && self.ledger.restore_last() {
            self.ledger.shut_down(&mut record);
            self.hand_over(permit, record);
        }
        self.ledger.end_at_once(Some(&Refusal::Internal), now_ms);
    }

    /// Whether the server stops and the table has to end with it.
    fn closes_with_server(&self) -> bool {
        self.is_stopping && !self.around.outlives_server()
    }
}
