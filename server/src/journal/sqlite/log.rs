//! The rows of the log. The first and the last one are empty, and their numbers follow one another, so
//! none can be gone unseen.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use crate::journal::error::ReadError;
use crate::journal::sqlite::checksum::{FORMAT, check, checksum, damaged};

const NAME: &str = "log";

/// Begins a log with no rows but those that mark its ends.
pub(super) fn begin(connection: &Connection) -> rusqlite::Result<()> {
    insert(connection, 0)?;
    insert(connection, 1)
}

/// Writes a row in the place of the empty last one, and a new one of these.
pub(super) fn append(connection: &Connection, number: u64, body: &str) -> Result<(), ReadError> {
    let last = as_integer(number);
    if set(connection, last, body)? != 1 {
        return Err(damaged(NAME, format!("row {number} is not the last one")));
    }
    Ok(insert(connection, last + 1)?)
}

/// Deletes the rows before a number.
pub(super) fn trim(connection: &Connection, before: u64) -> rusqlite::Result<()> {
    let first = as_integer(before) - 1;
    let mut delete = connection.prepare_cached("DELETE FROM log WHERE number < ?1")?;
    delete.execute([first])?;
    let sql = "UPDATE log SET body = '', checksum = ?2 WHERE number = ?1";
    let mut empty = connection.prepare_cached(sql)?;
    empty.execute((first, checksum_of(first, "")))?;
    Ok(())
}

/// Reads the rows from this number on, 0 for all, in their order; gives the number of the next one.
pub(super) fn read(
    connection: &Connection,
    from: u64,
    mut take: impl FnMut(u64, &str) -> Result<(), ReadError>,
) -> Result<u64, ReadError> {
    let sql = "SELECT number, body, format, checksum FROM log \
               WHERE number >= ?1 ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([as_integer(from)])?;
    // The empty first row comes before those that are asked for.
    let (mut next, mut ends) = match from {
        0 => (None, 0),
        from => (Some(from), 1),
    };
    while let Some(row) = rows.next()? {
        check(NAME, row, 4)?;
        let number = u64::try_from(row.get::<_, i64>(0)?)
            .map_err(|_| damaged(NAME, "a row has a number below 0"))?;
        if next.is_some_and(|next| next != number) || ends > 1 {
            return Err(damaged(
                NAME,
                format!("rows before row {number} are missing"),
            ));
        }
        let body = row.get_ref(1)?.as_str();
        let body = body.map_err(|_| damaged(NAME, "a row has no text"))?;
        match (body, next) {
            ("", _) => ends += 1,
            (_, None) => return Err(damaged(NAME, "its first rows are missing")),
            (body, Some(_)) => take(number, body)?,
        }
        next = Some(number + 1);
    }
    match (next, ends) {
        (Some(next), 2) => Ok(next - 1),
        _ => Err(damaged(NAME, "its last rows are missing")),
    }
}

fn insert(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO log (number, body, format, checksum) VALUES (?1, '', ?2, ?3)";
    let mut insert = connection.prepare_cached(sql)?;
    insert.execute((number, FORMAT, checksum_of(number, "")))?;
    Ok(())
}

fn set(connection: &Connection, number: i64, body: &str) -> rusqlite::Result<usize> {
    let sql = "UPDATE log SET body = ?2, checksum = ?3 WHERE number = ?1 AND body = ''";
    let mut update = connection.prepare_cached(sql)?;
    update.execute((number, body, checksum_of(number, body)))
}

fn checksum_of(number: i64, body: &str) -> [u8; 8] {
    checksum(
        NAME,
        [
            ValueRef::Integer(number),
            ValueRef::Text(body.as_bytes()),
            ValueRef::Integer(FORMAT),
        ],
    )
}

fn as_integer(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
