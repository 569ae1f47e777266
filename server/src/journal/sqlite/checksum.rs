//! The checksum that each row has, over its table's name and its columns.

use rusqlite::Row;
use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};

use crate::journal::error::ReadError;

/// The number that says how a row is to be read. Rules never change for rows of a format.
pub(super) const FORMAT: i64 = 1;
/// How many bytes of its hash a row keeps: enough against chance, and nobody else writes here.
const BYTES: usize = 8;

/// SHA-256 over a name and columns, each with its kind and its length.
pub(super) fn checksum<'a>(
    name: &str,
    columns: impl IntoIterator<Item = ValueRef<'a>>,
) -> [u8; BYTES] {
    let mut hash = Sha256::new();
    add(&mut hash, b'n', name.as_bytes());
    for column in columns {
        match column {
            ValueRef::Integer(number) => add(&mut hash, b'i', &number.to_be_bytes()),
            ValueRef::Text(text) => add(&mut hash, b't', text),
            ValueRef::Blob(bytes) => add(&mut hash, b'b', bytes),
            ValueRef::Real(number) => add(&mut hash, b'r', &number.to_be_bytes()),
            ValueRef::Null => add(&mut hash, b'0', &[]),
        }
    }
    let mut checksum = [0; BYTES];
    checksum.copy_from_slice(&hash.finalize()[..BYTES]);
    checksum
}

/// Checks the first columns of a row: the last two of them are its format and its checksum.
///
/// # Errors
/// They are not what was written, or are of a format that is not known here.
pub(super) fn check(name: &str, row: &Row<'_>, columns: usize) -> Result<(), ReadError> {
    let last = columns - 1;
    let read = (0..last).map(|column| row.get_ref(column));
    let read = read.collect::<rusqlite::Result<Vec<_>>>()?;
    let is_whole = row.get_ref(last)? == ValueRef::Blob(&checksum(name, read.iter().copied()));
    if !is_whole {
        return Err(damaged(
            name,
            "a row does not have the checksum of what is in it",
        ));
    }
    if read.last() != Some(&ValueRef::Integer(FORMAT)) {
        return Err(damaged(name, "a row is of a format that is not known here"));
    }
    Ok(())
}

/// An error that names the table.
pub(super) fn damaged(name: &str, what: impl std::fmt::Display) -> ReadError {
    ReadError::Damaged(format!("in table {name}, {what}"))
}

fn add(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    hash.update([kind]);
    hash.update(length.to_be_bytes());
    hash.update(bytes);
}
