//! Players who can come back without a seat.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use uuid::Uuid;

use crate::identity::{PlayerId, TokenHash};
use crate::journal::StoredPlayer;
use crate::journal::error::ReadError;
use crate::journal::sqlite::checksum::{FORMAT, check, checksum, damaged};
use crate::journal::sqlite::keeping::oldest_use;

const NAME: &str = "players";

/// Writes when a player was last here.
pub(super) fn put(connection: &Connection, player: &StoredPlayer) -> rusqlite::Result<()> {
    let (token, id) = (player.token.as_bytes(), player.player.as_uuid());
    let checksum = checksum(
        NAME,
        [
            ValueRef::Blob(token),
            ValueRef::Blob(id.as_bytes()),
            ValueRef::Integer(player.used_at),
            ValueRef::Integer(FORMAT),
        ],
    );
    let sql = "INSERT OR REPLACE INTO players (token, id, used_at, format, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let columns = (token, id.as_bytes(), player.used_at, FORMAT, checksum);
    connection.prepare_cached(sql)?.execute(columns)?;
    Ok(())
}

/// The players whose tokens still hold; the others are deleted.
pub(super) fn take(connection: &Connection, now_ms: i64) -> Result<Vec<StoredPlayer>, ReadError> {
    check_pages(connection)?;
    let oldest = oldest_use(now_ms);
    connection.execute("DELETE FROM players WHERE used_at <= ?1", [oldest])?;
    let (mut players, damaged) = read(connection)?;
    // A flipped bit in the time may hide behind the deletion, never behind the checksum.
    players.retain(|player| player.used_at > oldest);
    if damaged > 0 {
        tracing::error!(
            damaged,
            "rows of players are damaged; those players can't come back"
        );
    }
    Ok(players)
}

/// Whether no page hides or repeats a row: one that is gone would not be missed otherwise.
fn check_pages(connection: &Connection) -> Result<(), ReadError> {
    let check = "PRAGMA integrity_check(players)";
    let found: String = connection.query_row(check, [], |row| row.get(0))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(damaged(NAME, found))
    }
}

/// Every player who is known, and how many rows are damaged.
fn read(connection: &Connection) -> Result<(Vec<StoredPlayer>, usize), ReadError> {
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

fn player(row: &Row<'_>) -> Result<StoredPlayer, ReadError> {
    check(NAME, row, 5)?;
    Ok(StoredPlayer {
        token: TokenHash::from(row.get::<_, [u8; 32]>(0)?),
        player: PlayerId::from(Uuid::from_bytes(row.get(1)?)),
        used_at: row.get(2)?,
    })
}
