//! How what tables hand over becomes rows.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde::Serialize;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Seat};

use crate::journal::sqlite::relation::{EVENTS, MATCHES, PLAYERS, RESULTS, TABLES};
use crate::journal::{StoredMatch, StoredPlayer, StoredResult, StoredTable, Write};

/// Writes one thing that concerns a match.
pub(super) fn put(connection: &Connection, game: Uuid, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Table(table) => put_table(connection, table),
        Write::TableClosed(code) => close_table(connection, code.as_str()),
        Write::Match(begun) => put_match(connection, begun),
        Write::Event { seq, event } => put_event(connection, game, *seq, event),
        Write::Result(result) => put_result(connection, game, result),
    }
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

/// Writes how a match has ended.
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
    RESULTS.put(connection, &columns)
}

/// Forgets an open table.
pub(super) fn close_table(connection: &Connection, code: &str) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM tables WHERE code = ?1")?;
    statement.execute([code])?;
    Ok(())
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
