//! What becomes of a table when a commit has failed, or the table itself.

use versus2048_protocol::wire::{ClosedReason, ServerMessage};

use crate::refusal::Refusal;
use crate::table::task::{TableTask, carry_out};
use crate::table::telling::{Deed, Record, Telling};

impl TableTask {
    /// After a failed commit: makes the match anew from what is on disk, and tells it.
    pub(super) async fn refold(&mut self, failures: u64) {
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
        let mut record = Record::new(around.clock.now_ms());
        let now = table.snapshot(record.now_ms);
        gate.lose_after(before + table.events(), &now, &mut |deed| {
            carry_out(deed, table, around, published);
        });
        if !table.is_closed() {
            table.tell_snapshot(None, &mut record);
        }
        record.tell(Telling::Deed(Deed::Publish(table.published())));
        self.hand_over(None, record);
    }

    /// The table has panicked: its match is aborted and it is gone, and everybody there is told.
    pub(super) fn fail(&mut self) {
        let code = self.table.code();
        tracing::error!(match_id = %self.table.game_id(), "a table has failed; its match is aborted");
        // First of all, so that nobody waits for it whatever else is broken.
        carry_out(Deed::Remove, &self.table, &self.around, &self.published);
        let reason = ClosedReason::Shutdown;
        let closed = ServerMessage::Closed { code, reason };
        self.gate
            .end_at_once(&[Refusal::Internal.message(), closed]);
        let events = self.table.abort(self.around.clock.now_ms());
        let number = self.gate.decided() + 1;
        let journal = self.around.journal.clone();
        if let Some(permit) = journal.try_reserve().filter(|_| !events.is_empty()) {
            permit.send(self.batch(events, number));
        }
    }
}
