//! The log as those above it know it: rows with numbers that follow one another, appended under the
//! number that is expected, read from the first one, cut at their beginning. An engine keeps them, and
//! with a row what it brings for players and finished matches; what engine that is, nobody above knows.

use std::io;

use crate::journal::StoredPlayer;
use crate::journal::error::ReadError;
use crate::journal::faults::MemoryFaults;
use crate::journal::row::Row;
use crate::journal::sqlite::{Database, Keeping, Place, Tidied};

/// The log and the faults that a test asks of it.
#[derive(Debug)]
pub(super) struct Log {
    engine: Database,
    faults: Option<MemoryFaults>,
}

impl Log {
    /// A log that fails when a test wants it.
    pub(super) const fn new(engine: Database, faults: Option<MemoryFaults>) -> Self {
        Self { engine, faults }
    }

    /// Appends a row. After an error it may be there all the same, and nothing is to be appended
    /// before [`Log::reopen`].
    ///
    /// # Errors
    /// It may not be on disk.
    pub(super) fn append(&mut self, row: &Row<'_>) -> Result<(), ReadError> {
        let failure = self.faults.as_ref().and_then(MemoryFaults::before_commit);
        if failure.is_none_or(|failure| failure.stored) {
            self.engine.append(row)?;
        }
        failure.map_or(Ok(()), |_| Err(wanted_by_a_test()))
    }

    /// Reads the rows from this number on, 0 for all; gives the number of the next one.
    ///
    /// # Errors
    /// The log is not whole, or a reader says so.
    pub(super) fn read_from(
        &mut self,
        number: u64,
        take: impl FnMut(u64, &str) -> Result<(), ReadError>,
    ) -> Result<u64, ReadError> {
        self.engine.read_log(number, take)
    }

    /// After a failure: opens everything anew, with no memory of what has failed, and proves that it
    /// can be written.
    ///
    /// # Errors
    /// It can't, yet.
    pub(super) fn reopen(&mut self) -> Result<(), ReadError> {
        if self.faults.as_ref().is_some_and(MemoryFaults::is_broken) {
            return Err(wanted_by_a_test());
        }
        self.engine.reopen()
    }

    /// The players whose tokens still hold.
    ///
    /// # Errors
    /// They can't be read.
    pub(super) fn players(&mut self, now_ms: i64) -> Result<Vec<StoredPlayer>, ReadError> {
        self.engine.players(now_ms)
    }

    /// One slice of forgetting what is not to be kept any longer.
    ///
    /// # Errors
    /// As in [`Log::append`].
    pub(super) fn tidy(&mut self, keeping: &Keeping, now_ms: i64) -> Result<Tidied, ReadError> {
        Ok(self.engine.tidy(keeping, now_ms)?)
    }

    /// Where it is.
    pub(super) const fn place(&self) -> &Place {
        self.engine.place()
    }
}

fn wanted_by_a_test() -> ReadError {
    ReadError::io(io::Error::other("a test wants it so"))
}
