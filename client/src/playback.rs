//! A finished match, played again: a position in match time that runs, stands still or jumps.
//!
//! It knows no file, no screen and no clock: the time is pushed in. What is shown is the fold of the
//! moves up to the position; a jump folds on from the checkpoint before it.

mod folded;
mod tape;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::replay_of;

pub(crate) use tape::Step;
pub use tape::Tape;

use std::sync::Arc;

use versus2048_protocol::wire::{Phase, Snapshot};

use crate::message::Winding;
use crate::playback::folded::Folded;
use crate::session::{Fairness, Session};

/// How far a long jump goes, in milliseconds of match time.
const JUMP_MS: u64 = 10_000;
/// The greatest speed; each is twice the one before.
const MAX_SPEED: u64 = 16;

/// A finished match, played again.
#[derive(Clone, Debug)]
pub struct Playback {
    tape: Arc<Tape>,
    folded: Folded,
    progress: Progress,
    /// When time was last taken in, by the clock of whoever pushes it in.
    seen_ms: u64,
}

/// How far a replay is, and how it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The match time that is shown, in milliseconds.
    pub position_ms: u64,
    /// The match time of the end, in milliseconds.
    pub end_ms: u64,
    /// How many moves have been made, of both boards together.
    pub made: usize,
    /// How many moves the match has.
    pub moves: usize,
    /// How many times as fast as the match it runs: 1, 2, 4, 8 or 16.
    pub speed: u64,
    /// Whether it runs, rather than stands still.
    pub is_running: bool,
}

impl Progress {
    /// Whether the result is shown.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.made == self.moves && self.position_ms == self.end_ms
    }
}

impl Playback {
    /// A match at its start, which runs from this moment on.
    #[must_use]
    pub fn new(tape: Arc<Tape>, now_ms: u64) -> Self {
        Self {
            folded: tape.folded_at(0),
            progress: Progress {
                position_ms: 0,
                end_ms: tape.end_ms(),
                made: 0,
                moves: tape.moves(),
                speed: 1,
                is_running: true,
            },
            tape,
            seen_ms: now_ms,
        }
    }

    /// How far it is, and how it runs.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Takes in that time has passed; whether that has moved anything.
    pub fn advance(&mut self, now_ms: u64) -> bool {
        let passed_ms = now_ms.saturating_sub(self.seen_ms);
        self.seen_ms = now_ms;
        if !self.progress.is_running || passed_ms == 0 {
            return false;
        }
        let further_ms = passed_ms.saturating_mul(self.progress.speed);
        self.go_to_time(self.progress.position_ms.saturating_add(further_ms));
        true
    }

    /// When, by the clock that is pushed in, the next move, another second or the end comes; never
    /// where it stands still.
    #[must_use]
    pub fn next_ms(&self) -> Option<u64> {
        let Progress {
            position_ms,
            end_ms,
            made,
            moves,
            speed,
            is_running,
        } = self.progress;
        let step_ms = (made < moves).then(|| self.tape.time_of(made + 1));
        let second_ms = (position_ms / 1000 + 1) * 1000;
        let next_ms = step_ms.unwrap_or(end_ms).min(second_ms).min(end_ms);
        let in_ms = next_ms.saturating_sub(position_ms).div_ceil(speed).max(1);
        is_running.then(|| self.seen_ms.saturating_add(in_ms))
    }

    /// Does what the viewer wants.
    pub fn wind(&mut self, winding: Winding) {
        let Progress {
            position_ms,
            end_ms,
            made,
            speed,
            is_running,
            ..
        } = self.progress;
        match winding {
            // From the end it begins again.
            Winding::Pause if self.progress.is_over() => {
                self.go_to_time(0);
                self.progress.is_running = true;
            }
            Winding::Pause => self.progress.is_running = !is_running,
            Winding::Faster => self.progress.speed = (speed * 2).min(MAX_SPEED),
            Winding::Slower => self.progress.speed = (speed / 2).max(1),
            Winding::NextMove => self.step_to(made.saturating_add(1)),
            // At the end of the time there may be no move to take back, but the result.
            Winding::TakeBack if self.progress.is_over() && self.tape.time_of(made) < end_ms => {
                self.step_to(made);
            }
            Winding::TakeBack => self.step_to(made.saturating_sub(1)),
            Winding::Forwards => self.go_to_time(position_ms.saturating_add(JUMP_MS)),
            Winding::Backwards => self.go_to_time(position_ms.saturating_sub(JUMP_MS)),
            Winding::Start => self.go_to_time(0),
            Winding::End => self.go_to_time(end_ms),
        }
    }

    /// The table as it was at this moment, as if it were told now; what was done last is its news.
    #[must_use]
    pub fn session(&self, now_ms: u64) -> Session {
        let mut session = Session::new(self.snapshot(), now_ms);
        for what in self.folded.news() {
            session.note(what, now_ms);
        }
        if session.result.is_some() {
            // Everything was checked before the first move was shown.
            session.fairness = Fairness::Proven {
                tiles: self.tape.tiles(),
            };
        }
        session
    }

    fn snapshot(&self) -> Snapshot {
        let is_over = self.progress.is_over();
        Snapshot {
            phase: if is_over { Phase::Over } else { Phase::Playing },
            boards: Some(self.folded.views(self.tape.options())),
            elapsed_ms: self.progress.position_ms,
            result: is_over.then(|| self.tape.over()),
            ..self.tape.snapshot()
        }
    }

    /// Shows the match at a time; at the end it stands still.
    fn go_to_time(&mut self, position_ms: u64) {
        let position_ms = position_ms.min(self.progress.end_ms);
        self.fold_to(self.tape.made_by(position_ms));
        self.progress.position_ms = position_ms;
        self.progress.is_running &= !self.progress.is_over();
    }

    /// Shows the match right behind a move, counted from 1, and stands still; behind the last one is
    /// the end.
    fn step_to(&mut self, made: usize) {
        self.progress.is_running = false;
        if made > self.progress.moves {
            self.go_to_time(self.progress.end_ms);
        } else {
            self.fold_to(made);
            self.progress.position_ms = self.tape.time_of(made);
        }
    }

    fn fold_to(&mut self, made: usize) {
        self.folded = self.tape.fold(&self.folded, self.progress.made, made);
        self.progress.made = made;
    }
}
