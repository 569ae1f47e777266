//! When the screen may be drawn again.

use tokio::time::{Duration, Instant};

/// The least from one frame to the next: the eye sees no more than 60 of them a second.
const FRAME: Duration = Duration::from_micros(16_667);
/// The rest after a frame is so many times as long as it took: a slow terminal has fewer frames, and
/// a key never waits behind many.
const REST: u32 = 3;
/// The longest rest: a terminal that stood still for a while is drawn at once when it goes on.
const MAX_REST: Duration = Duration::from_millis(250);

/// When the screen may be drawn again. It knows no clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// When the last frame was begun.
    began: Option<Instant>,
    /// When the next frame may begin.
    next: Option<Instant>,
}

impl Pace {
    /// When the next frame may begin, where it is not now.
    pub(super) fn waits_until(self, now: Instant) -> Option<Instant> {
        self.next.filter(|&next| next > now)
    }

    /// A frame is begun.
    pub(super) fn begins(&mut self, now: Instant) {
        self.began = Some(now);
    }

    /// The frame is drawn, or, where the terminal has held that up, has been taken; steps of what moves
    /// that come before the next one are never seen.
    pub(super) fn was_taken(&mut self, now: Instant) {
        let Some(began) = self.began else {
            return;
        };
        let took = now.saturating_duration_since(began);
        let rest = took.saturating_mul(REST).min(MAX_REST);
        self.next = Some((now + rest).max(began + FRAME));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(took_ms: u64, expected: Duration) {
        let began = Instant::now();
        let mut pace = Pace::default();
        assert_eq!(pace.waits_until(began), None);
        pace.begins(began);
        pace.was_taken(began);
        assert_eq!(pace.waits_until(began), Some(began + FRAME));
        pace.was_taken(began + Duration::from_millis(took_ms));
        assert_eq!(pace.waits_until(began), Some(began + expected));
        assert_eq!(pace.waits_until(began + expected), None);
    }

    #[test]
    fn there_are_60_frames_a_second_and_fewer_on_a_slow_terminal() {
        check(0, FRAME);
        check(4, FRAME);
        check(10, Duration::from_millis(40));
        check(50, Duration::from_millis(200));
        check(30_000, Duration::from_millis(30_250));
    }
}
