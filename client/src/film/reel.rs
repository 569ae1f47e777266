//! How match time becomes frames.

/// The longest that the match lasts in a film, in milliseconds: who looks at it has not played it.
const MAX_FILM_MS: u64 = 60_000;
/// How long the end is shown before the film begins again, in milliseconds.
const HOLD_MS: u64 = 4000;
/// A frame lasts this long where the film is not too large, in milliseconds.
const FRAME_MS: u64 = 40;
/// The coarsest that frames become, in milliseconds: then even boards of 64 cells make no large film.
const MAX_FRAME_MS: u64 = 640;

/// How match time becomes frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reel {
    /// The match time of the end.
    end_ms: u64,
    frame_ms: u64,
}

impl Reel {
    /// The frames of a match that ends at a match time, as fine as they get.
    pub(super) const fn of(end_ms: u64) -> Self {
        Self {
            end_ms,
            frame_ms: FRAME_MS,
        }
    }

    /// The same with half as many frames, unless that are too few.
    pub(super) fn coarser(self) -> Option<Self> {
        let frame_ms = self.frame_ms * 2;
        (frame_ms <= MAX_FRAME_MS).then_some(Self { frame_ms, ..self })
    }

    /// The frame of a match time.
    pub(super) fn frame(self, at_ms: u64) -> u64 {
        let film_ms = at_ms.min(self.end_ms).saturating_mul(self.play_ms());
        film_ms / self.end_ms.max(1) / self.frame_ms
    }

    /// The match time at the end of a frame.
    pub(super) fn match_ms(self, frame: u64) -> u64 {
        let film_ms = (frame + 1).saturating_mul(self.frame_ms) - 1;
        let at_ms = film_ms.saturating_mul(self.end_ms) / self.play_ms().max(1);
        at_ms.min(self.end_ms)
    }

    /// The frame of the end.
    pub(super) fn last(self) -> u64 {
        self.frame(self.end_ms)
    }

    /// How long the whole film lasts, in milliseconds.
    pub(super) fn duration_ms(self) -> u64 {
        self.play_ms() + HOLD_MS
    }

    /// When a frame begins, as a share of the film in hundred thousandths.
    pub(super) fn share(self, frame: u64) -> u64 {
        frame * self.frame_ms * 100_000 / self.duration_ms()
    }

    /// How long the match lasts in the film, in milliseconds.
    fn play_ms(self) -> u64 {
        self.end_ms.min(MAX_FILM_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_match_lasts_as_long_as_it_did_and_a_long_one_a_minute() {
        assert_eq!(Reel::of(10_000).duration_ms(), 14_000);
        assert_eq!(Reel::of(3_600_000).duration_ms(), 64_000);
        assert_eq!(Reel::of(0).duration_ms(), 4000);
        assert_eq!(Reel::of(0).last(), 0);
    }

    #[test]
    fn frames_go_from_the_start_to_the_end() {
        for end_ms in [0, 1, 39, 10_000, 3_600_000, u64::MAX / 70_000] {
            let mut reel = Some(Reel::of(end_ms));
            while let Some(finer) = reel {
                assert_eq!(finer.frame(0), 0);
                assert_eq!(finer.match_ms(finer.last()), end_ms);
                assert!(finer.share(finer.last()) < 100_000, "{finer:?}");
                reel = finer.coarser();
            }
        }
    }
}
