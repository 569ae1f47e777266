//! What becomes of a table when a commit has failed, or the table itself: the match is made anew from
//! what is on disk. State is folded anew, never undone.

use futures_util::FutureExt as _;
use versus2048_protocol::wire::{ClosedReason, ServerMessage};

use crate::refusal::Refusal;
use crate::table::in_flight::InFlight;
use crate::table::state::Table;
use crate::table::task::{MAX_PANICS, TableTask, carry_out};
use crate::table::telling::{Deed, Record, Telling};

impl TableTask {
    /// A commit has failed, and what was in flight may be on disk all the same: asks the journal.
    /// Until it answers, the match is as it is for certain and nothing is decided.
    pub(super) fn lose(&mut self) {
        self.table.restore_match(self.in_flight.confirmed().clone());
        self.doubt();
    }

    /// The table has panicked, so nothing that it says can be trusted: makes it anew from what it has
    /// handed over, with those who are at it. False where that has been done too often.
    pub(super) fn recover(&mut self) -> bool {
        self.panics += 1;
        let confirmed = self.in_flight.confirmed().clone();
        let Some(kept) = self.kept.as_deref().filter(|_| self.panics <= MAX_PANICS) else {
            return false;
        };
        tracing::error!(match_id = %confirmed.id(), "a table has panicked; its match comes back from the journal");
        let now_ms = self.around.clock.now_ms();
        self.table = Table::restored(kept, confirmed, &self.around.limits, now_ms);
        self.table.welcome_back(self.gate.present());
        self.held = None;
        self.doubt();
        true
    }

    /// What is on disk is known: makes the match from it, and tells it.
    pub(super) fn settle(&mut self) {
        self.doubt = None;
        let progress = *self.told.borrow_and_update();
        self.rollbacks = progress.rollbacks;
        self.in_flight.confirm(progress.on_disk);
        let current = self.in_flight.confirmed().clone();
        let first_lost = self.in_flight.first_lost(current.events());
        self.in_flight = InFlight::none(current.clone());
        self.table.restore_match(current);
        // What was to be kept of the table may be lost too, so that is written again.
        self.stored_key = None;
        let mut record = Record::new(self.around.clock.now_ms());
        self.gate
            .settle(first_lost, &self.table.snapshot(record.now_ms));
        if !self.table.is_closed() {
            self.table.tell_snapshot(None, &mut record);
        }
        record.tell(Telling::Deed(Deed::Publish(self.table.published())));
        let journal = self.around.journal.clone();
        let permit = self.reserve(&journal, record.now_ms);
        self.hand_over(permit, record);
        self.take_held();
    }

    /// The table can't go on: its match is aborted and it is gone, and everybody there is told.
    pub(super) fn fail(&mut self) {
        let code = self.table.code();
        tracing::error!(match_id = %self.table.current().id(), "a table has failed; its match is aborted");
        // First of all, so that nobody waits for it whatever else is broken.
        carry_out(Deed::Remove, &self.table, &self.around, &self.published);
        let reason = ClosedReason::Shutdown;
        let closed = ServerMessage::Closed { code, reason };
        self.gate
            .end_at_once(&[Refusal::Internal.message(), closed]);
        let mut record = Record::new(self.around.clock.now_ms());
        self.table.abandon(&mut record);
        self.table.close(reason, &mut record);
        let journal = self.around.journal.clone();
        if let Some(permit) = journal.try_reserve() {
            permit.send(self.batch(record.events));
        }
    }

    fn doubt(&mut self) {
        let Self {
            gate,
            around,
            published,
            table,
            ..
        } = self;
        gate.doubt(&mut |deed| carry_out(deed, table, around, published));
        let journal = around.journal.clone();
        let known = async move { journal.settled().await };
        self.doubt = Some(known.boxed());
        self.retry_ms = None;
    }
}
