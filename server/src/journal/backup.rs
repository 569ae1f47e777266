//! Copies of a journal, whole and checked, also while a server writes it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::Connection;

use crate::journal::error::{OpenError, ReadError};
use crate::journal::sqlite::{Place, check_files, check_ours, make_private, sync_directory};

/// Copies the journal of a directory, as it is at one moment, into a new file that its owner alone
/// can read. A server may be using it; its log is not cut back before the copy is made.
///
/// # Errors
/// There is no journal, it is damaged, or the copy could not be written; an existing file is never
/// overwritten.
pub fn back_up(data_dir: &Path, to: &Path) -> Result<(), OpenError> {
    let place = Place::in_directory(data_dir);
    let file = place.file();
    let failed = |error: ReadError| error.at(file.clone());
    check_files(&file)?;
    if !file.exists() {
        return Err(OpenError::Missing { file });
    }
    let connection = place.connect_reader().map_err(failed)?;
    check_ours(&connection, &file)?;
    make_private(to)?;
    let copied = fill(&connection, to).map_err(failed).and_then(|()| {
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
        sync_directory(parent.unwrap_or(Path::new(".")))
    });
    if copied.is_err() {
        // A copy that is not whole is worth nothing; if it can't be removed, the error says why.
        let _ = fs::remove_file(to);
    }
    copied
}

/// Copies what a connection sees into a file that is not there yet.
pub(super) fn copy(connection: &Connection, to: &Path) -> Result<(), ReadError> {
    make_private(to).map_err(|error| ReadError::io(io::Error::other(error)))?;
    fill(connection, to)
}

/// Copies into an empty file, and checks the copy.
fn fill(connection: &Connection, to: &Path) -> Result<(), ReadError> {
    let name = to
        .to_str()
        .ok_or_else(|| ReadError::io(io::Error::other("the name of a copy has to be UTF-8")))?;
    // VACUUM writes into a temporary schema of its own, which a connection that only reads may do.
    connection.pragma_update(None, "query_only", 0)?;
    connection.execute("VACUUM INTO ?1", [name])?;
    File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(ReadError::io)?;
    let copy = Connection::open(to)?;
    let found: String = copy.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(ReadError::Damaged(found))
    }
}
