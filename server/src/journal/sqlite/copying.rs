//! A whole and checked copy of a database.

use std::fs::File;
use std::io;
use std::path::Path;

use rusqlite::Connection;

use crate::journal::error::ReadError;
use crate::journal::sqlite::files::make_private;

/// Copies what a connection sees into a file that is not there yet.
pub(super) fn copy(connection: &Connection, to: &Path) -> Result<(), ReadError> {
    make_private(to).map_err(|error| ReadError::io(io::Error::other(error)))?;
    fill(connection, to)
}

/// Copies into an empty file, and checks the copy.
pub(in crate::journal) fn fill(connection: &Connection, to: &Path) -> Result<(), ReadError> {
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
