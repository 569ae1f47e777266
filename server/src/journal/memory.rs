//! Rows that last as long as the process.

use std::collections::HashMap;

use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::journal::faults::MemoryFaults;
use crate::journal::{Batch, CommitFailed};

/// The events of every unfinished match. A finished one is forgotten with the commit of its end:
/// nobody asks for it any more.
#[derive(Debug)]
pub(super) struct MemoryStore {
    matches: HashMap<Uuid, Vec<Event>>,
    faults: MemoryFaults,
}

impl MemoryStore {
    /// An empty store that fails when it is told to.
    pub(super) fn new(faults: MemoryFaults) -> Self {
        Self {
            matches: HashMap::new(),
            faults,
        }
    }

    /// Adds the events of these batches.
    pub(super) fn commit(&mut self, batches: &[Batch]) -> Result<(), CommitFailed> {
        if let Some(failure) = self.faults.before_commit() {
            if failure.stored {
                self.add(batches);
            }
            return Err(CommitFailed);
        }
        self.add(batches);
        for batch in batches.iter().filter(|batch| ends(&batch.events)) {
            self.matches.remove(&batch.game);
        }
        Ok(())
    }

    /// The events of a match, in order. One whose end turns up here is told for the last time.
    pub(super) fn load(&mut self, game: Uuid) -> Vec<Event> {
        let events = self.matches.get(&game).cloned().unwrap_or_default();
        if ends(&events) {
            self.matches.remove(&game);
        }
        events
    }

    fn add(&mut self, batches: &[Batch]) {
        for batch in batches {
            let rows = self.matches.entry(batch.game).or_default();
            rows.extend_from_slice(&batch.events);
        }
    }
}

fn ends(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::Ended { .. }))
}
