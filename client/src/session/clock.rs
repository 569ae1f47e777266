//! The times of a table, which travel as durations, by this client's clock.

use versus2048_protocol::game::BySeat;
use versus2048_protocol::wire::{Phase, Snapshot};

/// The times of a table by this client's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) starts_at_ms: Option<u64>,
    pub(super) closes_at_ms: Option<u64>,
    /// When absent seats lose.
    pub(super) forfeits: BySeat<Option<u64>>,
    elapsed_ms: u64,
    /// Since when match time runs on from `elapsed_ms`.
    running_since: Option<u64>,
}

impl Clock {
    /// The times that a snapshot tells at this moment.
    pub(super) fn new(snapshot: &Snapshot, now_ms: u64) -> Self {
        let at_ms = |in_ms: Option<u64>| in_ms.map(|in_ms| now_ms.saturating_add(in_ms));
        Self {
            starts_at_ms: at_ms(snapshot.starts_in_ms),
            closes_at_ms: at_ms(snapshot.closes_in_ms),
            forfeits: snapshot
                .players
                .as_ref()
                .map(|player| at_ms(player.as_ref().and_then(|player| player.forfeit_in_ms))),
            elapsed_ms: snapshot.elapsed_ms,
            running_since: (snapshot.phase == Phase::Playing).then_some(now_ms),
        }
    }

    /// Match time, in milliseconds.
    pub(super) fn elapsed_ms(&self, now_ms: u64) -> u64 {
        let running_ms = self
            .running_since
            .map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
        self.elapsed_ms.saturating_add(running_ms)
    }

    /// Match time stands still from now on, and absence costs nothing any more.
    pub(super) fn stop(&mut self, now_ms: u64) {
        *self = Self {
            elapsed_ms: self.elapsed_ms(now_ms),
            ..Self::default()
        };
    }
}
