//! Whether an event of a stored match is one that the match itself would have decided.
//!
//! [`Match::apply`] believes what it is given. Where events come from a disk, each is checked first:
//! the reading of the clock that it tells is put back, the match decides again, and both must agree.

use crate::game::{Event, Input, Match, Move, Outcome, Reason, Seat, Stage};

/// The match would never have decided this event where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules don't allow this event here")]
pub struct Impossible;

impl Match {
    /// Whether this may be the next event of the match, to its last number.
    ///
    /// # Errors
    /// The match would not have decided it.
    pub fn check(&self, event: &Event) -> Result<(), Impossible> {
        let is_possible = match (self.outcome_due(), event) {
            (Some(due), &Event::Ended { outcome, at_ms }) => {
                outcome == due && at_ms == self.last_move_ms
            }
            (Some(_), _) => false,
            (None, event) => self.may_be_next(event),
        };
        is_possible.then_some(()).ok_or(Impossible)
    }

    /// The end that has to follow at once, where the boards or the bound of moves have brought one.
    fn outcome_due(&self) -> Option<Outcome> {
        let boards = self.boards.as_ref()?;
        let is_running = matches!(self.stage, Stage::Playing { .. });
        let due = |seat| self.outcome_after_move(seat, boards);
        Seat::ALL.into_iter().find_map(due).filter(|_| is_running)
    }

    fn may_be_next(&self, event: &Event) -> bool {
        match (event, self.stage) {
            (Event::Begun { start_now_ms, .. }, Stage::Made) => {
                *start_now_ms >= self.countdown_ms()
            }
            (Event::Started { start_now_ms }, Stage::Countdown { .. }) => {
                self.deadline_now_ms() == Some(*start_now_ms)
            }
            (Event::Moved { seat, .. }, Stage::Playing { .. }) => self.may_move(*seat, event),
            (Event::Paused, Stage::Countdown { .. } | Stage::Playing { .. }) => true,
            (Event::Resumed { start_now_ms }, Stage::Paused) => {
                *start_now_ms >= self.resume_countdown_ms()
            }
            (&Event::Ended { outcome, at_ms }, _) => self.may_end(outcome, at_ms),
            _ => false,
        }
    }

    fn may_move(&self, seat: Seat, event: &Event) -> bool {
        let (&Event::Moved { dir, at_ms, .. }, Some(boards)) = (event, &self.boards) else {
            return false;
        };
        let decided = self.decide_move(Move {
            seat,
            turn: boards[seat].turn.into(),
            dir,
            at_ms,
        });
        self.may_be_taken_at(at_ms) && decided.is_ok_and(|events| events.first() == Some(event))
    }

    /// Whether it may end so where the boards don't tell.
    fn may_end(&self, outcome: Outcome, at_ms: u64) -> bool {
        if matches!(self.stage, Stage::Made | Stage::Over(_)) {
            return false;
        }
        if outcome.reason == Reason::Time {
            let by_time = self
                .deadline_now_ms()
                .and_then(|now_ms| self.advance(now_ms));
            return by_time == Some(Event::Ended { outcome, at_ms });
        }
        let leaving = Seat::ALL.into_iter().flat_map(|seat| {
            [
                Input::Resign { seat },
                Input::Forfeit { seat },
                Input::Abort,
            ]
            .map(|input| self.outcome_of_leaving(&input))
        });
        self.may_be_taken_at(at_ms) && leaving.flatten().any(|possible| possible == outcome)
    }

    /// Whether some reading of the shell's clock gives this match time: it stands still unless the
    /// match is played, and never falls.
    fn may_be_taken_at(&self, at_ms: u64) -> bool {
        let earliest_ms = self.elapsed_ms.max(self.last_move_ms);
        let latest_ms = match self.stage {
            Stage::Playing { .. } => self.limit_ms(),
            _ => earliest_ms,
        };
        (earliest_ms..=latest_ms).contains(&at_ms)
    }
}
