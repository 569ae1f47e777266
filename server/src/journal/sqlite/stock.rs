//! What a start finds: tables to go on with, players who can come back, and what nobody can go on
//! with any more, which is ended here.

use rusqlite::{Connection, TransactionBehavior};
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Event, Input};
use versus2048_protocol::replay::ReplayResult;

use crate::journal::error::ReadError;
use crate::journal::finished::Finished;
use crate::journal::sqlite::keeping::oldest_use;
use crate::journal::sqlite::{reading, writing};
use crate::journal::{Contents, StoredMatch, StoredPlayer, StoredResult, StoredTable};
use crate::players::PlayerId;

/// The tables of which a row that is gone would not be missed otherwise. They are small; of the
/// others so much can be kept that looking through all of it would hold up the start.
const WHOLE: [&str; 4] = ["tables", "heads", "players", "forgotten"];

/// Takes stock in one transaction.
pub(super) fn take(connection: &mut Connection, now_ms: i64) -> Result<Contents, ReadError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for name in WHOLE {
        check_pages(&transaction, name)?;
    }
    let tables = take_tables(&transaction)?;
    let is_open = |game| tables.iter().any(|(table, _)| table.game.id == game);
    for game in reading::unfinished(&transaction)? {
        if is_open(game) {
            continue;
        }
        // Nobody plays it any more, so damage in it is no reason to keep the others from playing.
        match end(&transaction, game, now_ms) {
            Err(ReadError::Damaged(what)) => {
                tracing::error!(match_id = %game, what, "a match without a table is damaged; it is left as it is");
            }
            ended => ended?,
        }
    }
    let players = take_players(&transaction, now_ms)?;
    transaction.commit()?;
    Ok(Contents { tables, players })
}

/// Whether no page of a table hides or repeats a row.
fn check_pages(connection: &Connection, name: &str) -> Result<(), ReadError> {
    let check = format!("PRAGMA integrity_check({name})");
    let found: String = connection.query_row(&check, [], |row| row.get(0))?;
    if found == "ok" {
        Ok(())
    } else {
        Err(ReadError::Damaged(format!("in table {name}, {found}")))
    }
}

/// The tables whose matches are not over; the others are deleted.
fn take_tables(connection: &Connection) -> Result<Vec<(StoredTable, Vec<Event>)>, ReadError> {
    let mut tables = Vec::new();
    for table in reading::tables(connection)? {
        let game = table.game.id;
        if reading::result(connection, game)?.is_some() {
            writing::close_table(connection, table.code)?;
            continue;
        }
        let events = reading::open_events(connection, game)?;
        if matches!(events.last(), Some(Event::Ended { .. })) {
            writing::close_table(connection, table.code)?;
            continue;
        }
        match reading::begun(connection, game)? {
            None if events.is_empty() => tables.push((table, events)),
            Some(begun) if is_of(&begun, &table) => {
                let finished = Finished {
                    begun,
                    events,
                    result: None,
                };
                finished.fold()?;
                tables.push((table, finished.events));
            }
            _ => {
                let what = format!("an open table and its match {game} are of different things");
                return Err(ReadError::Damaged(what));
            }
        }
    }
    Ok(tables)
}

fn is_of(begun: &StoredMatch, table: &StoredTable) -> bool {
    let ids = table.seats.as_ref().map(|seat| {
        let seat = seat.as_ref();
        seat.map(|seat| seat.player.to_string())
    });
    let same_players = ids == begun.players.as_ref().map(|player| Some(player.id.clone()));
    same_players
        && (begun.code, begun.options, begun.game) == (table.code, table.options, table.game)
}

/// Ends a match that has no table.
fn end(connection: &Connection, game: Uuid, now_ms: i64) -> Result<(), ReadError> {
    let missing = || ReadError::Damaged(format!("match {game} is gone"));
    let begun = reading::begun(connection, game)?.ok_or_else(missing)?;
    let events = reading::open_events(connection, game)?;
    let mut finished = Finished {
        begun,
        events,
        result: None,
    };
    let mut played = finished.fold()?;
    if played.outcome().is_none() {
        // By a clock that stands still: the match ends at the match time of its last event.
        let aborted = played.decide(0, Input::Abort).unwrap_or_default();
        for event in aborted {
            let possible = played.check(&event);
            possible.map_err(|error| ReadError::Damaged(format!("match {game}: {error}")))?;
            played.apply(&event);
            finished.events.push(event);
            let seq = finished.events.len().try_into().unwrap_or(u64::MAX);
            let last = finished.events.last().expect("one has just been added");
            writing::put_event(connection, game, seq, last)?;
        }
    }
    let result = result_of(&finished)
        .ok_or_else(|| ReadError::Damaged(format!("match {game} does not end")))?;
    let stored = StoredResult {
        result: ReplayResult {
            scores: played.scores(),
            ..result
        },
        ended_at: now_ms,
        is_listed: finished.begun.is_listed,
        players: players_of(&finished.begun)?,
    };
    writing::put_result(connection, game, &stored)?;
    tracing::info!(match_id = %game, "a match that has no table any more is ended");
    Ok(())
}

fn result_of(finished: &Finished) -> Option<ReplayResult> {
    match *finished.events.last()? {
        Event::Ended { outcome, at_ms } => Some(ReplayResult {
            winner: outcome.winner,
            reason: outcome.reason,
            scores: BySeat::default(),
            ended_at_ms: Some(at_ms),
        }),
        _ => None,
    }
}

fn players_of(begun: &StoredMatch) -> Result<BySeat<PlayerId>, ReadError> {
    let id = |text: &str| {
        let id: Result<Uuid, _> = text.parse();
        id.map(PlayerId::from)
            .map_err(|_| ReadError::Damaged(format!("match {}: a player has no id", begun.game.id)))
    };
    let [zero, one] = &begun.players.0;
    Ok(BySeat([id(&zero.id)?, id(&one.id)?]))
}

/// The players whose tokens still hold; the others are deleted.
fn take_players(connection: &Connection, now_ms: i64) -> Result<Vec<StoredPlayer>, ReadError> {
    let oldest = oldest_use(now_ms);
    connection.execute("DELETE FROM players WHERE used_at <= ?1", [oldest])?;
    let (mut players, damaged) = reading::players(connection)?;
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
