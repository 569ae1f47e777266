//! The database on a real disk.

mod copies;
mod damage;
mod keeping;
mod opening;
mod recovery;
mod version_1;
mod versions;
mod wal;

use std::path::Path;

use tempfile::TempDir;
use versus2048_protocol::game::Seat;
use versus2048_protocol::replay::Replay;

use super::*;
use crate::journal::log::Log;
use crate::journal::sample::{ENDED_AT, Sample, stored_player};
use crate::journal::store::{Group, Store};
use crate::journal::{Batch, Contents, startup};

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// A journal that was opened and not yet looked through.
fn open(dir: &Path) -> Result<Store, OpenError> {
    let database = Database::open(dir)?;
    Store::open(Log::new(database, None)).map_err(|error| error.at(dir.into()))
}

fn journal(dir: &Path) -> Store {
    open(dir).expect("a journal")
}

/// Writes these in one commit.
fn commit(store: &mut Store, batches: impl Into<Vec<Batch>>, players: &[StoredPlayer]) {
    let batches = batches.into();
    let written: usize = batches.iter().map(|batch| batch.writes.len()).sum();
    let mut group = Group {
        batches,
        ..Group::default()
    };
    let written_now = store.commit(&mut group, players, ENDED_AT);
    let written_now = written_now.expect("a commit");
    assert!(group.refused.is_empty(), "{group:?}");
    // One more, where a table is new.
    assert!(written_now >= u64::try_from(written + players.len()).expect("few rows"));
}

/// Writes these in one commit each and closes the journal.
fn write(dir: &Path, batches: impl IntoIterator<Item = Batch>) {
    let mut store = journal(dir);
    for batch in batches {
        commit(&mut store, [batch], &[]);
    }
}

/// What a start finds.
fn stock(dir: &Path) -> Result<Contents, OpenError> {
    let mut store = open(dir)?;
    startup::read_contents(&mut store, ENDED_AT).map_err(|error| error.at(dir.into()))
}

/// A connection that nothing is set on, for doing what the journal never does.
fn raw(dir: &Path) -> Connection {
    let connection = Connection::open(dir.join("journal.db")).expect("the file");
    let off = connection.pragma_update(None, "foreign_keys", 0);
    off.expect("a setting");
    connection
}

/// What a reader finds of a match.
fn find_in(dir: &Path, sample: &Sample) -> Result<Option<Replay>, ReadError> {
    let text = find(&Place::in_directory(dir).connect_reader()?, sample.id())?;
    Ok(text.map(|text| serde_json::from_str(&text).expect("a replay")))
}
