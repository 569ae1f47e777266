//! The database of the journal. It knows rows and transactions, and no threads and no tables that
//! are played: who writes is the only one who has it, who reads has short connections of its own.

mod checksum;
mod copying;
mod files;
mod finished;
mod keeping;
mod lock;
mod log;
mod opening;
mod place;
mod players;
mod room;
mod schema;
#[cfg(test)]
mod tests;
mod version_1;
mod wal;

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::journal::StoredPlayer;
use crate::journal::error::{OpenError, ReadError};
use crate::journal::row::Row;
pub(super) use copying::fill;
pub(super) use files::{check_files, make_private, sync_directory};
pub(super) use finished::{find, newest};
pub(super) use keeping::{Keeping, Tidied};
use lock::Lock;
pub(super) use place::Place;
use schema::Schema;
pub(super) use schema::check_ours;

/// The one connection that writes, and the right to have it.
#[derive(Debug)]
pub(super) struct Database {
    place: Place,
    /// None after a reopening that has failed.
    connection: Option<Connection>,
    /// Let go after the connection.
    lock: Option<Lock>,
}

impl Database {
    /// The database in a directory; both are made where they are not there.
    pub(super) fn open(dir: &Path) -> Result<Self, OpenError> {
        Self::open_as(dir, Schema::CURRENT)
    }

    /// A database that ends with the process.
    pub(super) fn in_memory() -> Result<Self, OpenError> {
        opening::check_library()?;
        let place = Place::in_memory();
        let make = || {
            let mut connection = place.connect()?;
            place.settle(&connection)?;
            Schema::CURRENT.make(&mut connection)?;
            Ok(connection)
        };
        let connection = make().map_err(|error: ReadError| error.at(place.file()))?;
        Ok(Self {
            place,
            connection: Some(connection),
            lock: None,
        })
    }

    fn open_as(dir: &Path, schema: Schema) -> Result<Self, OpenError> {
        opening::check_library()?;
        let (lock, place) = (opening::enter(dir)?, Place::in_directory(dir));
        if opening::is_log_gone(&lock, &place.file()) {
            tracing::warn!(
                file = %place.file().display(),
                "the journal was not closed in good order, and its write-ahead log is gone"
            );
        }
        let connection = opening::open(dir, &place, schema)?;
        let mut database = Self {
            place,
            connection: Some(connection),
            lock: Some(lock),
        };
        let proven = database.prove();
        proven.map_err(|error| error.at(database.place.file()))?;
        if let Some(lock) = &mut database.lock {
            lock.note_open();
        }
        Ok(database)
    }

    /// Where it is.
    pub(super) const fn place(&self) -> &Place {
        &self.place
    }

    /// Writes a row of the log with everything that belongs to it, in one transaction. After an error it
    /// may be there all the same, and nothing is to be written before [`Database::reopen`].
    pub(super) fn append(&mut self, row: &Row<'_>) -> Result<(), ReadError> {
        let connection = self.connected()?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        log::append(&transaction, row.number, row.body)?;
        for packed in row.finished {
            finished::put(&transaction, packed)?;
        }
        for player in row.players {
            players::put(&transaction, player)?;
        }
        if let Some(before) = row.trim_before {
            log::trim(&transaction, before)?;
        }
        Ok(transaction.commit()?)
    }

    /// Reads the rows of the log from this number on, 0 for all; gives the number of the next one.
    pub(super) fn read_log(
        &mut self,
        from: u64,
        take: impl FnMut(u64, &str) -> Result<(), ReadError>,
    ) -> Result<u64, ReadError> {
        log::read(self.connected()?, from, take)
    }

    /// The players whose tokens still hold; the others are deleted.
    pub(super) fn players(&mut self, now_ms: i64) -> Result<Vec<StoredPlayer>, ReadError> {
        players::take(self.connected()?, now_ms)
    }

    /// After a failure: a new connection, which has no memory of what has failed, and the proof that
    /// it writes, with room for more.
    pub(super) fn reopen(&mut self) -> Result<(), ReadError> {
        if self.place.is_durable() {
            // Closed first, so that the new one is the first to look at the log.
            self.connection = None;
            let connection = self.place.connect()?;
            self.place.settle(&connection)?;
            self.connection = Some(connection);
        }
        self.prove()?;
        // Afterwards, for what the log took is free now.
        if self.place.is_durable() {
            room::prove(&self.place.file()).map_err(ReadError::io)?;
        }
        Ok(())
    }

    /// One slice of forgetting what is not to be kept any longer.
    pub(super) fn tidy(&mut self, keeping: &Keeping, now_ms: i64) -> rusqlite::Result<Tidied> {
        keeping.slice(self.connected()?, now_ms)
    }

    /// Moves all of the write-ahead log to its place in the file, and writes something.
    fn prove(&mut self) -> Result<(), ReadError> {
        let connection = self.connected()?;
        let is_busy: bool =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy {
            let why = "another connection reads; the log can't be emptied yet";
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, Some(why.into())).into());
        }
        let probed = connection.execute("UPDATE journal SET probes = probes + 1", [])?;
        if probed == 1 {
            Ok(())
        } else {
            Err(ReadError::Damaged("the row of its probe is gone".into()))
        }
    }

    fn connected(&mut self) -> rusqlite::Result<&mut Connection> {
        let closed = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CANTOPEN);
        let why = "the journal is closed after a failure";
        self.connection
            .as_mut()
            .ok_or_else(|| rusqlite::Error::SqliteFailure(closed, Some(why.into())))
    }
}
