//! How long to wait before the next attempt to connect.

use std::time::Duration;

/// The waits before the first attempts, in milliseconds; the last one then stays.
const WAITS_MS: [u64; 4] = [1000, 2000, 4000, 5000];
/// After a connection this long all failures are forgotten.
const HEALTHY: Duration = Duration::from_secs(10);

/// Counts failures. A part of each wait is left to chance, so that not everybody who was at a server
/// comes back in the same moment; it only ever shortens a wait.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The wait after a connection that was up for so long; `chance` is even over all numbers.
    pub(super) fn next(&mut self, was_up: Duration, chance: u32) -> Duration {
        if was_up >= HEALTHY {
            self.failures = 0;
        }
        let place = usize::try_from(self.failures).unwrap_or(usize::MAX);
        let wait_ms = WAITS_MS[place.min(WAITS_MS.len() - 1)];
        self.failures = self.failures.saturating_add(1);
        let jitter_ms = u64::from(chance) % (wait_ms / 4);
        Duration::from_millis(wait_ms - jitter_ms)
    }

    /// The number of the next attempt, from 1.
    pub(super) const fn attempt(&self) -> u32 {
        self.failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(chance: u32) -> Vec<u64> {
        let mut backoff = Backoff::default();
        let wait_ms = |_| {
            let wait = backoff.next(Duration::ZERO, chance);
            u64::try_from(wait.as_millis()).expect("a short wait")
        };
        (0..6).map(wait_ms).collect()
    }

    #[test]
    fn waits_grow_to_five_seconds() {
        assert_eq!(waits(0), [1000, 2000, 4000, 5000, 5000, 5000]);
    }

    #[test]
    fn chance_shortens_a_wait_by_less_than_a_quarter() {
        for chance in [1, 999, 123_456_789, u32::MAX] {
            for (wait, longest) in waits(chance).into_iter().zip(waits(0)) {
                assert!(
                    wait <= longest && wait > longest * 3 / 4,
                    "{wait} of {longest}"
                );
            }
        }
    }

    #[test]
    fn a_healthy_connection_is_forgiven() {
        let mut backoff = Backoff::default();
        for _ in 0..5 {
            backoff.next(Duration::ZERO, 0);
        }
        assert_eq!(backoff.next(HEALTHY, 0), Duration::from_secs(1));
        assert_eq!(backoff.attempt(), 1);
    }
}
