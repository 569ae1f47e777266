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
    /// When the next frame may begin.
    next: Option<Instant>,
}

impl Pace {
    /// When the next frame may begin, where it is not now.
    pub(super) fn waits_until(self, now: Instant) -> Option<Instant> {
        self.next.filter(|&next| next > now)
    }

    /// A frame was drawn; steps of what moves that come before the next one are never seen.
    pub(super) fn drew(&mut self, began: Instant, ended: Instant) {
        let took = ended.saturating_duration_since(began);
        let rest = took.saturating_mul(REST).min(MAX_REST);
        self.next = Some((ended + rest).max(began + FRAME));
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
        let ended = began + Duration::from_millis(took_ms);
        pace.drew(began, ended);
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
