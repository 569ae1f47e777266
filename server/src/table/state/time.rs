//! What time alone brings: the start and the end of a match, forfeits, closings, the audience.

use versus2048_protocol::game::{Input, Seat};
use versus2048_protocol::wire::{ClosedReason, Phase, ServerMessage};

use crate::table::state::Table;
use crate::table::telling::Record;

/// How often the number of spectators is told at most, in milliseconds.
const AUDIENCE_EVERY_MS: u64 = 1000;

/// Something that happens by itself at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// Both are ready and the match has not begun: its beginning could not be written.
    Begin,
    /// Both are back and the match has not gone on.
    Resume,
    /// The countdown or the time limit has run out.
    Match,
    /// The allowance of an absent seat has run out.
    Absence(Seat),
    /// The table's time has run out.
    Close(ClosedReason),
    /// The number of spectators has changed and may be told.
    Audience,
}

impl Table {
    /// When time alone next brings something, by the shell's clock.
    pub(crate) fn due_ms(&self) -> Option<u64> {
        self.next_due().map(|(due_ms, _)| due_ms)
    }

    /// Lets happen what time alone has brought by now, in its order.
    pub(crate) fn advance(&mut self, record: &mut Record) {
        let now_ms = record.now_ms;
        while let Some((due_ms, due)) = self.next_due().filter(|&(due_ms, _)| due_ms <= now_ms) {
            match due {
                Due::Begin => self.begin(None, record),
                Due::Resume => self.decide_by_time(now_ms, Input::Resume, record),
                Due::Match => {
                    let event = self.current.game().advance(due_ms);
                    self.happen(event.into_iter().collect(), None, record);
                }
                // At its own time: a time limit that came later was not reached.
                Due::Absence(seat) => {
                    self.decide_by_time(due_ms, self.presence.absence(seat), record);
                }
                Due::Close(reason) => self.close(reason, record),
                Due::Audience => self.tell_audience(record),
            }
        }
    }

    /// What is left to an absent seat, where its absence costs something.
    pub(super) fn forfeit_in_ms(&self, now_ms: u64, seat: Seat) -> Option<u64> {
        let ends_ms = self.presence.allowance_ends_ms(seat)?;
        self.is_match_on().then(|| ends_ms.saturating_sub(now_ms))
    }

    /// What is left to the table in its phase.
    pub(super) fn closes_in_ms(&self, now_ms: u64) -> Option<u64> {
        let (closes_ms, _) = self.closing()?;
        Some(closes_ms.saturating_sub(now_ms))
    }

    fn next_due(&self) -> Option<(u64, Due)> {
        if self.is_closed() {
            return None;
        }
        let absence = |seat| Some((self.presence.allowance_ends_ms(seat)?, Due::Absence(seat)));
        let absence_costs = self.is_match_on();
        let is_about_to_begin = self.phase() == Phase::Ready && self.are_both_ready();
        let creator_ends_ms = self.presence.allowance_ends_ms(Seat::Zero);
        [
            is_about_to_begin.then_some((0, Due::Begin)),
            (self.phase() == Phase::Paused && self.are_both_here()).then_some((0, Due::Resume)),
            self.current
                .game()
                .deadline_now_ms()
                .map(|due_ms| (due_ms, Due::Match)),
            absence(Seat::Zero).filter(|_| absence_costs),
            absence(Seat::One).filter(|_| absence_costs),
            self.closing()
                .filter(|_| !is_about_to_begin)
                .map(|(due_ms, reason)| (due_ms, Due::Close(reason))),
            creator_ends_ms
                .filter(|_| self.phase() == Phase::Waiting)
                .map(|due_ms| (due_ms, Due::Close(ClosedReason::Left))),
            self.audience_due_ms().map(|due_ms| (due_ms, Due::Audience)),
        ]
        .into_iter()
        .flatten()
        .min_by_key(|&(due_ms, _)| due_ms)
    }

    fn decide_by_time(&mut self, at_now_ms: u64, input: Input, record: &mut Record) {
        if let Ok(events) = self.current.game().decide(at_now_ms, input) {
            self.happen(events, None, record);
        }
    }

    /// Whether the match has begun and is not over: then absence costs something, and leaving is
    /// giving up.
    pub(super) fn is_match_on(&self) -> bool {
        matches!(
            self.phase(),
            Phase::Countdown | Phase::Playing | Phase::Paused
        )
    }

    fn are_both_here(&self) -> bool {
        Seat::ALL
            .into_iter()
            .all(|seat| self.presence.is_here(seat))
    }

    /// When the table closes by itself in its phase, and why.
    fn closing(&self) -> Option<(u64, ClosedReason)> {
        let (timeout_ms, reason) = match self.phase() {
            Phase::Waiting => (self.limits.waiting_timeout_ms, ClosedReason::Idle),
            Phase::Ready => (self.limits.ready_timeout_ms, ClosedReason::NotReady),
            Phase::Over => (self.limits.over_timeout_ms, ClosedReason::Idle),
            Phase::Countdown | Phase::Playing | Phase::Paused => return None,
        };
        Some((self.phase_since_ms.saturating_add(timeout_ms), reason))
    }

    fn audience_due_ms(&self) -> Option<u64> {
        let told_ms = self.audience.told_ms;
        (self.watching() != self.audience.told)
            .then(|| told_ms.map_or(0, |told_ms| told_ms.saturating_add(AUDIENCE_EVERY_MS)))
    }

    fn tell_audience(&mut self, record: &mut Record) {
        let watching = self.watching();
        self.audience.told = watching;
        self.audience.told_ms = Some(record.now_ms);
        record.tell_all(ServerMessage::Audience { watching }, None);
    }
}
