//! Finished matches: written once, found for whoever asks.

use rusqlite::types::ToSqlOutput;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, params_from_iter};
use serde_json::value::RawValue;
use uuid::Uuid;
use versus2048_protocol::game::Seat;

use crate::identity::PlayerId;
use crate::journal::error::ReadError;
use crate::journal::finished::{Packed, no_json, whole};
use crate::journal::sqlite::checksum::{FORMAT, check, checksum, damaged};

const NAME: &str = "finished";
/// The columns that a list reads, the last of them their checksum.
const HEAD: &str = "game, ended_at, listed, zero, one, header, format, checksum";
const HEAD_COLUMNS: usize = 8;

/// The newest of listed tables.
const NEWEST: &str =
    "SELECT game, ended_at FROM finished WHERE listed = 1 ORDER BY ended_at DESC LIMIT ?1";

/// The newest of listed tables with this player in a seat. Each part has an index of its own, so
/// that somebody with very many matches costs no more than others.
const NEWEST_OF_PLAYER: &str = "SELECT * FROM ( \
     SELECT game, ended_at FROM finished WHERE listed = 1 AND zero = ?2 ORDER BY ended_at DESC LIMIT ?1) \
     UNION SELECT * FROM ( \
     SELECT game, ended_at FROM finished WHERE listed = 1 AND one = ?2 ORDER BY ended_at DESC LIMIT ?1) \
     ORDER BY ended_at DESC LIMIT ?1";

/// Writes a match that is over.
pub(super) fn put(connection: &Connection, packed: &Packed) -> rusqlite::Result<()> {
    let players = packed.players.map(|player| *player.as_uuid().as_bytes());
    let mut columns = vec![
        ValueRef::Blob(packed.game.as_bytes()),
        ValueRef::Integer(packed.ended_at),
        ValueRef::Integer(packed.is_listed.into()),
        ValueRef::Blob(&players[Seat::Zero]),
        ValueRef::Blob(&players[Seat::One]),
        ValueRef::Text(packed.header.as_bytes()),
        ValueRef::Integer(FORMAT),
    ];
    let head = checksum(NAME, columns.iter().copied());
    let moves = moves_checksum(packed.game, &packed.moves);
    columns.extend([
        ValueRef::Blob(&head),
        ValueRef::Text(packed.moves.as_bytes()),
        ValueRef::Blob(&moves),
    ]);
    let sql = format!(
        "INSERT OR REPLACE INTO finished ({HEAD}, moves, moves_checksum) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
    );
    let columns = columns.into_iter().map(ToSqlOutput::Borrowed);
    connection
        .prepare_cached(&sql)?
        .execute(params_from_iter(columns))?;
    Ok(())
}

/// The replay of a match, as the JSON that is told; `None` where it is not kept.
pub(in crate::journal) fn find(
    connection: &Connection,
    game: Uuid,
) -> Result<Option<String>, ReadError> {
    let sql = format!("SELECT {HEAD}, moves, moves_checksum FROM finished WHERE game = ?1");
    one(connection, &sql, game, |row| {
        let header = header_in(row)?;
        let moves = text(row, HEAD_COLUMNS)?;
        if row.get_ref(HEAD_COLUMNS + 1)? != ValueRef::Blob(&moves_checksum(game, moves)) {
            return Err(damaged(
                NAME,
                "moves do not have the checksum of what is in them",
            ));
        }
        whole(header, moves).ok_or_else(|| damaged(NAME, "a row has no replay"))
    })
}

/// The newest finished matches of listed tables, without moves; those of one player, where it is
/// given. A damaged one is left out and logged.
pub(in crate::journal) fn newest(
    connection: &mut Connection,
    player: Option<PlayerId>,
    limit: u32,
) -> Result<Vec<Box<RawValue>>, ReadError> {
    let snapshot = connection.transaction()?;
    let mut headers = Vec::new();
    for game in newest_ids(&snapshot, player, limit)? {
        match header_of(&snapshot, game) {
            Ok(found) => headers.extend(found),
            Err(ReadError::Damaged(what)) => {
                tracing::error!(match_id = %game, what, "a finished match is damaged");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(headers)
}

fn newest_ids(
    connection: &Connection,
    player: Option<PlayerId>,
    limit: u32,
) -> Result<Vec<Uuid>, ReadError> {
    let player = player.map(PlayerId::as_uuid);
    let mut columns = vec![ValueRef::Integer(limit.into())];
    columns.extend(player.as_ref().map(|id| ValueRef::Blob(id.as_bytes())));
    let sql = if player.is_some() {
        NEWEST_OF_PLAYER
    } else {
        NEWEST
    };
    let mut statement = connection.prepare(sql)?;
    let columns = columns.into_iter().map(ToSqlOutput::Borrowed);
    let ids = statement.query_map(params_from_iter(columns), |row| {
        Ok(Uuid::from_bytes(row.get(0)?))
    })?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

/// The header of a match, if it is one that lists tell.
fn header_of(connection: &Connection, game: Uuid) -> Result<Option<Box<RawValue>>, ReadError> {
    let sql = format!("SELECT {HEAD} FROM finished WHERE game = ?1");
    let found = one(connection, &sql, game, |row| {
        let header = header_in(row)?.to_owned();
        let header = RawValue::from_string(header).map_err(|error| no_json(&error))?;
        Ok((row.get(2)?, header))
    })?;
    let (is_listed, header): (bool, _) = found.ok_or_else(|| damaged(NAME, "a row is gone"))?;
    Ok(is_listed.then_some(header))
}

fn header_in<'a>(row: &'a Row<'_>) -> Result<&'a str, ReadError> {
    check(NAME, row, HEAD_COLUMNS)?;
    text(row, 5)
}

fn text<'a>(row: &'a Row<'_>, column: usize) -> Result<&'a str, ReadError> {
    let text = row.get_ref(column)?.as_str();
    text.map_err(|_| damaged(NAME, "a row has no text"))
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

fn moves_checksum(game: Uuid, moves: &str) -> [u8; 8] {
    let columns = [
        ValueRef::Blob(game.as_bytes()),
        ValueRef::Text(moves.as_bytes()),
    ];
    checksum(NAME, columns)
}
