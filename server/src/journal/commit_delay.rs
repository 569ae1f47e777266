//! How long the writer waits for more before it commits: never for a single command, and else at most
//! as long as its disk takes.

use std::time::Duration;

/// The longest wait, however slow the disk is.
const MAX_WAIT: Duration = Duration::from_millis(5);
/// The weight of the average so far, in commits.
const WEIGHT: u32 = 8;

/// The time that a commit takes, as a moving average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommitDelay {
    typical: Duration,
}

impl CommitDelay {
    /// Adds the time that a commit took.
    pub(super) fn note(&mut self, took: Duration) {
        self.typical = (self.typical * (WEIGHT - 1) + took.min(MAX_WAIT)) / WEIGHT;
    }

    /// How long to wait for more than these commands.
    pub(super) fn wait(self, commands: usize) -> Option<Duration> {
        (commands > 1).then_some(self.typical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_never_waits_and_several_as_long_as_the_disk_takes_but_not_for_long() {
        let mut delay = CommitDelay::default();
        let ms = Duration::from_millis;
        for _ in 0..100 {
            delay.note(ms(2));
        }
        assert_eq!(delay.wait(1), None);
        let wait = delay.wait(2).expect("a wait");
        assert!(wait > ms(1) && wait <= ms(2), "{wait:?}");
        delay.note(ms(60_000));
        assert!(delay.wait(2).is_some_and(|wait| wait < ms(3)));
        for _ in 0..100 {
            delay.note(ms(60_000));
        }
        assert!(delay.wait(2).is_some_and(|wait| wait <= MAX_WAIT));
    }
}
