//! Finished matches, for whoever asks: found in one short transaction, proven afterwards.

use rusqlite::types::ToSqlOutput;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::journal::error::ReadError;
use crate::journal::finished::{Finished, header};
use crate::journal::sqlite::reading;
use crate::players::PlayerId;

/// The newest of listed tables.
const NEWEST: &str =
    "SELECT game, ended_at FROM results WHERE listed = 1 ORDER BY ended_at DESC LIMIT ?1";

/// The newest of listed tables with this player in a seat. Each part has an index of its own, so
/// that somebody with very many matches costs no more than others.
const NEWEST_OF_PLAYER: &str = "SELECT * FROM ( \
     SELECT game, ended_at FROM results WHERE listed = 1 AND zero = ?2 ORDER BY ended_at DESC LIMIT ?1) \
     UNION SELECT * FROM ( \
     SELECT game, ended_at FROM results WHERE listed = 1 AND one = ?2 ORDER BY ended_at DESC LIMIT ?1) \
     ORDER BY ended_at DESC LIMIT ?1";

/// Everything that is kept of a match, as it is at one moment; `None` where nothing is.
pub(in crate::journal) fn find(
    connection: &mut Connection,
    game: Uuid,
) -> Result<Option<Finished>, ReadError> {
    let snapshot = connection.transaction()?;
    let result = reading::result(&snapshot, game)?;
    let Some(begun) = reading::begun(&snapshot, game)? else {
        return Ok(None);
    };
    let events = reading::events(&snapshot, game)?;
    Ok(Some(Finished {
        begun,
        events,
        result,
    }))
}

/// Whether the result of a match is kept: it is, until the match is forgotten.
pub(in crate::journal) fn is_finished(
    connection: &Connection,
    game: Uuid,
) -> Result<bool, ReadError> {
    Ok(reading::result(connection, game)?.is_some())
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

fn header_of(connection: &Connection, game: Uuid) -> Result<Option<Box<RawValue>>, ReadError> {
    let (Some(begun), Some(result)) = (
        reading::begun(connection, game)?,
        reading::result(connection, game)?,
    ) else {
        return Err(ReadError::Damaged("its rows are gone".into()));
    };
    if !result.is_listed {
        return Ok(None);
    }
    let first = reading::first_event(connection, game)?;
    header(&begun, &result, &first).map(Some)
}
