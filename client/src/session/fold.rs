//! What each message changes in a session.

use versus2048_protocol::game::{BySeat, Seat, Status};
use versus2048_protocol::wire::{
    BoardUpdate, BoardView, MatchOver, Phase, Player, ServerMessage, Snapshot,
};

use crate::session::ahead::Ahead;
use crate::session::clock::Clock;
use crate::session::{Happening, Session};

impl Session {
    /// Takes in what the server told about the table; anything else changes nothing.
    pub fn receive(&mut self, message: ServerMessage, now_ms: u64) {
        match message {
            ServerMessage::Match(snapshot) => self.take_snapshot(*snapshot, now_ms),
            ServerMessage::Board(update) => self.take_board(&update, now_ms),
            ServerMessage::Rejected { turn, dir, reason } => {
                if let Some(seat) = self.you
                    && self.ahead[seat].refused(turn, dir, reason)
                {
                    self.note(Happening::Refused { seat, dir, reason }, now_ms);
                }
            }
            ServerMessage::Presence {
                seat,
                connected,
                forfeit_in_ms,
            } => {
                self.clock.forfeits[seat] = forfeit_in_ms.map(|in_ms| now_ms.saturating_add(in_ms));
                self.take_presence(seat, connected, now_ms);
            }
            ServerMessage::Audience { watching } => {
                self.watching = watching;
                self.note(Happening::Watching(watching), now_ms);
            }
            ServerMessage::RematchOffered { seat } => {
                if let Some(player) = &mut self.players[seat] {
                    player.rematch = true;
                }
                self.note(Happening::RematchOffered(seat), now_ms);
            }
            ServerMessage::Emote { seat, kind } => self.note(Happening::Said(seat, kind), now_ms),
            ServerMessage::Over(over) => self.take_over(over, now_ms),
            ServerMessage::Error { code, message, .. } => {
                self.note(Happening::Error { code, message }, now_ms);
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Queued { .. }
            | ServerMessage::Unqueued {}
            | ServerMessage::Left { .. }
            | ServerMessage::Matches { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Closed { .. }
            | ServerMessage::Unknown => {}
        }
    }

    /// A snapshot of the same match goes on with what was seen of it; any other begins anew, and
    /// nothing that happened before is news any more.
    fn take_snapshot(&mut self, snapshot: Snapshot, now_ms: u64) {
        let before = (self.phase, self.players.clone());
        if snapshot.id == self.id && snapshot.code == self.code {
            self.clock = Clock::new(&snapshot, now_ms);
            self.phase = snapshot.phase;
            self.you = snapshot.you;
            self.players = snapshot.players;
            self.series = snapshot.series;
            self.watching = snapshot.watching;
            self.boards = snapshot.boards;
            self.result = snapshot.result;
            self.look_at_boards();
        } else {
            *self = Self::new(snapshot, now_ms);
        }
        self.note_changes(before.0, &before.1, now_ms);
    }

    /// Takes in the boards of a snapshot, and the end if it tells one.
    pub(super) fn look_at_boards(&mut self) {
        if let Some(boards) = &self.boards {
            self.witness.see_boards(boards);
            for seat in Seat::ALL {
                self.ahead[seat].arrived(boards[seat].turn);
            }
        }
        if self.phase != Phase::Playing {
            self.ahead.0.iter_mut().for_each(Ahead::forget);
        }
        if let Some(over) = &self.result {
            self.fairness = self.witness.judge(over, self.boards.as_ref());
        }
    }

    fn note_changes(&mut self, phase: Phase, players: &BySeat<Option<Player>>, now_ms: u64) {
        let you = self.you;
        for seat in Seat::ALL.into_iter().filter(|&seat| you != Some(seat)) {
            let is_ready = |player: &Option<Player>| player.as_ref().is_some_and(|it| it.ready);
            let what = match (&players[seat], &self.players[seat]) {
                (None, Some(_)) => Happening::Joined(seat),
                (Some(_), None) => Happening::LeftSeat(seat),
                (before, now) if !is_ready(before) && is_ready(now) => Happening::Ready(seat),
                _ => continue,
            };
            self.note(what, now_ms);
        }
        match self.phase {
            now if now == phase => {}
            // The move that ended it was taken back.
            Phase::Playing if phase == Phase::Over => {}
            Phase::Countdown => self.note(Happening::Countdown, now_ms),
            Phase::Playing => self.note(Happening::Started, now_ms),
            Phase::Paused => self.note(Happening::Paused, now_ms),
            Phase::Waiting | Phase::Ready | Phase::Over => {}
        }
    }

    /// Older boards than the known one change nothing.
    fn take_board(&mut self, update: &BoardUpdate, now_ms: u64) {
        let seat = update.seat;
        let Some(boards) = &mut self.boards else {
            return;
        };
        let known = boards[seat];
        if update.turn <= known.turn {
            return;
        }
        self.witness.see_move(&known, update);
        boards[seat] = BoardView {
            turn: update.turn,
            rows: update.rows,
            score: update.score,
            status: update.status,
        };
        self.ahead[seat].arrived(update.turn);
        self.note(what_a_move_did(&known, update), now_ms);
        if update.status == Status::Stuck {
            self.note(Happening::Stuck(seat), now_ms);
        }
    }

    fn take_presence(&mut self, seat: Seat, connected: bool, now_ms: u64) {
        let Some(player) = &mut self.players[seat] else {
            return;
        };
        let changed = player.connected != connected;
        player.connected = connected;
        if changed && self.you != Some(seat) {
            let what = if connected {
                Happening::Back(seat)
            } else {
                Happening::Away(seat)
            };
            self.note(what, now_ms);
        }
    }

    fn take_over(&mut self, over: MatchOver, now_ms: u64) {
        self.clock.stop(now_ms);
        self.ahead.0.iter_mut().for_each(Ahead::forget);
        self.phase = Phase::Over;
        self.series = over.series;
        self.fairness = self.witness.judge(&over, self.boards.as_ref());
        self.result = Some(over);
    }
}

/// What a move did to a board, as news.
#[must_use]
pub fn what_a_move_did(known: &BoardView, update: &BoardUpdate) -> Happening {
    let (before, now) = (known.rows.best_tile(), update.rows.best_tile());
    if update.moved.gained == 0 {
        return Happening::Slid(update.seat, update.moved.dir);
    }
    Happening::Merged {
        seat: update.seat,
        gained: update.moved.gained,
        new_best: (now > before).then_some(now),
    }
}
