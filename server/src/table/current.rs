//! The match that a table is at.

use uuid::Uuid;
use versus2048_protocol::game::{Bounds, Event, Match, Stage};
use versus2048_protocol::rules::{Options, Secret};

use crate::journal::StoredGame;

/// A match under its id: a fold of events, as the match itself is.
#[derive(Clone, Debug)]
pub(super) struct CurrentMatch {
    id: Uuid,
    game: Match,
    ended_at_ms: u64,
    events: u64,
}

impl CurrentMatch {
    /// A new match with an id and a secret of its own.
    pub(super) fn draw(options: Options, bounds: Bounds) -> Self {
        let secret = Secret(rand::random());
        Self::new(Uuid::now_v7(), Match::new(options, secret, bounds))
    }

    fn new(id: Uuid, game: Match) -> Self {
        Self {
            id,
            game,
            ended_at_ms: 0,
            events: 0,
        }
    }

    /// The same match before its first event.
    pub(super) fn unplayed(&self) -> Self {
        Self::new(self.id, self.game.unplayed())
    }

    /// The same match with these events instead.
    pub(super) fn refolded(&self, events: &[Event]) -> Self {
        let mut refolded = self.unplayed();
        for event in events {
            refolded.apply(event);
        }
        refolded
    }

    /// A match as it was kept.
    pub(super) fn restored(options: Options, stored: StoredGame, events: &[Event]) -> Self {
        let unplayed = Match::new(options, stored.secret, stored.bounds);
        Self::new(stored.id, unplayed).refolded(events)
    }

    /// The settings that it was made with.
    pub(super) const fn stored(&self) -> StoredGame {
        StoredGame {
            id: self.id,
            secret: *self.game.secret(),
            bounds: self.game.bounds(),
        }
    }

    /// Writes what happened.
    pub(super) fn apply(&mut self, event: &Event) {
        self.game.apply(event);
        self.events += 1;
        if let Event::Ended { at_ms, .. } = event {
            self.ended_at_ms = *at_ms;
        }
    }

    /// The match time of its end.
    pub(super) const fn ended_at_ms(&self) -> u64 {
        self.ended_at_ms
    }

    /// The match's id.
    pub(super) const fn id(&self) -> Uuid {
        self.id
    }

    /// The match itself.
    pub(super) const fn game(&self) -> &Match {
        &self.game
    }

    /// How many events it is made of.
    pub(super) const fn events(&self) -> u64 {
        self.events
    }

    /// Whether its boards have been dealt.
    pub(super) fn has_begun(&self) -> bool {
        self.game.stage() != Stage::Made
    }
}
