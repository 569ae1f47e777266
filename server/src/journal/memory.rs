//! Rows that last as long as the process.

use std::collections::HashMap;

use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::journal::faults::MemoryFaults;
use crate::journal::{Batch, CommitFailed, Write};

/// The events of every match.
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
        Ok(())
    }

    /// The events of a match, in order.
    pub(super) fn load(&self, game: Uuid) -> Vec<Event> {
        self.matches.get(&game).cloned().unwrap_or_default()
    }

    fn add(&mut self, batches: &[Batch]) {
        for batch in batches {
            let rows = self.matches.entry(batch.game).or_default();
            rows.extend(batch.writes.iter().filter_map(event_of).cloned());
        }
    }
}

const fn event_of(write: &Write) -> Option<&Event> {
    match write {
        Write::Event { event, .. } => Some(event),
        _ => None,
    }
}
