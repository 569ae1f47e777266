//! What one connection may send: moves, other messages, texts that are no message.

use std::collections::VecDeque;

use crate::config::Limits;
use crate::limits::{Rate, TokenBucket};

/// How many seconds' worth of moves can be saved up.
const MOVES_SAVED_S: u64 = 2;
/// How many seconds' worth of other messages can be saved up.
const MESSAGES_SAVED_S: u64 = 4;
/// More refusals for rate within [`REFUSALS_WITHIN_MS`] are a flood.
const MAX_REFUSALS: usize = 200;
/// The time in which refusals are counted, in milliseconds.
const REFUSALS_WITHIN_MS: u64 = 10_000;
/// A connection is closed with so many texts that are no message.
const MAX_BAD_MESSAGES: u32 = 20;

/// What a message is to the rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A move, which has a rate of its own.
    Move,
    /// Any other message.
    Other,
}

/// Whether a message passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is within its rate.
    Passes,
    /// It is over its rate and is refused.
    Refused,
    /// It is over its rate, as too many before it were: the connection is closed.
    Flood,
}

/// What is left of one connection's allowances.
#[derive(Debug)]
pub(crate) struct Allowances {
    moves: TokenBucket,
    messages: TokenBucket,
    /// When the last refusals were, oldest first; at most [`MAX_REFUSALS`].
    refusals_ms: VecDeque<u64>,
    bad_messages: u32,
}

impl Allowances {
    /// Full ones.
    pub(crate) fn new(limits: &Limits, now_ms: u64) -> Self {
        let moves = Rate::per_second(limits.moves_per_second.into(), MOVES_SAVED_S);
        let messages = Rate::per_second(limits.messages_per_second.into(), MESSAGES_SAVED_S);
        Self {
            moves: TokenBucket::new(moves, now_ms),
            messages: TokenBucket::new(messages, now_ms),
            refusals_ms: VecDeque::new(),
            bad_messages: 0,
        }
    }

    /// Counts a message that parses.
    pub(crate) fn count(&mut self, kind: Kind, now_ms: u64) -> Verdict {
        let bucket = match kind {
            Kind::Move => &mut self.moves,
            Kind::Other => &mut self.messages,
        };
        if bucket.take(1, now_ms) {
            Verdict::Passes
        } else {
            self.count_refusal(now_ms)
        }
    }

    /// Counts a text that is no message.
    pub(crate) fn count_bad(&mut self) {
        self.bad_messages = self.bad_messages.saturating_add(1);
    }

    /// Whether so many texts were no message that the connection is closed.
    pub(crate) fn has_too_many_bad(&self) -> bool {
        self.bad_messages >= MAX_BAD_MESSAGES
    }

    fn count_refusal(&mut self, now_ms: u64) -> Verdict {
        let counted = |at_ms: &u64| at_ms.saturating_add(REFUSALS_WITHIN_MS) > now_ms;
        while self
            .refusals_ms
            .front()
            .is_some_and(|at_ms| !counted(at_ms))
        {
            self.refusals_ms.pop_front();
        }
        if self.refusals_ms.len() >= MAX_REFUSALS {
            return Verdict::Flood;
        }
        self.refusals_ms.push_back(now_ms);
        Verdict::Refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow() -> Allowances {
        let limits = Limits {
            moves_per_second: 1,
            messages_per_second: 1,
            ..Limits::DEFAULT
        };
        Allowances::new(&limits, 0)
    }

    fn passing(allowances: &mut Allowances, kind: Kind, attempts: usize) -> usize {
        (0..attempts)
            .filter(|_| allowances.count(kind, 0) == Verdict::Passes)
            .count()
    }

    #[test]
    fn moves_and_other_messages_have_rates_of_their_own() {
        let mut allowances = Allowances::new(&Limits::DEFAULT, 0);
        assert_eq!(passing(&mut allowances, Kind::Move, 100), 40);
        assert_eq!(passing(&mut allowances, Kind::Other, 50), 20);
    }

    #[test]
    fn too_many_refusals_are_a_flood() {
        let mut allowances = slow();
        assert_eq!(passing(&mut allowances, Kind::Move, 2), 2);
        for _ in 0..MAX_REFUSALS {
            assert_eq!(allowances.count(Kind::Move, 0), Verdict::Refused);
        }
        assert_eq!(allowances.count(Kind::Move, 0), Verdict::Flood);
    }

    #[test]
    fn refusals_of_both_kinds_count_together() {
        let mut allowances = slow();
        passing(&mut allowances, Kind::Move, 2 + MAX_REFUSALS);
        passing(&mut allowances, Kind::Other, 4);
        assert_eq!(allowances.count(Kind::Other, 0), Verdict::Flood);
    }

    #[test]
    fn old_refusals_are_forgotten() {
        let mut allowances = slow();
        passing(&mut allowances, Kind::Move, 2 + MAX_REFUSALS);
        assert_eq!(
            passing_at(&mut allowances, REFUSALS_WITHIN_MS),
            Verdict::Passes
        );
        assert_eq!(
            passing_at(&mut allowances, REFUSALS_WITHIN_MS),
            Verdict::Passes
        );
        assert_eq!(
            passing_at(&mut allowances, REFUSALS_WITHIN_MS),
            Verdict::Refused
        );
    }

    fn passing_at(allowances: &mut Allowances, now_ms: u64) -> Verdict {
        allowances.count(Kind::Move, now_ms)
    }

    #[test]
    fn the_twentieth_bad_message_is_too_many() {
        let mut allowances = Allowances::new(&Limits::DEFAULT, 0);
        let too_many = (1..=30).find(|_| {
            allowances.count_bad();
            allowances.has_too_many_bad()
        });
        assert_eq!(too_many, Some(20));
    }
}
