//! What one table has handed over, as it stands in a row of the log: its code, then its writes. A row
//! is the JSON of some of these.

use serde::{Deserialize, Serialize};
use versus2048_protocol::game::{Event, Seat};
use versus2048_protocol::rules::{Direction, Spawn};
use versus2048_protocol::wire::Code;

use crate::journal::{StoredMatch, StoredResult, StoredTable, Write};

/// What a table has handed over at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry(pub(super) Code, pub(super) Vec<Logged>);

/// One write of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Logged {
    /// A move of the current match. There are very many of them, so they are short.
    Move(LoggedMove),
    /// Everything else.
    Other(Box<Other>),
}

/// A move: four times the seat plus the direction, what it gained, sixteen times the row of the new
/// tile plus its column, the tile, the match time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LoggedMove(u8, u32, u8, u8, u32);

/// A write that is no move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Other {
    /// What follows is all of the table, whatever stands in rows before.
    Anew,
    /// The table as it is now.
    Table(StoredTable),
    /// Its current match is over, and kept as a finished one.
    Over,
    /// The table is closed.
    Closed,
    /// The players of the match that begins.
    Match(StoredMatch),
    /// An event of the current match.
    Event(Event),
    /// How the current match has ended.
    Result(StoredResult),
}

impl Entry {
    /// Whether it has all of its table.
    pub(super) fn is_anew(&self) -> bool {
        let Self(_, writes) = self;
        matches!(writes.first(), Some(Logged::Other(other)) if **other == Other::Anew)
    }
}

impl Logged {
    /// The event that it is, if it is one that can be.
    pub(super) fn event(&self) -> Option<Event> {
        match self {
            Self::Move(moved) => moved.event(),
            Self::Other(other) => match &**other {
                Other::Event(event) => Some(event.clone()),
                _ => None,
            },
        }
    }
}

impl LoggedMove {
    /// The move of an event, if it is a move and its numbers are small.
    fn of(event: &Event) -> Option<Self> {
        let Event::Moved {
            seat,
            dir,
            gained,
            spawn,
            at_ms,
        } = *event
        else {
            return None;
        };
        let dir = Direction::ALL.iter().position(|&other| other == dir)?;
        let way = seat.number() * 4 + u8::try_from(dir).ok()?;
        let is_near = spawn.row < 16 && spawn.col < 16;
        is_near.then_some(Self(
            way,
            gained.try_into().ok()?,
            spawn.row * 16 + spawn.col,
            spawn.value.try_into().ok()?,
            at_ms.try_into().ok()?,
        ))
    }

    fn event(self) -> Option<Event> {
        let Self(way, gained, cell, value, at_ms) = self;
        Some(Event::Moved {
            seat: *Seat::ALL.get(usize::from(way / 4))?,
            dir: Direction::ALL[usize::from(way % 4)],
            gained: gained.into(),
            spawn: Spawn {
                row: cell / 16,
                col: cell % 16,
                value: value.into(),
            },
            at_ms: at_ms.into(),
        })
    }
}

impl From<&Event> for Logged {
    fn from(event: &Event) -> Self {
        LoggedMove::of(event).map_or_else(|| Other::Event(event.clone()).into(), Self::Move)
    }
}

impl From<Other> for Logged {
    fn from(other: Other) -> Self {
        Self::Other(Box::new(other))
    }
}

impl From<&Write> for Logged {
    fn from(write: &Write) -> Self {
        match write {
            Write::Table(table) => Other::Table((**table).clone()).into(),
            Write::TableClosed(_) => Other::Closed.into(),
            Write::Match(begun) => Other::Match((**begun).clone()).into(),
            Write::Event { event, .. } => event.into(),
            Write::Result(result) => Other::Result((**result).clone()).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::sample::Sample;

    #[track_caller]
    fn check(event: &Event, expected: &str) {
        let logged = Logged::from(event);
        let text = serde_json::to_string(&logged).expect("it has a text");
        assert_eq!(text, expected);
        let read: Logged = serde_json::from_str(&text).expect("its own text");
        assert_eq!(read.event().as_ref(), Some(event));
    }

    fn moved(gained: u64, at_ms: u64) -> Event {
        Event::Moved {
            seat: Seat::One,
            dir: Direction::Right,
            gained,
            spawn: Spawn {
                row: 2,
                col: 3,
                value: 4,
            },
            at_ms,
        }
    }

    #[test]
    fn a_move_is_five_numbers_and_everything_else_itself() {
        check(&moved(8, 4321), "[7,8,35,4,4321]");
        check(&Event::Paused, r#"{"event":{"event":"paused"}}"#);
        // More than anybody plays for.
        let late = u64::from(u32::MAX) + 1;
        check(
            &moved(0, late),
            r#"{"event":{"event":"moved","seat":1,"dir":"right","gained":0,"spawn":{"row":2,"col":3,"value":4},"at_ms":4294967296}}"#,
        );
    }

    #[test]
    fn a_move_of_no_seat_is_no_event() {
        let logged: Logged = serde_json::from_str("[8,0,0,2,0]").expect("five numbers");
        assert_eq!(logged.event(), None);
    }

    #[test]
    fn an_entry_is_what_was_written() {
        let sample = Sample::new(1);
        let batches = [sample.opened(), sample.finished()];
        let writes = batches.iter().flat_map(|batch| &batch.writes);
        let entry = Entry(sample.table.code, writes.map(Logged::from).collect());
        let text = serde_json::to_string(&entry).expect("it has a text");
        let read: Entry = serde_json::from_str(&text).expect("its own text");
        assert_eq!(read, entry);
    }
}
