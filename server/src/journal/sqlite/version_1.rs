//! What a journal of version 1 kept, brought to version 2: it had a row for each event, and some for
//! each table and match. Read match by match, so that however much there is needs little memory.

use rusqlite::{Connection, OptionalExtension as _, Row};
use serde::de::DeserializeOwned;
use uuid::Uuid;
use versus2048_protocol::game::Event;

use crate::journal::entry::{Entry, Logged, Other};
use crate::journal::error::ReadError;
use crate::journal::finished::{Finished, no_json};
use crate::journal::sqlite::checksum::{check, damaged};
use crate::journal::sqlite::{finished, log};
use crate::journal::{StoredMatch, StoredResult, StoredTable};

/// The tables of which a row that is gone would not be missed otherwise.
const WHOLE: [&str; 2] = ["tables", "heads"];

/// Brings everything over but players, whose rows stay: each open table becomes a row of the log, each
/// match that is over a finished one. A match without a table is ended; a damaged one that is over or
/// has no table is left out, and is in the copy.
pub(super) fn carry_over(connection: &Connection, now_ms: i64) -> Result<(), ReadError> {
    log::begin(connection)?;
    for name in WHOLE {
        check_pages(connection, name)?;
    }
    let (mut open, mut number) = (Vec::new(), 1);
    for table in tables(connection)? {
        let game = table.game.id;
        if result(connection, game)?.is_some() {
            continue;
        }
        open.push(game);
        let entry = entry_of(
            table,
            begun(connection, game)?,
            &open_events(connection, game)?,
        );
        let body = serde_json::to_string(&[entry]).map_err(|error| no_json(&error))?;
        log::append(connection, number, &body)?;
        number += 1;
    }
    let mut statement = connection.prepare("SELECT id FROM matches")?;
    let mut ids = statement.query([])?;
    while let Some(row) = ids.next()? {
        let game = row.get(0).map(Uuid::from_bytes)?;
        if open.contains(&game) {
            continue;
        }
        match pack(connection, game, now_ms) {
            Err(ReadError::Damaged(what)) => {
                tracing::error!(match_id = %game, what, "a damaged match is not brought over; it is in the copy");
            }
            packed => packed?,
        }
    }
    Ok(())
}

fn entry_of(table: StoredTable, begun: Option<StoredMatch>, events: &[Event]) -> Entry {
    let code = table.code;
    let mut writes = vec![Other::Anew.into(), Other::Table(table).into()];
    writes.extend(begun.map(|begun| Other::Match(begun).into()));
    writes.extend(events.iter().map(Logged::from));
    Entry(code, writes)
}

fn pack(connection: &Connection, game: Uuid, now_ms: i64) -> Result<(), ReadError> {
    let begun = begun(connection, game)?;
    let result = result(connection, game)?;
    let events = match result {
        Some(_) => events(connection, game)?,
        None => open_events(connection, game)?,
    };
    let match_of_id = Finished {
        begun: begun.ok_or_else(|| damaged("matches", "a row is gone"))?,
        events,
        result,
    };
    Ok(finished::put(connection, &match_of_id.pack(now_ms)?)?)
}

fn check_pages(connection: &Connection, name: &str) -> Result<(), ReadError> {
    let check = format!("PRAGMA integrity_check({name})");
    let found: String = connection.query_row(&check, [], |row| row.get(0))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(damaged(name, found))
    }
}

fn tables(connection: &Connection) -> Result<Vec<StoredTable>, ReadError> {
    let mut statement = connection.prepare("SELECT code, body, format, checksum FROM tables")?;
    let mut rows = statement.query([])?;
    let mut tables = Vec::new();
    while let Some(row) = rows.next()? {
        check("tables", row, 4)?;
        let table: StoredTable = body("tables", row, 1)?;
        let code: String = row.get(0)?;
        same("tables", table.code.as_str() == code)?;
        tables.push(table);
    }
    Ok(tables)
}

fn begun(connection: &Connection, game: Uuid) -> Result<Option<StoredMatch>, ReadError> {
    let sql = "SELECT id, body, format, checksum FROM matches WHERE id = ?1";
    one(connection, sql, game, |row| {
        check("matches", row, 4)?;
        let begun: StoredMatch = body("matches", row, 1)?;
        same("matches", begun.game.id == game)?;
        Ok(begun)
    })
}

fn result(connection: &Connection, game: Uuid) -> Result<Option<StoredResult>, ReadError> {
    let sql = "SELECT game, ended_at, listed, zero, one, body, format, checksum FROM results WHERE game = ?1";
    one(connection, sql, game, |row| {
        check("results", row, 8)?;
        body("results", row, 5)
    })
}

/// The events of a match, in order.
fn events(connection: &Connection, game: Uuid) -> Result<Vec<Event>, ReadError> {
    let sql = "SELECT game, seq, body, format, checksum FROM events WHERE game = ?1 ORDER BY seq";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([game.as_bytes()])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        check("events", row, 5)?;
        if usize::try_from(row.get::<_, i64>(1)?) != Ok(events.len() + 1) {
            let what = format!("event {} of match {game} is missing", events.len() + 1);
            return Err(damaged("events", what));
        }
        events.push(body("events", row, 2)?);
    }
    Ok(events)
}

/// The events of a match that has no result, with none missing at the end either.
fn open_events(connection: &Connection, game: Uuid) -> Result<Vec<Event>, ReadError> {
    let events = events(connection, game)?;
    let sql = "SELECT game, seq, format, checksum FROM heads WHERE game = ?1";
    let head = one(connection, sql, game, |row| {
        check("heads", row, 4)?;
        Ok(row.get::<_, i64>(1)?)
    })?;
    if usize::try_from(head.unwrap_or(0)) == Ok(events.len()) {
        return Ok(events);
    }
    let what = format!("the last events of match {game} are missing");
    Err(damaged("events", what))
}

/// The row of a match, if there is one.
fn one<T>(
    connection: &Connection,
    sql: &str,
    game: Uuid,
    read: impl FnOnce(&Row<'_>) -> Result<T, ReadError>,
) -> Result<Option<T>, ReadError> {
    let mut statement = connection.prepare_cached(sql)?;
    let read = statement
        .query_row([game.as_bytes()], |row| Ok(read(row)))
        .optional()?;
    read.transpose()
}

fn body<T: DeserializeOwned>(name: &str, row: &Row<'_>, column: usize) -> Result<T, ReadError> {
    let text = row.get_ref(column)?.as_str();
    let text = text.map_err(|_| damaged(name, "a row has no text"))?;
    serde_json::from_str(text)
        .map_err(|error| damaged(name, format!("a row can't be read: {error}")))
}

/// Checks that a value is the same in the body and in the column beside it.
fn same(name: &str, is_same: bool) -> Result<(), ReadError> {
    let what = "a row and its key are of different things";
    is_same.then_some(()).ok_or_else(|| damaged(name, what))
}
