//! What a table has handed to the journal and does not know to be on disk, and the match without it:
//! after a failed commit nothing else is certain until the journal has been asked.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use versus2048_protocol::game::Event;

use crate::table::current::CurrentMatch;

/// The match as it is on disk for certain, and what follows it. It grows by what the journal's queue
/// takes at most.
#[derive(Debug)]
pub(super) struct InFlight {
    confirmed: CurrentMatch,
    /// The numbers of each batch with the events of it, oldest first.
    batches: VecDeque<(RangeInclusive<u64>, Vec<Event>)>,
}

impl InFlight {
    /// Nothing is in flight: the match is on disk as it is.
    pub(super) const fn none(confirmed: CurrentMatch) -> Self {
        Self {
            confirmed,
            batches: VecDeque::new(),
        }
    }

    /// Adds a batch.
    pub(super) fn add(&mut self, numbers: RangeInclusive<u64>, events: Vec<Event>) {
        self.batches.push_back((numbers, events));
    }

    /// Everything up to this number is on disk.
    pub(super) fn confirm(&mut self, on_disk: u64) {
        while let Some((numbers, events)) = self.batches.pop_front() {
            if *numbers.end() > on_disk {
                self.batches.push_front((numbers, events));
                break;
            }
            for event in &events {
                self.confirmed.apply(event);
            }
        }
    }

    /// The match as it is on disk for certain.
    pub(super) const fn confirmed(&self) -> &CurrentMatch {
        &self.confirmed
    }

    /// The first number of the first batch with events that are not on disk, given how many events of
    /// the match are. Batches are written wholly or not at all.
    pub(super) fn first_lost(&self, events_on_disk: u64) -> Option<u64> {
        let mut events = self.confirmed.events();
        let mut with_events = self.batches.iter().filter(|(_, batch)| !batch.is_empty());
        let lost = with_events.find(|(_, batch)| {
            events += u64::try_from(batch.len()).unwrap_or(u64::MAX);
            events > events_on_disk
        });
        lost.map(|(numbers, _)| *numbers.start())
    }
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::game::Bounds;
    use versus2048_protocol::rules::Options;

    use super::*;

    /// Batches with 1, 0, 2 and 1 events; the first is on disk.
    fn in_flight() -> InFlight {
        let game = CurrentMatch::draw(Options::default(), Bounds::default());
        let mut in_flight = InFlight::none(game);
        for (numbers, events) in [(1..=2, 1), (3..=3, 0), (4..=5, 2), (6..=6, 1)] {
            in_flight.add(numbers, vec![Event::Paused; events]);
        }
        in_flight.confirm(2);
        in_flight
    }

    #[test]
    fn what_is_on_disk_is_part_of_the_match() {
        let mut in_flight = in_flight();
        assert_eq!(in_flight.confirmed().events(), 1);
        in_flight.confirm(5);
        assert_eq!(in_flight.confirmed().events(), 3);
        // A number that comes late takes nothing back.
        in_flight.confirm(4);
        assert_eq!(in_flight.confirmed().events(), 3);
    }

    #[test]
    fn what_is_found_says_which_batches_are_lost() {
        let in_flight = in_flight();
        for (events_on_disk, expected) in [(1, Some(4)), (3, Some(6)), (4, None)] {
            assert_eq!(in_flight.first_lost(events_on_disk), expected);
        }
    }
}
