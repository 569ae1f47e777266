//! How much waits at a gate, so that no outbox is filled at once by what it lets go.

use std::collections::HashMap;

use crate::players::ConnectionNumber;
use crate::table::telling::Telling;

/// How much of what waits is for whom.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    for_all: usize,
    for_one: HashMap<ConnectionNumber, usize>,
}

impl Waiting {
    /// How much a connection will be told.
    pub(super) fn for_connection(&self, connection: ConnectionNumber) -> usize {
        let for_one = self.for_one.get(&connection).copied();
        self.for_all + for_one.unwrap_or(0)
    }

    /// Counts a telling in or out.
    pub(super) fn change(&mut self, telling: &Telling, change: impl Fn(usize) -> usize) {
        match telling {
            Telling::All { .. }
            | Telling::Board { .. }
            | Telling::Snapshot { .. }
            | Telling::Closed(_) => self.for_all = change(self.for_all),
            Telling::View { asker, .. } | Telling::One { asker, .. } => {
                let count = self.for_one.entry(asker.connection).or_default();
                *count = change(*count);
                if *count == 0 {
                    self.for_one.remove(&asker.connection);
                }
            }
            Telling::Arrived { .. }
            | Telling::Gone(_)
            | Telling::Left(_)
            | Telling::MayLeave { .. }
            | Telling::Deed(_) => {}
        }
    }
}
