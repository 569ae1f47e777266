//! The ledger of a table: what it has decided, what of that is on disk, and what waits in between.
//!
//! Success and failure take one road. The journal says which steps are on disk, and whether it has
//! dropped the others. Acknowledged steps take effect in order; after a rollback the table is the one
//! that is on disk, and every request that rested on more is answered `unavailable`. The ledger is a
//! value: it knows no task, no journal and no clock.

mod delivery;
mod outside;
mod requests;

use tokio::sync::watch;
use uuid::Uuid;
use versus2048_protocol::wire::{ClosedReason, Code};

use crate::journal::Write;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::table::line::{Line, Step};
use crate::table::record::{Entry, Published, Record, Request};
use crate::table::state::{PublishedKey, State};
pub(super) use outside::Outside;

/// A table with the steps that are under way.
#[derive(Debug)]
pub(super) struct Ledger {
    /// As its steps have decided.
    table: Table,
    /// The state that is on disk; `None` until the table's first step is.
    certain: Option<Box<State>>,
    line: Line,
    /// The entries of the first step while it has to be handed over again.
    opening: Vec<Entry>,
    /// The number of the last step that was handed over.
    last_number: u64,
    /// How much may wait for one client.
    limit: usize,
    published_key: Option<PublishedKey>,
    outside: Outside,
}

/// The writes of a step, to be handed to the journal.
#[derive(Debug)]
pub(super) struct Handover {
    /// The number that the journal has to acknowledge.
    pub(super) number: u64,
    /// The writes.
    pub(super) writes: Vec<Write>,
}

impl Ledger {
    /// The ledger of a new table, which is not on disk.
    pub(super) fn new(table: Table, limit: usize, outside: Outside) -> Self {
        Self {
            table,
            certain: None,
            line: Line::default(),
            opening: Vec::new(),
            last_number: 0,
            limit,
            published_key: None,
            outside,
        }
    }

    /// The ledger of a table that has come back from the journal.
    pub(super) fn restored(table: Table, limit: usize, outside: Outside) -> Self {
        let certain = Some(Box::new(table.state.clone()));
        Self {
            certain,
            ..Self::new(table, limit, outside)
        }
    }

    /// The table's code.
    pub(super) const fn code(&self) -> Code {
        self.table.state.setup.code
    }

    /// The current match.
    pub(super) const fn game(&self) -> Uuid {
        self.table.state.current.id()
    }

    /// Others' view of the table.
    pub(super) fn subscribe_published(&self) -> watch::Receiver<Published> {
        self.outside.published.subscribe()
    }

    /// When time alone next brings something.
    pub(super) fn due_ms(&self) -> Option<u64> {
        if self.is_unwritten() {
            return Some(0);
        }
        self.table.due_ms()
    }

    /// The state that clients may see: the one on disk, unless it runs by another process's clock.
    fn visible(&self) -> Option<&State> {
        self.certain.as_deref().filter(|state| !state.must_pause)
    }

    /// The state that the last finished step has led to.
    fn last_finished(&self) -> Option<&State> {
        let last = self.line.last().map(|step| &*step.after);
        last.or(self.certain.as_deref())
    }

    /// Whether the table's first step has to be handed over, be it for the first time or again.
    fn is_unwritten(&self) -> bool {
        self.certain.is_none() && self.line.is_empty()
    }

    /// Whether the table is closed for certain: then nothing is left to be done.
    pub(super) fn is_finished(&self) -> bool {
        self.certain.as_deref().is_some_and(State::is_closed)
    }

    /// Whether every step is on disk.
    pub(super) fn is_settled(&self) -> bool {
        self.line.is_empty()
    }

    /// Lets happen what time has brought by the time of a step that may be written.
    pub(super) fn advance(&mut self, record: &mut Record) {
        if record.may_write {
            let opening = std::mem::take(&mut self.opening);
            // They are counted again when the step is finished.
            for entry in &opening {
                self.uncount(entry);
            }
            record.entries.extend(opening);
            self.table.advance(record);
        }
    }

    /// Ends the match and the table, as a server does that stops for good.
    pub(super) fn shut_down(&mut self, record: &mut Record) {
        self.table.abort(record);
        self.table.close(ClosedReason::Shutdown, record);
    }

    /// Finishes a step. One that has to be written is to be handed over and waits in the line; one that
    /// changes nothing on disk takes effect when the step before it does. `unix_ms` tells the time of day
    /// that belongs to a reading of the server's clock.
    pub(super) fn finish(
        &mut self,
        record: Record,
        unix_ms: impl Fn(u64) -> i64,
    ) -> Option<Handover> {
        let Record {
            now_ms,
            may_write,
            events,
            entries,
        } = record;
        debug_assert!(may_write || events.is_empty(), "events are written");
        let entries = self.prepare(entries);
        let older = self.last_finished();
        let writes = if may_write {
            self.table.state.writes_since(older, events, unix_ms)
        } else {
            Vec::new()
        };
        if writes.is_empty() {
            self.finish_unwritten(entries, now_ms);
            return None;
        }
        self.last_number += 1;
        let number = self.last_number;
        self.line.push(Step {
            number,
            after: Box::new(self.table.state.clone()),
            entries,
        });
        Some(Handover { number, writes })
    }

