//! A table: a code, two seats, spectators, one match after another.
//!
//! [`Table`] is the value that decides: time is pushed in and deadlines are pulled out, and the result
//! of a step is a [`Record`]. It knows no sockets, no journal and no clock. [`Table::advance`] comes
//! before everything else that happens at a time. A `Ledger` holds what it decides until that is on
//! disk, and one task runs the ledger.

mod acts;
mod coming;
mod current;
mod handle;
mod ledger;
mod line;
mod opening;
mod presence;
mod record;
mod state;
mod surroundings;
mod task;
mod time;

use versus2048_protocol::game::{Event, Input, Reason};
use versus2048_protocol::wire::{ClosedReason, ServerMessage};

pub(crate) use acts::Act;
pub(crate) use handle::{Arrival, TableCommand, TableHandle};
pub(crate) use opening::{NewTable, Opened, open, reopen};
use presence::Presence;
use record::{Entry, Note, Record};
pub(crate) use record::{Leaving, Request};
use state::State;
pub(crate) use state::TableSetup;
pub(crate) use surroundings::Surroundings;

/// A table as it is now: what its steps have decided, and the clients that are there.
#[derive(Debug)]
struct Table {
    state: State,
    presence: Presence,
}

impl Table {
    /// Ends a match that can't go on, without telling its end.
    fn abort(&mut self, record: &mut Record) {
        let aborted = self
            .state
            .current
            .game()
            .decide(record.now_ms, Input::Abort);
        for event in aborted.unwrap_or_default() {
            self.state.apply(&event, record.now_ms);
            record.events.push(event);
        }
    }

    /// Closes the table.
    fn close(&mut self, reason: ClosedReason, record: &mut Record) {
        if !self.state.is_closed() {
            self.state.closed = Some(reason);
            record.entries.push(Entry::Closed(reason));
        }
    }

    /// Lets the match decide an input now. Nothing happens if the match refuses it.
    fn decide(&mut self, input: Input, record: &mut Record) {
        let decided = self.state.current.game().decide(record.now_ms, input);
        self.happen(decided.unwrap_or_default(), None, record);
    }

    /// Applies events and tells them; the message about the first one answers the request.
    fn happen(&mut self, events: Vec<Event>, mut request: Option<&Request>, record: &mut Record) {
        for event in events {
            self.state.apply(&event, record.now_ms);
            self.tell_event(&event, request.take(), record);
            record.events.push(event);
        }
    }

    /// Adds a snapshot for all.
    fn tell_snapshot(&self, request: Option<&Request>, record: &mut Record) {
        let snapshot = self.state.snapshot(&self.presence, record.now_ms);
        record.tell_all(ServerMessage::Match(snapshot), request);
    }

    fn tell_event(&mut self, event: &Event, request: Option<&Request>, record: &mut Record) {
        match event {
            Event::Begun { .. } => {
                self.presence.restart_allowances(record.now_ms);
                self.tell_snapshot(request, record);
                self.log(None, record);
            }
            Event::Started { .. } | Event::Paused | Event::Resumed { .. } => {
                self.tell_snapshot(request, record);
            }
            Event::Moved { .. } => {
                if let Some(update) = self.state.board_after(event) {
                    record.tell_all(ServerMessage::Board(update), request);
                }
            }
            Event::Ended { outcome, at_ms } => {
                if let Some(over) = self.state.result() {
                    record.tell_all(ServerMessage::Over(over), request);
                }
                self.log(Some((outcome.reason, *at_ms)), record);
            }
        }
    }

    fn log(&self, end: Option<(Reason, u64)>, record: &mut Record) {
        let match_id = self.state.current.id();
        record.entries.push(Entry::Log(Note { match_id, end }));
    }
}

#[cfg(test)]
mod tests;
