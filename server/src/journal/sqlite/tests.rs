//! The database on a real disk.

mod copies;
mod damage;
mod keeping;
mod log;
mod opening;
mod recovery;
mod versions;

use std::path::Path;

use tempfile::TempDir;
use versus2048_protocol::game::Seat;

use super::*;
use crate::journal::finished::Finished;
use crate::journal::sample::{ENDED_AT, Sample, stored_player};

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Writes these in one commit each and closes the journal.
fn write(dir: &Path, batches: &[Batch]) {
    let mut database = Database::open(dir).expect("a journal");
    for batch in batches {
        let rows = database.commit(1, std::slice::from_ref(batch), &[]);
        let expected = u64::try_from(batch.writes.len()).expect("few rows");
        assert_eq!(rows.expect("a commit"), expected);
    }
}

/// What a start finds.
fn stock(dir: &Path) -> Result<Contents, OpenError> {
    Database::open(dir)?.take_stock(ENDED_AT)
}

/// A connection that nothing is set on, for doing what the journal never does.
fn raw(dir: &Path) -> Connection {
    let connection = Connection::open(dir.join("journal.db")).expect("the file");
    let off = connection.pragma_update(None, "foreign_keys", 0);
    off.expect("a setting");
    connection
}

/// What a reader finds of a match.
fn find_in(dir: &Path, sample: &Sample) -> Result<Option<Finished>, ReadError> {
    find(&mut Place::in_directory(dir).connect_reader()?, sample.id())
}
