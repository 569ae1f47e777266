//! Games of one alone that go on another time, and moves of them that are taken back.

use versus2048_protocol::game::{Bounds, BySeat, Event, Input, Match, Seat, Stage};
use versus2048_protocol::wire::ServerMessage;

use crate::local::{Chance, LocalKind, LocalTable, chance};
use crate::saved_game::{self, SavedGame};

impl LocalTable {
    /// A table whose first match is one of before, which stands still until it is resumed; none where
    /// that match can't have been.
    #[must_use]
    pub fn resumed(saved: SavedGame, names: BySeat<String>, chance: Chance) -> Option<Self> {
        let chance = chance.at(saved.secret);
        let mut table = Self::new(LocalKind::Solo, saved.options, names, chance);
        table.birth = chance::Birth {
            id: saved.id,
            secret: saved.secret,
            at: saved.played_at,
        };
        table.game = Match::new(saved.options, saved.secret, Bounds::default());
        table.is_undone = saved.is_undone;
        table.begin(0);
        for (turn, step) in (0..).zip(&saved.moves) {
            let (seat, dir) = (Seat::Zero, step.dir);
            let input = Input::Move { seat, turn, dir };
            let events = table.game.decide(step.at_ms, input).ok()?;
            for event in &events {
                table.apply(event, step.at_ms);
            }
        }
        table.decide(0, Input::Pause);
        (table.game.stage() == Stage::Paused).then_some(table)
    }

    /// Lets a match of before go on.
    pub fn resume(&mut self, now_ms: u64) -> Vec<ServerMessage> {
        if self.game.stage() != Stage::Paused {
            return Vec::new();
        }
        // Alone nobody has to be waited for.
        let event = Event::Resumed {
            start_now_ms: now_ms,
        };
        let mut told = vec![self.apply(&event, now_ms)];
        told.extend(self.advance(now_ms));
        told
    }

    /// Takes back the last move of one alone, also one after which the board was stuck.
    pub fn undo(&mut self, now_ms: u64) -> Vec<ServerMessage> {
        let is_move = |event: &Event| matches!(event, Event::Moved { .. });
        let Some(last) = self.events.iter().rposition(is_move) else {
            return Vec::new();
        };
        if self.kind != LocalKind::Solo {
            return Vec::new();
        }
        self.events.remove(last);
        self.events
            .retain(|event| !matches!(event, Event::Ended { .. }));
        self.is_undone = true;
        self.game = self.game.unplayed();
        for event in &self.events {
            self.game.apply(event);
        }
        let mut told = vec![ServerMessage::Match(Box::new(self.snapshot(now_ms)))];
        told.extend(self.advance(now_ms));
        told
    }

    /// What one alone, who is to reach a tile, may go on with another time; none before the first move
    /// and after the end.
    #[must_use]
    pub fn saved(&self, goal: Option<u64>) -> Option<SavedGame> {
        let moves = self.moves();
        let is_on = self.kind == LocalKind::Solo && self.game.outcome().is_none();
        (is_on && !moves.is_empty()).then(|| SavedGame {
            version: saved_game::VERSION,
            options: *self.game.options(),
            goal,
            secret: *self.game.secret(),
            id: self.birth.id,
            played_at: self.birth.at.clone(),
            moves,
            is_undone: self.is_undone,
        })
    }
}
