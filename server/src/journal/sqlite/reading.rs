//! How rows become what tables have handed over; what does not hold is an error and never a guess.

use rusqlite::{Connection, OptionalExtension as _, Row};
use serde::de::DeserializeOwned;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Seat};

use crate::journal::error::ReadError;
use crate::journal::sqlite::relation::{
    EVENTS, HEADS, MATCHES, PLAYERS, RESULTS, Relation, TABLES,
};
use crate::journal::{StoredMatch, StoredPlayer, StoredResult, StoredTable};
use crate::players::{PlayerId, TokenHash};

/// The events of a match, in order.
pub(super) fn events(connection: &Connection, game: Uuid) -> Result<Vec<Event>, ReadError> {
    let sql = "SELECT game, seq, body, format, checksum FROM events WHERE game = ?1 ORDER BY seq";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([game.as_bytes()])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        EVENTS.check(row)?;
        let seq: i64 = row.get(1)?;
        if usize::try_from(seq) != Ok(events.len() + 1) {
            return Err(EVENTS.damaged(format!(
                "event {} of match {game} is missing",
                events.len() + 1
            )));
        }
        events.push(body(&EVENTS, row, 2)?);
    }
    Ok(events)
}

/// The events of a match that has no result, in order, with none missing at the end either.
pub(super) fn open_events(connection: &Connection, game: Uuid) -> Result<Vec<Event>, ReadError> {
    let events = events(connection, game)?;
    let sql = "SELECT game, seq, format, checksum FROM heads WHERE game = ?1";
    let head = one(connection, sql, game, |row| {
        HEADS.check(row)?;
        Ok(row.get::<_, i64>(1)?)
    })?;
    if usize::try_from(head.unwrap_or(0)) == Ok(events.len()) {
        return Ok(events);
    }
    Err(EVENTS.damaged(format!("the last events of match {game} are missing")))
}

/// The first event of a match.
pub(super) fn first_event(connection: &Connection, game: Uuid) -> Result<Event, ReadError> {
    let sql = "SELECT game, seq, body, format, checksum FROM events WHERE game = ?1 AND seq = 1";
    one(connection, sql, game, |row| {
        EVENTS.check(row)?;
        body(&EVENTS, row, 2)
    })?
    .ok_or_else(|| EVENTS.damaged(format!("match {game} has no beginning")))
}

/// A match that has begun.
pub(super) fn begun(connection: &Connection, game: Uuid) -> Result<Option<StoredMatch>, ReadError> {
    let sql = "SELECT id, body, format, checksum FROM matches WHERE id = ?1";
    one(connection, sql, game, |row| {
        MATCHES.check(row)?;
        let begun: StoredMatch = body(&MATCHES, row, 1)?;
        same(&MATCHES, begun.game.id == game)?;
        Ok(begun)
    })
}

/// How a match has ended.
pub(super) fn result(
    connection: &Connection,
    game: Uuid,
) -> Result<Option<StoredResult>, ReadError> {
    let sql = "SELECT game, ended_at, listed, zero, one, body, format, checksum FROM results WHERE game = ?1";
    one(connection, sql, game, |row| {
        RESULTS.check(row)?;
        let result: StoredResult = body(&RESULTS, row, 5)?;
        let is_same = result.ended_at == row.get::<_, i64>(1)?
            && i64::from(result.is_listed) == row.get::<_, i64>(2)?
            && result.players[Seat::Zero].as_uuid().as_bytes() == &row.get::<_, [u8; 16]>(3)?
            && result.players[Seat::One].as_uuid().as_bytes() == &row.get::<_, [u8; 16]>(4)?;
        same(&RESULTS, is_same)?;
        Ok(result)
    })
}

/// Every open table.
pub(super) fn tables(connection: &Connection) -> Result<Vec<StoredTable>, ReadError> {
    let mut statement =
        connection.prepare("SELECT code, body, format, checksum FROM tables ORDER BY code")?;
    let mut rows = statement.query([])?;
    let mut tables = Vec::new();
    while let Some(row) = rows.next()? {
        TABLES.check(row)?;
        let table: StoredTable = body(&TABLES, row, 1)?;
        same(
            &TABLES,
            table.code.as_str() == row.get_ref(0)?.as_str().unwrap_or_default(),
        )?;
        tables.push(table);
    }
    Ok(tables)
}

/// Every player who is known, and how many rows are damaged.
pub(super) fn players(connection: &Connection) -> Result<(Vec<StoredPlayer>, usize), ReadError> {
    let mut statement =
        connection.prepare("SELECT token, id, used_at, format, checksum FROM players")?;
    let mut rows = statement.query([])?;
    let (mut players, mut damaged) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        match player(row) {
            Ok(player) => players.push(player),
            Err(ReadError::Damaged(_)) => damaged += 1,
            Err(error) => return Err(error),
        }
    }
    Ok((players, damaged))
}

/// The ids of matches that have begun and have not ended.
pub(super) fn unfinished(connection: &Connection) -> Result<Vec<Uuid>, ReadError> {
    let sql = "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM results WHERE game = id)";
    let mut statement = connection.prepare(sql)?;
    let ids = statement.query_map([], |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

fn player(row: &Row<'_>) -> Result<StoredPlayer, ReadError> {
    PLAYERS.check(row)?;
    Ok(StoredPlayer {
        token: TokenHash::from(row.get::<_, [u8; 32]>(0)?),
        player: PlayerId::from(Uuid::from_bytes(row.get(1)?)),
        used_at: row.get(2)?,
    })
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

fn body<T: DeserializeOwned>(
    relation: &Relation,
    row: &Row<'_>,
    column: usize,
) -> Result<T, ReadError> {
    let text = row.get_ref(column)?.as_str();
    let text = text.map_err(|_| relation.damaged("a row has no text"))?;
    serde_json::from_str(text)
        .map_err(|error| relation.damaged(format!("a row can't be read: {error}")))
}

/// What stands twice, in the body and beside it, has to be the same.
fn same(relation: &Relation, is_same: bool) -> Result<(), ReadError> {
    is_same
        .then_some(())
        .ok_or_else(|| relation.damaged("a row and its key are of different things"))
}