    /// The journal has every step up to this number on disk: they take effect, in order.
    pub(super) fn acknowledge(&mut self, on_disk: u64, now_ms: u64) {
        while let Some(step) = self.line.pop(on_disk) {
            self.certain = Some(step.after);
            self.deliver_all(step.entries, now_ms);
        }
    }

    /// The journal has dropped every step that it has not acknowledged: the table is again as it is on
    /// disk, and everybody there gets a snapshot. A new table is handed over again with the next step.
    pub(super) fn roll_back(&mut self, now_ms: u64) {
        let mut dropped = self.line.drain();
        self.table.presence.reset_waiting();
        self.published_key = None;
        let Some(certain) = self.certain.clone() else {
            if let Some(opening) = dropped.next() {
                self.table.state = *opening.after;
                self.opening = opening.entries;
            }
            return self.keep_answers(dropped, now_ms);
        };
        self.table.state = *certain;
        self.drop_steps(dropped, now_ms);
        self.forget_absences();
        let mut record = Record::read_only(now_ms);
        if self.visible().is_some() {
            self.table.tell_snapshot(None, &mut record);
        }
        let entries = self.prepare(record.entries);
        self.finish_unwritten(entries, now_ms);
    }

    /// Lets the table be again as the last finished step has left it; false if there is none.
    pub(super) fn restore_last(&mut self) -> bool {
        let last = self.last_finished().cloned();
        let is_there = last.is_some();
        self.table.state = last.unwrap_or_else(|| self.table.state.clone());
        is_there
    }

    /// The table has panicked in a step, so that its state can't be trusted: goes on from the last
    /// finished step, and everybody there gets a snapshot. False if there is no such step.
    pub(super) fn recover(&mut self, now_ms: u64, request: Option<&Request>) -> bool {
        let recovers = self.restore_last();
        if recovers {
            let mut record = Record::read_only(now_ms);
            if let Some(request) = request {
                record.refuse(&Refusal::Internal, request);
            }
            self.table.tell_snapshot(None, &mut record);
            let entries = self.prepare(record.entries);
            self.finish_unwritten(entries, now_ms);
        }
        recovers
    }

    /// Tells everybody that the table is gone, whatever waits; nothing is told after it.
    pub(super) fn end_at_once(&mut self, reason: Option<&Refusal>, now_ms: u64) {
        let steps = self.line.drain();
        self.drop_steps(steps, now_ms);
        if let Some(refusal) = reason {
            self.tell_all(&refusal.message(), None);
        }
        self.tell_closed(ClosedReason::Shutdown, now_ms);
        self.table.state.closed = Some(ClosedReason::Shutdown);
        self.certain = Some(Box::new(self.table.state.clone()));
    }

    /// Lets the entries of a step take effect when the step before it does.
    fn finish_unwritten(&mut self, mut entries: Vec<Entry>, now_ms: u64) {
        if self.is_unwritten() {
            self.opening.append(&mut entries);
        } else if !self.line.extend_last(&self.table.state, &mut entries) {
            self.certain = Some(Box::new(self.table.state.clone()));
            self.deliver_all(entries, now_ms);
        }
    }

    fn drop_steps(&mut self, steps: impl Iterator<Item = Step>, now_ms: u64) {
        for entry in steps.flat_map(|step| step.entries) {
            self.drop_entry(entry, now_ms);
        }
    }

    /// Drops steps behind an opening that is handed over again; answers that hold wait for it, since they
    /// come behind those that it has.
    fn keep_answers(&mut self, steps: impl Iterator<Item = Step>, now_ms: u64) {
        for entry in steps.flat_map(|step| step.entries) {
            match entry {
                Entry::Answer { .. } => self.opening.push(entry),
                _ => self.drop_entry(entry, now_ms),
            }
        }
    }

    /// Counts the entries of a step; the first one publishes the table if others would see it
    /// differently, so that a list is not behind what its reader was told here.
    fn prepare(&mut self, mut entries: Vec<Entry>) -> Vec<Entry> {
        let (state, presence) = (&self.table.state, &mut self.table.presence);
        let key = state.published_key(presence);
        if self.published_key != Some(key) {
            self.published_key = Some(key);
            entries.insert(0, Entry::Publish(state.published(presence)));
        }
        let alone = entries.iter().filter(|entry| !entry.is_for_all());
        for request in alone.filter_map(Entry::request) {
            if let Some(subscriber) = presence.subscriber_mut(&request.by) {
                subscriber.waiting += 1;
            }
        }
        entries
    }

    /// Forgets absences of players who have no seat, be it decided or on disk.
    fn forget_absences(&mut self) {
        let (state, certain) = (&self.table.state, &self.certain);
        let is_seated = |player| {
            let states = certain.as_deref().into_iter().chain([state]);
            states
                .into_iter()
                .any(|state| state.seat_of(player).is_some())
        };
        self.table.presence.keep_absent(is_seated);
    }
}

#[cfg(test)]
mod tests;
