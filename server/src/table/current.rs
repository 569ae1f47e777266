//! The match that a table is at, with what its replay needs.

use uuid::Uuid;
use versus2048_protocol::game::{Bounds, BySeat, Event, Match, Stage};
use versus2048_protocol::replay::{
    FORMAT, Replay, ReplayMove, ReplayPlayer, ReplayResult, VERSION,
};
use versus2048_protocol::rules::{Options, Secret};
use versus2048_protocol::wire::Code;

use crate::journal::StoredGame;

/// A match under its id: a fold of events, as the match itself is.
#[derive(Clone, Debug)]
pub(super) struct CurrentMatch {
    id: Uuid,
    game: Match,
    moves: Vec<ReplayMove>,
    started_ms: u64,
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
            moves: Vec::new(),
            started_ms: 0,
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

    /// What it is made with.
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
        match *event {
            Event::Begun { start_now_ms, .. } => self.started_ms = start_now_ms,
            Event::Moved {
                seat, dir, at_ms, ..
            } => {
                self.moves.push(ReplayMove { at_ms, seat, dir });
            }
            Event::Ended { at_ms, .. } => self.ended_at_ms = at_ms,
            Event::Started { .. } | Event::Paused | Event::Resumed { .. } => {}
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

    /// When it started, by the shell's clock.
    pub(super) const fn started_ms(&self) -> u64 {
        self.started_ms
    }

    /// The replay of a finished match, without the time of day.
    pub(super) fn replay(&self, code: Code, players: BySeat<ReplayPlayer>) -> Option<Replay> {
        let game = &self.game;
        let outcome = game.outcome()?;
        Some(Replay {
            format: FORMAT.into(),
            version: VERSION,
            id: self.id,
            code,
            played_at: String::new(),
            options: *game.options(),
            players,
            commitment: game.commitment(),
            secret: *game.secret(),
            nonces: game.nonces().clone(),
            seed: game.seed(),
            moves: self.moves.clone(),
            result: ReplayResult {
                winner: outcome.winner,
                reason: outcome.reason,
                scores: game.scores(),
                ended_at_ms: Some(self.ended_at_ms),
            },
        })
    }
}
