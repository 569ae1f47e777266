//! The deadlines of a connection. The time is an argument.

use crate::config::Limits;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// No hello has come in time.
    NoHello,
    /// Nothing could be written for too long.
    TooSlow,
    /// Nothing has been heard for too long.
    Silent,
    /// A ping has to be sent.
    Ping,
}

/// When each thing happened last, in milliseconds of the clock.
#[derive(Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "each name ends with its unit")]
pub(super) struct Timers {
    ping_interval_ms: u64,
    silence_timeout_ms: u64,
    send_timeout_ms: u64,
    /// Until when a hello may come, as long as none has.
    hello_by_ms: Option<u64>,
    heard_ms: u64,
    pinged_ms: u64,
    /// Since when something waits to be written.
    writing_ms: Option<u64>,
}

impl Timers {
    /// Those of a connection that begins now.
    pub(super) fn new(limits: &Limits, now_ms: u64) -> Self {
        Self {
            ping_interval_ms: limits.ping_interval_ms,
            silence_timeout_ms: limits.silence_timeout_ms,
            send_timeout_ms: limits.send_timeout_ms,
            hello_by_ms: Some(now_ms.saturating_add(limits.hello_timeout_ms)),
            heard_ms: now_ms,
            pinged_ms: now_ms,
            writing_ms: None,
        }
    }

    /// No hello has to come any more.
    pub(super) fn hello_has_come(&mut self) {
        self.hello_by_ms = None;
    }

    /// A frame has come.
    pub(super) fn heard(&mut self, now_ms: u64) {
        self.heard_ms = now_ms;
    }

    /// Something waits to be written.
    pub(super) fn writing(&mut self, now_ms: u64) {
        self.writing_ms.get_or_insert(now_ms);
    }

    /// Everything is written.
    pub(super) fn written(&mut self) {
        self.writing_ms = None;
    }

    /// Whether something waits to be written.
    pub(super) fn is_writing(&self) -> bool {
        self.writing_ms.is_some()
    }

    /// When the next thing is due. Silence counts only while the connection is read.
    pub(super) fn due_ms(&self, is_listening: bool, progress_ms: u64) -> u64 {
        [
            self.hello_by_ms,
            self.too_slow_ms(progress_ms),
            is_listening.then(|| self.silent_ms()),
        ]
        .into_iter()
        .flatten()
        .fold(self.ping_ms(), u64::min)
    }

    /// Returns the action that is due now; a ping that is returned counts as sent.
    pub(super) fn due(&mut self, is_listening: bool, progress_ms: u64, now_ms: u64) -> Option<Due> {
        let is_past = |at_ms: Option<u64>| at_ms.is_some_and(|at_ms| at_ms <= now_ms);
        if is_past(self.hello_by_ms) {
            Some(Due::NoHello)
        } else if is_past(self.too_slow_ms(progress_ms)) {
            Some(Due::TooSlow)
        } else if is_listening && self.silent_ms() <= now_ms {
            Some(Due::Silent)
        } else if self.ping_ms() <= now_ms {
            self.pinged_ms = now_ms;
            // A ping behind data that can't be written would be a second test of the same thing.
            (!self.is_writing()).then_some(Due::Ping)
        } else {
            None
        }
    }

    fn ping_ms(&self) -> u64 {
        self.pinged_ms.saturating_add(self.ping_interval_ms)
    }

    fn silent_ms(&self) -> u64 {
        self.heard_ms.saturating_add(self.silence_timeout_ms)
    }

    fn too_slow_ms(&self, progress_ms: u64) -> Option<u64> {
        let since_ms = self.writing_ms?.max(progress_ms);
        Some(since_ms.saturating_add(self.send_timeout_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greeted() -> Timers {
        let mut timers = Timers::new(&Limits::DEFAULT, 0);
        timers.hello_has_come();
        timers
    }

    /// Checks that something is due at a time, not before, and that the wait ends then.
    #[track_caller]
    fn check(timers: &mut Timers, progress_ms: u64, (at_ms, expected): (u64, Due)) {
        assert_eq!(timers.due_ms(true, progress_ms), at_ms);
        assert_eq!(timers.due(true, progress_ms, at_ms - 1), None);
        assert_eq!(timers.due(true, progress_ms, at_ms), Some(expected));
    }

    #[test]
    fn a_hello_has_to_come_in_time() {
        let mut timers = Timers::new(&Limits::DEFAULT, 100);
        timers.heard(2_000);
        check(&mut timers, 0, (5_100, Due::NoHello));
    }

    #[test]
    fn a_ping_is_due_every_five_seconds_and_silence_after_fifteen() {
        let mut timers = greeted();
        check(&mut timers, 0, (5_000, Due::Ping));
        timers.heard(5_500);
        check(&mut timers, 0, (10_000, Due::Ping));
        check(&mut timers, 0, (15_000, Due::Ping));
        check(&mut timers, 0, (20_000, Due::Ping));
        assert_eq!(timers.due(true, 0, 20_499), None);
        assert_eq!(timers.due_ms(true, 0), 20_500);
        assert_eq!(timers.due(true, 0, 20_500), Some(Due::Silent));
    }

    #[test]
    fn who_is_not_listened_to_is_not_silent() {
        let mut timers = greeted();
        timers.due(false, 0, 29_999);
        assert_eq!(timers.due(false, 0, 30_000), None);
        assert_eq!(timers.due(true, 0, 30_000), Some(Due::Silent));
    }

    #[test]
    fn a_reader_is_too_slow_without_progress() {
        let mut timers = greeted();
        timers.writing(3_000);
        timers.writing(4_000);
        assert_eq!(
            timers.due(true, 0, 5_000),
            None,
            "no ping behind what waits"
        );
        check(&mut timers, 0, (8_000, Due::TooSlow));
        check(&mut timers, 3_500, (8_500, Due::TooSlow));
        timers.written();
        assert_eq!(timers.due(true, 3_500, 8_500), None);
    }
}
