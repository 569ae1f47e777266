//! The log and the open tables that follow from it. Each commit appends one row.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;
use versus2048_protocol::wire::Code;

use crate::journal::entry::{Entry, Logged, Other};
use crate::journal::error::ReadError;
use crate::journal::extent::Extent;
use crate::journal::finished::{Finished, Packed, no_json};
use crate::journal::log::Log;
use crate::journal::mirror::{Mirror, OpenTable};
use crate::journal::row::Row;
use crate::journal::{Batch, StoredPlayer};

/// The log and the tables that are open by it.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) log: Log,
    pub(super) mirror: Mirror,
    extent: Extent,
    playing: Playing,
    /// The effect of a failed commit, until the log says whether its row is on disk.
    pending: Option<Pending>,
}

/// The effect of a row on the extent of the log and on the matches that are played.
#[derive(Debug)]
struct Pending {
    number: u64,
    bytes: usize,
    trim_before: Option<u64>,
    begun: Vec<Uuid>,
    ended: Vec<Uuid>,
}

/// The batches of one commit.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The batches to write; after the commit those in its row.
    pub(super) batches: Vec<Batch>,
    /// The batches that were refused.
    pub(super) refused: Vec<Batch>,
}

/// The matches that have begun and are not over; the reader answers requests for their replays from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Playing(Arc<Mutex<HashSet<Uuid>>>);

/// The contents of a row.
#[derive(Debug, Default)]
struct Contribution {
    entries: Vec<Entry>,
    begun: Vec<Uuid>,
    finished: Vec<Finished>,
}

impl Store {
    /// Reads the log.
    ///
    /// # Errors
    /// It can't be read, or is not what was written.
    pub(super) fn open(log: Log) -> Result<Self, ReadError> {
        let mut store = Self {
            log,
            mirror: Mirror::default(),
            extent: Extent::default(),
            playing: Playing::default(),
            pending: None,
        };
        store.fold()?;
        store.playing.set(&store.mirror);
        Ok(store)
    }

    /// Which matches are played.
    pub(super) fn playing(&self) -> Playing {
        self.playing.clone()
    }

    /// How many bytes the rows of the log have.
    pub(super) const fn bytes(&self) -> u64 {
        self.extent.bytes()
    }

    /// Writes batches and players as one row, and returns how many writes it has. A batch that does not
    /// follow what its table has written before moves to [`Group::refused`], and so does each later batch of
    /// that table, even if the commit fails. After an error call [`Store::recover`] before the next
    /// commit.
    ///
    /// # Errors
    /// It may not be on disk.
    pub(super) fn commit(
        &mut self,
        group: &mut Group,
        players: &[StoredPlayer],
        now_ms: i64,
    ) -> Result<u64, ReadError> {
        let mut row = Contribution::default();
        let Group { batches, refused } = group;
        for batch in std::mem::take(batches) {
            let rests_on_refused = refused.iter().any(|older| older.table == batch.table);
            if !rests_on_refused && self.add_batch(&batch, &mut row) {
                batches.push(batch);
            } else {
                refused.push(batch);
            }
        }
        let entries = row.entries.iter();
        let writes = entries.map(|Entry(_, writes)| writes.len()).sum::<usize>() + players.len();
        if !(batches.is_empty() && players.is_empty()) {
            self.append(row, players, now_ms)?;
        }
        Ok(writes.try_into().unwrap_or(u64::MAX))
    }

    /// Closes tables that can't be resumed.
    ///
    /// # Errors
    /// As for [`Store::commit`].
    pub(super) fn close(&mut self, entries: Vec<Entry>, now_ms: i64) -> Result<(), ReadError> {
        let mut row = Contribution::default();
        for entry in entries {
            self.apply(entry, &mut row);
        }
        self.append(row, &[], now_ms)
    }

    /// Opens the log again after a failure. Returns whether the row of the failed commit is on disk.
    ///
    /// # Errors
    /// Nothing can be written yet.
    pub(super) fn recover(&mut self) -> Result<bool, ReadError> {
        self.log.reopen()?;
        let number = self.extent.next();
        let next = self.log.read_from(number, |_, _| Ok(()))?;
        match self.pending.take() {
            Some(pending) if next > number => {
                self.keep(&pending);
                Ok(true)
            }
            _ => {
                self.mirror.roll_back();
                Ok(false)
            }
        }
    }

    /// Adds a batch to a row; false if it does not follow what its table has written before.
    fn add_batch(&mut self, batch: &Batch, row: &mut Contribution) -> bool {
        let is_new = !self.mirror.has(batch.table);
        let writes = batch.writes.iter().map(Logged::from);
        let writes = is_new.then(|| Other::Anew.into()).into_iter().chain(writes);
        let entry = Entry(batch.table, writes.collect());
        let fits = self.mirror.follows(batch) && self.mirror.fits(&entry);
        if fits {
            self.apply(entry, row);
        }
        fits
    }

