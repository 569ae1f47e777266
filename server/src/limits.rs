//! Allowances that refill with time. Time is an argument; nothing here knows a clock.

pub(crate) mod addresses;
pub(crate) mod connection;

/// How fast an allowance refills and how much of it can be saved up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    /// How many tokens come in a period.
    tokens: u64,
    /// The period, in milliseconds.
    period_ms: u64,
    /// The most tokens that wait to be taken.
    burst: u64,
}

impl Rate {
    /// So many tokens a second; `saved_seconds` of them can be saved up.
    pub(crate) const fn per_second(tokens: u64, saved_seconds: u64) -> Self {
        Self {
            tokens,
            period_ms: 1_000,
            burst: tokens.saturating_mul(saved_seconds),
        }
    }

    /// So many tokens a minute, all of which can be taken at once.
    pub(crate) const fn per_minute(tokens: u64) -> Self {
        Self {
            tokens,
            period_ms: 60_000,
            burst: tokens,
        }
    }
}

/// An allowance that starts full. Its level counts in parts of a token: a whole one is the rate's
/// period in milliseconds, so that each millisecond brings a whole number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenBucket {
    rate: Rate,
    parts: u64,
    refilled_ms: u64,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) const fn new(rate: Rate, now_ms: u64) -> Self {
        Self {
            rate,
            parts: rate.burst.saturating_mul(rate.period_ms),
            refilled_ms: now_ms,
        }
    }

    /// Takes so many tokens, or none of them where there are not enough.
    #[must_use]
    pub(crate) fn take(&mut self, tokens: u64, now_ms: u64) -> bool {
        self.refill(now_ms);
        let wanted = tokens.saturating_mul(self.rate.period_ms);
        let enough = self.parts >= wanted;
        if enough {
            self.parts -= wanted;
        }
        enough
    }

    /// Whether nothing has been taken that is not back.
    #[must_use]
    pub(crate) fn is_full(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        self.parts == self.capacity()
    }

    fn refill(&mut self, now_ms: u64) {
        let passed_ms = now_ms.saturating_sub(self.refilled_ms);
        let brought = passed_ms.saturating_mul(self.rate.tokens);
        self.parts = self.parts.saturating_add(brought).min(self.capacity());
        self.refilled_ms = self.refilled_ms.max(now_ms);
    }

    const fn capacity(&self) -> u64 {
        self.rate.burst.saturating_mul(self.rate.period_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_taken(rate: Rate, attempts: &[(u64, u64, bool)]) {
        let mut bucket = TokenBucket::new(rate, 0);
        for &(now_ms, tokens, expected) in attempts {
            assert_eq!(
                bucket.take(tokens, now_ms),
                expected,
                "{tokens} at {now_ms}"
            );
        }
    }

    #[test]
    fn a_burst_can_be_taken_at_once_and_no_more() {
        let rate = Rate::per_second(2, 2);
        check_taken(
            rate,
            &[(0, 3, true), (0, 2, false), (0, 1, true), (0, 1, false)],
        );
    }

    #[test]
    fn tokens_come_back_evenly() {
        let rate = Rate::per_second(2, 1);
        check_taken(
            rate,
            &[
                (0, 2, true),
                (499, 1, false),
                (500, 1, true),
                (999, 1, false),
            ],
        );
    }

    #[test]
    fn a_slow_rate_loses_no_fraction() {
        let rate = Rate::per_minute(30);
        let mut bucket = TokenBucket::new(rate, 0);
        assert!(bucket.take(30, 0));
        let taken = (1..=60_000)
            .filter(|&now_ms| bucket.take(1, now_ms))
            .count();
        assert_eq!(taken, 30);
    }

    #[test]
    fn no_more_is_saved_up_than_a_burst() {
        check_taken(
            Rate::per_second(5, 4),
            &[(3_600_000, 20, true), (3_600_000, 1, false)],
        );
    }

    #[test]
    fn a_clock_that_goes_back_brings_nothing() {
        let rate = Rate::per_second(1, 1);
        check_taken(
            rate,
            &[
                (5_000, 1, true),
                (0, 1, false),
                (5_999, 1, false),
                (6_000, 1, true),
            ],
        );
    }

    #[test]
    fn full_means_that_everything_is_back() {
        let mut bucket = TokenBucket::new(Rate::per_second(1, 2), 0);
        assert!(bucket.is_full(0));
        assert!(bucket.take(1, 0));
        assert!(!bucket.is_full(999));
        assert!(bucket.is_full(1_000));
    }
}
