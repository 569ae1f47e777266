//! The one clock of the server: how long it has run, without the time in which it stood still.
//!
//! A process that was stopped, or a machine that was suspended, owes nobody a forfeit: the clock sees
//! by itself that its ticker was late and leaves that time out. A wake-up is a hint only; whoever
//! sleeps asks the clock again.

mod alarm;

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use time::OffsetDateTime;
use tokio::sync::watch;

pub(crate) use alarm::Alarm;

/// The most time that one reading may add; a longer gap means that the process stood still.
const MAX_GAP: Duration = Duration::from_secs(1);

/// How often the ticker reads the clock: often enough that idling is never taken for standing still.
const TICK: Duration = Duration::from_millis(250);

/// A clock in milliseconds since it was made; clones read the same one.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The time in which the process ran.
    Real(RealClock),
    /// The time that a test says.
    Manual(ManualClock),
}

/// The clock of a running server.
#[derive(Clone, Debug)]
pub struct RealClock(Arc<Mutex<Reading>>);

/// The hand that moves a clock in a test.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<watch::Sender<u64>>);

#[derive(Debug)]
struct Reading {
    last: Instant,
    counted: Duration,
}

impl Clock {
    /// A clock that runs while the process does.
    ///
    /// # Errors
    /// The thread of its ticker could not be started.
    pub fn real() -> std::io::Result<Self> {
        let reading = Arc::new(Mutex::new(Reading {
            last: Instant::now(),
            counted: Duration::ZERO,
        }));
        let ticked = Arc::downgrade(&reading);
        thread::Builder::new()
            .name("clock".into())
            .spawn(move || tick(&ticked))?;
        Ok(Self::Real(RealClock(reading)))
    }

    /// A clock that stands at 0 until its hand is moved.
    #[must_use]
    pub fn manual() -> (Self, ManualClock) {
        let hand = ManualClock(Arc::new(watch::Sender::new(0)));
        (Self::Manual(hand.clone()), hand)
    }

    /// Milliseconds in which the server ran.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match self {
            Self::Real(RealClock(reading)) => millis(read(reading, Instant::now())),
            Self::Manual(ManualClock(hand)) => *hand.borrow(),
        }
    }

    /// The date and time of day that belong to a reading of this clock, for display only.
    #[must_use]
    pub(crate) fn wall_time(&self, reading_ms: u64) -> OffsetDateTime {
        match self {
            Self::Real(_) => {
                let (now, now_ms) = (OffsetDateTime::now_utc(), self.now_ms());
                now + Duration::from_millis(reading_ms.saturating_sub(now_ms))
                    - Duration::from_millis(now_ms.saturating_sub(reading_ms))
            }
            Self::Manual(_) => OffsetDateTime::UNIX_EPOCH + Duration::from_millis(reading_ms),
        }
    }

    /// Comes back when the clock says at least this many milliseconds.
    pub async fn sleep_until(&self, wake_ms: u64) {
        match self {
            Self::Real(_) => loop {
                let left_ms = wake_ms.saturating_sub(self.now_ms());
                if left_ms == 0 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(left_ms)).await;
            },
            Self::Manual(ManualClock(hand)) => {
                let reached = hand
                    .subscribe()
                    .wait_for(|&now_ms| now_ms >= wake_ms)
                    .await
                    .is_ok();
                debug_assert!(reached, "the clock itself keeps the hand");
            }
        }
    }
}

impl ManualClock {
    /// Moves the clock forward and wakes who sleeps until then.
    pub fn advance(&self, by_ms: u64) {
        self.0
            .send_modify(|now_ms| *now_ms = now_ms.saturating_add(by_ms));
    }
}

/// Counts the time since the last reading, but not what it stood still for.
fn read(reading: &Mutex<Reading>, now: Instant) -> Duration {
    let mut reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
    let gap = now.saturating_duration_since(reading.last);
    reading.counted += gap.min(MAX_GAP);
    reading.last = reading.last.max(now);
    reading.counted
}

fn tick(reading: &Weak<Mutex<Reading>>) {
    while let Some(reading) = reading.upgrade() {
        read(&reading, Instant::now());
        drop(reading);
        thread::sleep(TICK);
    }
}

/// A time of day in milliseconds since 1970, as the journal keeps it.
pub(crate) fn unix_ms(time: OffsetDateTime) -> i64 {
    i64::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MAX)
}

/// The time of day, in Unix milliseconds.
pub(crate) fn now_unix_ms() -> i64 {
    unix_ms(OffsetDateTime::now_utc())
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_process_stood_still_is_left_out() {
        let start = Instant::now();
        let reading = Mutex::new(Reading {
            last: start,
            counted: Duration::ZERO,
        });
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(read(&reading, at(250)), Duration::from_millis(250));
        assert_eq!(read(&reading, at(90_250)), Duration::from_millis(1250));
        assert_eq!(read(&reading, at(90_500)), Duration::from_millis(1500));
        // Another thread's reading that comes late takes nothing back and counts nothing twice.
        assert_eq!(read(&reading, at(90_400)), Duration::from_millis(1500));
        assert_eq!(read(&reading, at(90_501)), Duration::from_millis(1501));
    }

    #[tokio::test]
    async fn a_sleeper_wakes_when_the_hand_has_moved_far_enough() {
        let (clock, hand) = Clock::manual();
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(100).await }
        });
        hand.advance(99);
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        hand.advance(1);
        tokio::time::timeout(Duration::from_secs(5), sleeper)
            .await
            .expect("the sleeper wakes")
            .expect("the sleeper does not panic");
        assert_eq!(clock.now_ms(), 100);
    }

    #[tokio::test]
    async fn the_real_clock_runs() {
        let clock = Clock::real().expect("a thread can be started");
        let start_ms = clock.now_ms();
        clock.sleep_until(start_ms + 20).await;
        assert!(clock.now_ms() >= start_ms + 20);
    }
}
