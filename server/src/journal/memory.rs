//! Rows that last as long as the process.

use std::collections::HashMap;

use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::journal::faults::MemoryFaults;
use crate::journal::{Batch, CommitFailed, Write};

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
        for batch in batches
            .iter()
            .filter(|batch| batch.writes.iter().filter_map(event_of).any(is_end))
        {
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
            rows.extend(batch.writes.iter().filter_map(event_of).cloned());
        }
    }
}

fn ends(events: &[Event]) -> bool {
    events.last().is_some_and(is_end)
}

const fn is_end(event: &Event) -> bool {
    matches!(event, Event::Ended { .. })
}

const fn event_of(write: &Write) -> Option<&Event> {
    match write {
        Write::Event { event, .. } => Some(event),
        _ => None,
    }
}