    fn apply(&mut self, entry: Entry, row: &mut Contribution) {
        row.begun.extend(begun(&entry));
        let finished = self.mirror.apply(&entry, self.extent.next());
        row.finished.extend(finished);
        row.entries.push(entry);
    }

    fn append(
        &mut self,
        mut row: Contribution,
        players: &[StoredPlayer],
        now_ms: i64,
    ) -> Result<(), ReadError> {
        let number = self.extent.next();
        if self.extent.is_long(self.mirror.size())
            && let Some(state) = self.mirror.oldest()
        {
            self.mirror.apply(&state, number);
            row.entries.push(state);
        }
        let body = serde_json::to_string(&row.entries).map_err(|error| no_json(&error))?;
        let base = self.mirror.first_base().unwrap_or(number);
        let pending = Pending {
            number,
            bytes: body.len(),
            trim_before: self.extent.slice(base),
            begun: row.begun,
            ended: row.finished.iter().map(Finished::id).collect(),
        };
        let appended = self.log.append(&Row {
            number,
            body: &body,
            finished: &pack(row.finished, now_ms),
            players,
            trim_before: pending.trim_before,
        });
        if appended.is_ok() {
            self.keep(&pending);
        } else {
            self.pending = Some(pending);
        }
        appended
    }

    /// The row is on disk.
    fn keep(&mut self, pending: &Pending) {
        self.mirror.keep();
        self.extent.push(pending.number, pending.bytes);
        self.extent.trim(pending.trim_before.unwrap_or(0));
        self.playing.change(&pending.begun, &pending.ended);
    }

    fn fold(&mut self) -> Result<(), ReadError> {
        let Self {
            log,
            mirror,
            extent,
            ..
        } = self;
        let mut baseless = HashSet::new();
        let next = log.read_from(0, |number, body| {
            extent.push(number, body.len());
            fold_row(mirror, &mut baseless, number, body)
        })?;
        if !baseless.is_empty() {
            let what = "the first rows of a table are gone from its log";
            return Err(ReadError::Damaged(what.into()));
        }
        extent.begin(next);
        Ok(())
    }
}

/// Takes in a row. The first rows of the log may have entries of tables all of which stands in a later
/// one; until that comes they are baseless.
fn fold_row(
    mirror: &mut Mirror,
    baseless: &mut HashSet<Code>,
    number: u64,
    body: &str,
) -> Result<(), ReadError> {
    let damaged = |what: String| ReadError::Damaged(format!("in row {number} of its log, {what}"));
    let entries: Vec<Entry> = serde_json::from_str(body)
        .map_err(|error| damaged(format!("nothing can be read: {error}")))?;
    for entry in entries {
        let Entry(code, writes) = &entry;
        if entry.is_anew() {
            baseless.remove(code);
        } else if !mirror.has(*code) {
            if writes.contains(&Other::Closed.into()) {
                baseless.remove(code);
            } else {
                baseless.insert(*code);
            }
            continue;
        }
        if !mirror.fits(&entry) {
            return Err(damaged(
                "what a table has written does not follow what it wrote before".into(),
            ));
        }
        mirror.apply(&entry, number);
    }
    mirror.keep();
    Ok(())
}

/// The matches that begin with an entry.
fn begun(Entry(_, writes): &Entry) -> impl Iterator<Item = Uuid> {
    writes.iter().filter_map(|write| match write {
        Logged::Other(other) => match &**other {
            Other::Match(begun) => Some(begun.game.id),
            _ => None,
        },
        Logged::Move(_) => None,
    })
}

/// The finished matches as they are kept; one that the rules don't allow can't be told to anybody.
fn pack(finished: Vec<Finished>, now_ms: i64) -> Vec<Packed> {
    let packed = finished.into_iter().map(|finished| {
        let match_id = finished.id();
        finished
            .pack(now_ms)
            .inspect_err(|error| {
                tracing::error!(%match_id, %error, "a match that has ended can't be replayed");
            })
            .ok()
    });
    packed.flatten().collect()
}

impl Playing {
    /// Whether a match is played.
    pub(super) fn contains(&self, game: Uuid) -> bool {
        self.lock().contains(&game)
    }

    fn change(&self, begun: &[Uuid], ended: &[Uuid]) {
        if begun.is_empty() && ended.is_empty() {
            return;
        }
        let mut playing = self.lock();
        playing.extend(begun);
        for game in ended {
            playing.remove(game);
        }
    }

    fn set(&self, mirror: &Mirror) {
        *self.lock() = mirror.tables().filter_map(OpenTable::playing).collect();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<Uuid>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
