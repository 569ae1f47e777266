//! The database of the journal. It knows rows and transactions, and no threads and no tables that
//! are played: who writes is the only one who has it, who reads has short connections of its own.

mod finding;
mod keeping;
mod lock;
mod log;
mod opening;
mod place;
mod reading;
mod relation;
mod room;
mod schema;
mod stock;
#[cfg(test)]
mod tests;
mod writing;

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::journal::error::{OpenError, ReadError};
use crate::journal::{Batch, Contents, StoredPlayer};
pub(super) use finding::{find, is_finished, newest};
pub(super) use keeping::{Keeping, Tidied};
use lock::Lock;
pub(super) use opening::{check_files, make_private, sync_directory};
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

    /// The size of the write-ahead log, in bytes.
    pub(super) fn log_bytes(&self) -> u64 {
        self.place.log_bytes()
    }

    /// Takes stock of what is open, and ends what nobody can go on with.
    pub(super) fn take_stock(&mut self, now_ms: i64) -> Result<Contents, OpenError> {
        let file = self.place.file();
        let stock = self.connected().map_err(ReadError::Failed);
        let stock = stock.and_then(|connection| stock::take(connection, now_ms));
        stock.map_err(|error| error.at(file))
    }

    /// Writes everything in one transaction with the commit's number; gives the number of rows. After
    /// an error they may be there all the same, and nothing is to be written before
    /// [`Database::recover`].
    pub(super) fn commit(
        &mut self,
        number: u64,
        batches: &[Batch],
        players: &[StoredPlayer],
    ) -> rusqlite::Result<u64> {
        let connection = self.connected()?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut rows = 0;
        for batch in batches {
            rows += writing::put(&transaction, batch)?;
        }
        for player in players {
            writing::put_player(&transaction, player)?;
            rows += 1;
        }
        let doubled = i64::try_from(number * 2).unwrap_or(i64::MAX);
        transaction.execute("UPDATE journal SET probes = ?1", [doubled])?;
        transaction.commit()?;
        Ok(rows)
    }

    /// The events of a match that are there, in order.
    pub(super) fn events(&mut self, game: Uuid) -> Result<Vec<Event>, ReadError> {
        reading::events(self.connected()?, game)
    }

    /// After a failure: a new connection, which has no memory of what has failed, and the proof that
    /// it writes, with room for more. Gives the number of the last commit that is there.
    pub(super) fn recover(&mut self) -> Result<u64, ReadError> {
        if self.place.is_durable() {
            // Closed first, so that the new one is the first to look at the log.
            self.connection = None;
            let connection = self.place.connect()?;
            self.place.settle(&connection)?;
            self.connection = Some(connection);
        }
        self.prove()?;
        let last_commit = self.last_commit()?;
        // Afterwards, for what the log took is free now.
        if self.place.is_durable() {
            room::prove(&self.place.file()).map_err(ReadError::io)?;
        }
        Ok(last_commit)
    }

    /// The number of the last commit that is there.
    pub(super) fn last_commit(&mut self) -> rusqlite::Result<u64> {
        let sql = "SELECT probes FROM journal";
        let probes: i64 = self.connected()?.query_row(sql, [], |row| row.get(0))?;
        Ok(u64::try_from(probes / 2).unwrap_or(0))
    }

    /// One slice of forgetting what is not to be kept any longer.
    pub(super) fn tidy(&mut self, keeping: &Keeping, now_ms: i64) -> rusqlite::Result<Tidied> {
        keeping.slice(self.connected()?, now_ms)
    }

    /// Moves all of the log to its place in the file, and writes something: the lowest bit of the
    /// last commit's number.
    fn prove(&mut self) -> Result<(), ReadError> {
        let connection = self.connected()?;
        let is_busy: bool =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy {
            let why = "another connection reads; the log can't be emptied yet";
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, Some(why.into())).into());
        }
        let probe = "UPDATE journal SET probes = probes / 2 * 2 + 1 - probes % 2";
        let probed = connection.execute(probe, [])?;
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
