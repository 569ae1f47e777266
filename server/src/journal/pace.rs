//! How long the writer waits for more before it commits: never for a single command, and else at most
//! as long as its disk takes.

use std::time::Duration;

/// Longer than this nobody waits for others, however slow the disk is.
const MAX_WAIT: Duration = Duration::from_millis(5);
/// How many commits it takes, about, for a new speed of the disk to be the typical one.
const WEIGHT: u32 = 8;

/// What commits take, as a moving average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    typical: Duration,
}

impl Pace {
    /// A commit took so long.
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
        let mut pace = Pace::default();
        let ms = Duration::from_millis;
        for _ in 0..100 {
            pace.note(ms(2));
        }
        assert_eq!(pace.wait(1), None);
        let wait = pace.wait(2).expect("a wait");
        assert!(wait > ms(1) && wait <= ms(2), "{wait:?}");
        pace.note(ms(60_000));
        assert!(pace.wait(2).is_some_and(|wait| wait < ms(3)));
        for _ in 0..100 {
            pace.note(ms(60_000));
        }
        assert!(pace.wait(2).is_some_and(|wait| wait <= MAX_WAIT));
    }
}
