//! The open tables as the log has them: a fold of its rows. It is ahead of the disk while a commit is
//! under way; after a failed one it is folded anew.

use std::collections::{BTreeSet, HashMap};

use uuid::Uuid;
use versus2048_protocol::game::Event;
use versus2048_protocol::wire::Code;

use crate::journal::entry::{Entry, Logged, Other};
use crate::journal::finished::Finished;
use crate::journal::{Batch, StoredMatch, StoredResult, StoredTable, Write};

/// About how many bytes of a row the state of a table takes without its events.
const TABLE_BYTES: u64 = 1200;
/// About how many bytes of a row an event takes.
const EVENT_BYTES: u64 = 22;

/// Every open table by its code.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    tables: HashMap<Code, OpenTable>,
    /// The number of the row with which each table can be folded from.
    bases: BTreeSet<(u64, Code)>,
    bytes: u64,
    /// How the tables were that the row under way has changed, in the order of its changes.
    before: Vec<Before>,
}

/// How a table was before a change.
#[derive(Debug)]
enum Before {
    /// It had so many events, and nothing else was another.
    Events(Code, usize),
    /// It was this, or was not there.
    Table(Code, Option<Box<OpenTable>>),
}

/// An open table and its current match.
#[derive(Clone, Debug)]
pub(super) struct OpenTable {
    pub(super) table: StoredTable,
    /// None before the match has begun, and after it is over.
    pub(super) begun: Option<StoredMatch>,
    pub(super) events: Vec<Logged>,
    pub(super) is_over: bool,
    base: u64,
}

/// The part of a table's state that decides whether a write may follow.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    game: Option<Uuid>,
    has_begun: bool,
    has_ended: bool,
    is_over: bool,
}

impl Mirror {
    /// Whether a table is open.
    pub(super) fn has(&self, code: Code) -> bool {
        self.tables.contains_key(&code)
    }

    /// Whether the writes of a batch follow what its table has written before, each event in its place.
    pub(super) fn follows(&self, batch: &Batch) -> bool {
        let open = self.tables.get(&batch.table);
        let mut events = open.map_or(0, |open| open.events.len());
        batch.writes.iter().all(|write| {
            match write {
                Write::Match(_) => events = 0,
                Write::Event { seq, .. } => {
                    events += 1;
                    return usize::try_from(*seq) == Ok(events);
                }
                _ => {}
            }
            true
        })
    }

    /// Whether an entry follows what stands in the rows before.
    pub(super) fn fits(&self, Entry(code, writes): &Entry) -> bool {
        let mut shape = self
            .tables
            .get(code)
            .map_or_else(Shape::default, OpenTable::shape);
        writes.iter().all(|write| shape.accept(*code, write))
    }

    /// Takes in an entry that [fits](Self::fits) of the row with this number; returns the matches
    /// that are over by it.
    pub(super) fn apply(&mut self, entry: &Entry, number: u64) -> Vec<Finished> {
        if self.append(entry) {
            return Vec::new();
        }
        let Entry(code, writes) = entry;
        let mut open = self.take(*code);
        let before = open.clone().map(Box::new);
        self.before.push(Before::Table(*code, before));
        let (mut finished, mut is_closed) = (Vec::new(), false);
        for write in writes {
            match write {
                Logged::Move(_) => push(open.as_mut(), write),
                Logged::Other(other) => match &**other {
                    Other::Anew => open = None,
                    Other::Table(table) => match &mut open {
                        Some(open) => finished.extend(open.become_table(table)),
                        None => open = Some(OpenTable::new(table.clone(), number)),
                    },
                    Other::Closed => is_closed = true,
                    Other::Event(_) => push(open.as_mut(), write),
                    Other::Match(begun) => {
                        if let Some(open) = &mut open {
                            open.begun = Some(begun.clone());
                        }
                    }
                    Other::Over => {
                        if let Some(open) = &mut open {
                            open.is_over = true;
                        }
                    }
                    Other::Result(result) => {
                        finished.extend(open.as_mut().and_then(|open| open.end(Some(result))));
                    }
                },
            }
        }
        match open {
            Some(open) if !is_closed => self.put(open),
            // A table that is closed in the middle of its match leaves it to be ended.
            Some(mut open) => finished.extend(open.end(None)),
            None => {}
        }
        finished
    }

    /// The row under way is on disk.
    pub(super) fn keep(&mut self) {
        self.before.clear();
    }

    /// The row under way is not on disk: every table is as it was before it.
    pub(super) fn roll_back(&mut self) {
        while let Some(before) = self.before.pop() {
            let (Before::Events(code, _) | Before::Table(code, _)) = before;
            let now = self.take(code);
            let then = match before {
                Before::Table(_, then) => then.map(|then| *then),
                Before::Events(_, events) => now.map(|mut now| {
                    now.events.truncate(events);
                    now
                }),
            };
            if let Some(then) = then {
                self.put(then);
            }
        }
    }

    /// The oldest row that a table is folded from.
    pub(super) fn first_base(&self) -> Option<u64> {
        self.bases.first().map(|&(base, _)| base)
    }

