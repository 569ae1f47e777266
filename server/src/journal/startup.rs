//! The contents of the journal at a start: tables to resume, and players who can come back. A table
//! whose match is over is closed here, since no client is at it any more.

use versus2048_protocol::game::Event;
use versus2048_protocol::wire::Code;

use crate::journal::entry::{Entry, Other};
use crate::journal::error::ReadError;
use crate::journal::finished::Finished;
use crate::journal::mirror::OpenTable;
use crate::journal::store::Store;
use crate::journal::{Contents, StoredMatch, StoredTable};

/// Reads the tables to resume and the players, and closes the tables whose matches are over.
///
/// # Errors
/// The log is damaged, or can't be read or written.
pub(super) fn read_contents(store: &mut Store, now_ms: i64) -> Result<Contents, ReadError> {
    let mut tables = Vec::new();
    let mut over: Vec<Code> = Vec::new();
    for open in store.mirror.tables() {
        match resumable_events(open)? {
            Some(events) => tables.push((open.table.clone(), events)),
            None => over.push(open.table.code),
        }
    }
    tables.sort_by_key(|(table, _)| table.code);
    if !over.is_empty() {
        let closed = |code| Entry(code, vec![Other::Closed.into()]);
        store.close(over.into_iter().map(closed).collect(), now_ms)?;
    }
    let players = store.log.players(now_ms)?;
    Ok(Contents { tables, players })
}

/// The events of a match that can go on; `None` if it is over.
///
/// # Errors
/// The events can't be those of the match.
fn resumable_events(open: &OpenTable) -> Result<Option<Vec<Event>>, ReadError> {
    let game = open.table.game.id;
    let damaged = |what| ReadError::Damaged(format!("match {game} of an open table {what}"));
    let events = open
        .events()
        .ok_or_else(|| damaged("has a move of nobody"))?;
    if open.is_over || matches!(events.last(), Some(Event::Ended { .. })) {
        return Ok(None);
    }
    let Some(begun) = open.begun.clone() else {
        return Ok(Some(events));
    };
    if !is_of(&begun, &open.table) {
        return Err(damaged("is not that of the table"));
    }
    let finished = Finished {
        begun,
        events,
        result: None,
    };
    finished.fold()?;
    Ok(Some(finished.events))
}

/// Whether a match is the current one of a table.
pub(super) fn is_of(begun: &StoredMatch, table: &StoredTable) -> bool {
    let ids = table.seats.as_ref().map(|seat| {
        let seat = seat.as_ref();
        seat.map(|seat| seat.player.to_string())
    });
    let same_players = ids == begun.players.as_ref().map(|player| Some(player.id.clone()));
    same_players
        && (begun.code, begun.options, begun.game) == (table.code, table.options, table.game)
}
