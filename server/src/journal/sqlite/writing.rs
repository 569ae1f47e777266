//! How what tables hand over becomes rows.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde::Serialize;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Seat};
use versus2048_protocol::wire::Code;

use crate::journal::sqlite::relation::{EVENTS, HEADS, MATCHES, PLAYERS, RESULTS, TABLES};
use crate::journal::{Batch, StoredMatch, StoredPlayer, StoredResult, StoredTable, Write};

/// Writes what a table has handed over; gives how much it was.
pub(super) fn put(connection: &Connection, batch: &Batch) -> rusqlite::Result<u64> {
    let game = batch.game;
    let mut rows = 0;
    let mut head = None;
    for write in &batch.writes {
        match write {
            Write::Table(table) => put_table(connection, table)?,
            Write::TableClosed(code) => close_table(connection, *code)?,
            Write::Match(begun) => put_match(connection, begun)?,
            Write::Event { seq, event } => {
                put_event(connection, game, *seq, event)?;
                head = Some(*seq);
            }
            Write::Result(result) => {
                put_result(connection, game, result)?;
                head = None;
            }
        }
        rows += 1;
    }
    if let Some(seq) = head {
        put_head(connection, game, seq)?;
    }
    Ok(rows)
}

/// Writes when a player was last here.
pub(super) fn put_player(connection: &Connection, player: &StoredPlayer) -> rusqlite::Result<()> {
    let id = player.player.as_uuid();
    let columns = [
        ValueRef::Blob(player.token.as_bytes()),
        ValueRef::Blob(id.as_bytes()),
        ValueRef::Integer(player.used_at),
    ];
    PLAYERS.put(connection, &columns)
}

/// Writes an event of a match.
pub(super) fn put_event(
    connection: &Connection,
    game: Uuid,
    seq: u64,
    event: &Event,
) -> rusqlite::Result<()> {
    let body = json(event);
    let columns = [
        ValueRef::Blob(game.as_bytes()),
        ValueRef::Integer(seq.try_into().unwrap_or(i64::MAX)),
        ValueRef::Text(body.as_bytes()),
    ];
    EVENTS.put(connection, &columns)
}

/// Writes how a match has ended, behind its last event.
pub(super) fn put_result(
    connection: &Connection,
    game: Uuid,
    result: &StoredResult,
) -> rusqlite::Result<()> {
    let players = result.players.map(|player| *player.as_uuid().as_bytes());
    let body = json(result);
    let columns = [
        ValueRef::Blob(game.as_bytes()),
        ValueRef::Integer(result.ended_at),
        ValueRef::Integer(result.is_listed.into()),
        ValueRef::Blob(&players[Seat::Zero]),
        ValueRef::Blob(&players[Seat::One]),
        ValueRef::Text(body.as_bytes()),
    ];
    RESULTS.put(connection, &columns)?;
    // What has a result is whole by it.
    let mut statement = connection.prepare_cached("DELETE FROM heads WHERE game = ?1")?;
    statement.execute([game.as_bytes()])?;
    Ok(())
}

/// Forgets an open table.
pub(super) fn close_table(connection: &Connection, code: Code) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM tables WHERE code = ?1")?;
    statement.execute([code.as_str()])?;
    Ok(())
}

fn put_head(connection: &Connection, game: Uuid, seq: u64) -> rusqlite::Result<()> {
    let columns = [
        ValueRef::Blob(game.as_bytes()),
        ValueRef::Integer(seq.try_into().unwrap_or(i64::MAX)),
    ];
    HEADS.put(connection, &columns)
}

fn put_table(connection: &Connection, table: &StoredTable) -> rusqlite::Result<()> {
    let body = json(table);
    let columns = [
        ValueRef::Text(table.code.as_str().as_bytes()),
        ValueRef::Text(body.as_bytes()),
    ];
    TABLES.put(connection, &columns)
}

fn put_match(connection: &Connection, begun: &StoredMatch) -> rusqlite::Result<()> {
    let body = json(begun);
    let columns = [
        ValueRef::Blob(begun.game.id.as_bytes()),
        ValueRef::Text(body.as_bytes()),
    ];
    MATCHES.put(connection, &columns)
}

fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("a row has no map, so nothing of it has no JSON")
}
