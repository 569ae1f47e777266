//! The line of a table: the steps that were handed to the journal and are not known to be on disk, each
//! with the state that it leads to and the entries that rest on it. It grows by what the journal's
//! queue takes at most.

use std::collections::VecDeque;

use crate::identity::Requester;
use crate::table::record::Entry;
use crate::table::state::State;

/// The steps that are under way, oldest first.
#[derive(Debug, Default)]
pub(super) struct Line {
    steps: VecDeque<Step>,
    /// How many entries wait that are for all.
    for_all: usize,
}

/// A step that was handed to the journal.
#[derive(Debug)]
pub(super) struct Step {
    /// Its number, which the journal acknowledges.
    pub(super) number: u64,
    /// The state that it leads to.
    pub(super) after: Box<State>,
    /// The messages and side effects that rest on it.
    pub(super) entries: Vec<Entry>,
}

impl Line {
    /// Whether everything is on disk.
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many entries wait that are for all.
    pub(super) const fn for_all(&self) -> usize {
        self.for_all
    }

    /// The last step.
    pub(super) fn last(&self) -> Option<&Step> {
        self.steps.back()
    }

    /// Whether an answer to a client waits here.
    pub(super) fn owes(&self, by: &Requester) -> bool {
        let entries = self.steps.iter().flat_map(|step| &step.entries);
        let mut requests = entries.filter_map(Entry::request);
        requests
            .any(|request| (request.by.player, request.by.connection) == (by.player, by.connection))
    }

    /// Adds a step that was handed to the journal.
    pub(super) fn push(&mut self, step: Step) {
        self.for_all += count_for_all(&step.entries);
        self.steps.push_back(step);
    }

    /// Adds to the last step what was decided upon it and needs no write; false if there is none. A step
    /// may be under way for as long as a disk hangs, so of messages that say how something is now only
    /// the newest waits.
    pub(super) fn extend_last(&mut self, after: &State, entries: &mut Vec<Entry>) -> bool {
        let Some(last) = self.steps.back_mut() else {
            return false;
        };
        let older = count_for_all(&last.entries);
        last.entries
            .retain(|old| !entries.iter().any(|new| new.supersedes(old)));
        last.entries.append(entries);
        (*last.after).clone_from(after);
        self.for_all = self.for_all - older + count_for_all(&last.entries);
        true
    }

    /// Takes the oldest step out if the journal has acknowledged it.
    pub(super) fn pop(&mut self, on_disk: u64) -> Option<Step> {
        self.steps.front().filter(|step| step.number <= on_disk)?;
        let step = self.steps.pop_front()?;
        self.for_all -= count_for_all(&step.entries);
        Some(step)
    }

    /// Takes every step out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Step> + use<> {
        self.for_all = 0;
        std::mem::take(&mut self.steps).into_iter()
    }
}

fn count_for_all(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.is_for_all()).count()
}