    /// All of the table that is folded from the oldest row.
    pub(super) fn oldest(&self) -> Option<Entry> {
        let (_, code) = self.bases.first()?;
        self.tables.get(code).map(OpenTable::entry)
    }

    /// How many tables there are, and about how many bytes the states of all of them take.
    pub(super) fn size(&self) -> (u64, u64) {
        (self.bases.len().try_into().unwrap_or(u64::MAX), self.bytes)
    }

    /// Every open table.
    pub(super) fn tables(&self) -> impl Iterator<Item = &OpenTable> {
        self.tables.values()
    }

    /// Appends the events of an entry that has nothing else, as most have, where the table is; false if
    /// there is more to do.
    fn append(&mut self, Entry(code, writes): &Entry) -> bool {
        let Some(open) = self.tables.get_mut(code) else {
            return false;
        };
        if !writes.iter().all(is_event) {
            return false;
        }
        self.before.push(Before::Events(*code, open.events.len()));
        self.bytes -= open.bytes();
        open.events.extend_from_slice(writes);
        self.bytes += open.bytes();
        true
    }

    fn take(&mut self, code: Code) -> Option<OpenTable> {
        let open = self.tables.remove(&code)?;
        self.bases.remove(&(open.base, code));
        self.bytes -= open.bytes();
        Some(open)
    }

    fn put(&mut self, open: OpenTable) {
        self.bases.insert((open.base, open.table.code));
        self.bytes += open.bytes();
        self.tables.insert(open.table.code, open);
    }
}

fn is_event(write: &Logged) -> bool {
    match write {
        Logged::Move(_) => true,
        Logged::Other(other) => matches!(**other, Other::Event(_)),
    }
}

fn push(open: Option<&mut OpenTable>, event: &Logged) {
    if let Some(open) = open {
        open.events.push(event.clone());
    }
}

impl OpenTable {
    const fn new(table: StoredTable, base: u64) -> Self {
        Self {
            table,
            begun: None,
            events: Vec::new(),
            is_over: false,
            base,
        }
    }

    /// The events of its match; `None` where one of them can't be.
    pub(super) fn events(&self) -> Option<Vec<Event>> {
        self.events.iter().map(Logged::event).collect()
    }

    /// The match that is played.
    pub(super) fn playing(&self) -> Option<Uuid> {
        self.begun.as_ref().map(|begun| begun.game.id)
    }

    /// Takes a new table row in; returns the old match if the row has another one.
    fn become_table(&mut self, table: &StoredTable) -> Option<Finished> {
        let unfinished = (table.game.id != self.table.game.id).then(|| {
            self.is_over = false;
            self.end(None)
        });
        self.table = table.clone();
        unfinished.flatten()
    }

    /// Ends the match and returns it.
    fn end(&mut self, result: Option<&StoredResult>) -> Option<Finished> {
        self.is_over |= result.is_some();
        let logged = std::mem::take(&mut self.events);
        Some(Finished {
            begun: self.begun.take()?,
            events: logged.iter().filter_map(Logged::event).collect(),
            result: result.cloned(),
        })
    }

    /// All of it.
    fn entry(&self) -> Entry {
        let mut writes = vec![Other::Anew.into(), Other::Table(self.table.clone()).into()];
        writes.extend(self.begun.clone().map(|begun| Other::Match(begun).into()));
        writes.extend(self.is_over.then(|| Other::Over.into()));
        writes.extend(self.events.iter().cloned());
        Entry(self.table.code, writes)
    }

    fn bytes(&self) -> u64 {
        TABLE_BYTES + EVENT_BYTES * u64::try_from(self.events.len()).unwrap_or(u64::MAX)
    }

    fn shape(&self) -> Shape {
        let last = self.events.last().and_then(Logged::event);
        Shape {
            game: Some(self.table.game.id),
            has_begun: self.begun.is_some(),
            has_ended: matches!(last, Some(Event::Ended { .. })),
            is_over: self.is_over,
        }
    }
}

impl Shape {
    /// Whether a write follows what was before; then it is a part of that.
    fn accept(&mut self, code: Code, write: &Logged) -> bool {
        let Logged::Other(other) = write else {
            return self.has_begun && write.event().is_some();
        };
        match &**other {
            Other::Anew => *self = Self::default(),
            Other::Table(table) if self.game == Some(table.game.id) => return table.code == code,
            Other::Table(table) => {
                *self = Self::default();
                self.game = Some(table.game.id);
                return table.code == code;
            }
            // Also of a table that is not open, since its opening was rolled back.
            Other::Closed => {}
            Other::Match(begun) => {
                let is_first = !self.has_begun && !self.is_over;
                self.has_begun = true;
                return is_first && self.game == Some(begun.game.id);
            }
            Other::Event(event) => {
                self.has_ended = matches!(event, Event::Ended { .. });
                return self.has_begun;
            }
            Other::Over => self.is_over = true,
            Other::Result(_) => {
                let is_end = self.has_begun && self.has_ended;
                (self.has_begun, self.is_over) = (false, true);
                return is_end;
            }
        }
        true
    }
}
