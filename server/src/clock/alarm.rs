//! A wait that is kept from one poll to the next.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::clock::Clock;

/// Waits for a time that may move between polls, as a deadline does that each message puts off. The
/// timer below it is set anew only for an earlier time, or when it has run out too early, so putting a
/// deadline off costs nothing.
pub(crate) struct Alarm {
    clock: Clock,
    timer: Option<Timer>,
}

struct Timer {
    wake_ms: u64,
    sleep: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Alarm {
    /// One that waits for nothing yet.
    pub(crate) const fn new(clock: Clock) -> Self {
        Self { clock, timer: None }
    }

    /// Ready once the clock says at least this many milliseconds.
    pub(crate) fn poll_until(&mut self, wake_ms: u64, ctx: &mut Context<'_>) -> Poll<()> {
        loop {
            let is_soon_enough = |timer: &&mut Timer| timer.wake_ms <= wake_ms;
            let timer = match self.timer.as_mut().filter(is_soon_enough) {
                Some(timer) => timer,
                None => self.timer.insert(Timer::new(self.clock.clone(), wake_ms)),
            };
            ready!(timer.sleep.as_mut().poll(ctx));
            self.timer = None;
            if self.clock.now_ms() >= wake_ms {
                return Poll::Ready(());
            }
        }
    }
}

impl Timer {
    fn new(clock: Clock, wake_ms: u64) -> Self {
        Self {
            wake_ms,
            sleep: Box::pin(async move { clock.sleep_until(wake_ms).await }),
        }
    }
}

impl fmt::Debug for Alarm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wake_ms = self.timer.as_ref().map(|timer| timer.wake_ms);
        formatter
            .debug_struct("Alarm")
            .field("wake_ms", &wake_ms)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    /// Polls an alarm for these times in turn, after the clock was moved by so much, and checks what
    /// it answers and until when its timer is set then.
    #[track_caller]
    fn check(polls: &[(u64, u64, Poll<()>, Option<u64>)]) {
        let (clock, hand) = Clock::manual();
        let mut alarm = Alarm::new(clock);
        let mut ctx = Context::from_waker(Waker::noop());
        for &(by_ms, wake_ms, answer, set_ms) in polls {
            hand.advance(by_ms);
            assert_eq!(alarm.poll_until(wake_ms, &mut ctx), answer, "{wake_ms}");
            assert_eq!(alarm.timer.as_ref().map(|timer| timer.wake_ms), set_ms);
        }
    }

    #[test]
    fn it_rings_when_it_is_time() {
        check(&[
            (0, 100, Poll::Pending, Some(100)),
            (99, 100, Poll::Pending, Some(100)),
            (1, 100, Poll::Ready(()), None),
            (0, 200, Poll::Pending, Some(200)),
            (100, 200, Poll::Ready(()), None),
        ]);
    }

    #[test]
    fn a_deadline_that_is_put_off_sets_no_timer() {
        check(&[
            (0, 100, Poll::Pending, Some(100)),
            (50, 150, Poll::Pending, Some(100)),
            (40, 190, Poll::Pending, Some(100)),
            (10, 190, Poll::Pending, Some(190)),
            (90, 190, Poll::Ready(()), None),
        ]);
    }

    #[test]
    fn an_earlier_deadline_sets_the_timer_anew() {
        check(&[
            (0, 100, Poll::Pending, Some(100)),
            (0, 50, Poll::Pending, Some(50)),
            (50, 50, Poll::Ready(()), None),
        ]);
    }

    #[test]
    fn what_is_past_rings_at_once() {
        check(&[(10, 5, Poll::Ready(()), None)]);
    }

    #[tokio::test]
    async fn who_waits_is_woken() {
        let (clock, hand) = Clock::manual();
        let mut alarm = Alarm::new(clock);
        let waiting = tokio::spawn(async move {
            std::future::poll_fn(|ctx| alarm.poll_until(100, ctx)).await;
        });
        tokio::task::yield_now().await;
        hand.advance(100);
        tokio::time::timeout(std::time::Duration::from_secs(5), waiting)
            .await
            .expect("the alarm wakes")
            .expect("the alarm does not panic");
    }
}
