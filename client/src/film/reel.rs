//! How match time becomes frames.

/// A frame lasts this long where the film is not too large, in milliseconds: there tiles slide.
const FRAME_MS: u64 = 20;
/// The coarsest that frames become, in milliseconds: then even boards of 64 cells make no large film.
const MAX_FRAME_MS: u64 = 640;
/// How long tiles slide, in frames.
const SLIDE_FRAMES: u64 = 5;
/// The longest that nothing happens in a film, in milliseconds: who looks at it has not to think.
const MAX_PAUSE_MS: u64 = 1000;
/// The longest that the match lasts in a film, in milliseconds; a longer one runs faster.
const MAX_PLAY_MS: u64 = 60_000;
/// How long the dealt boards stand before the match begins, in milliseconds.
const LEAD_MS: u64 = 1000;
/// How long the last move is looked at before the result is told, in milliseconds.
const SETTLE_MS: u64 = 500;
/// How long the result takes to appear, in milliseconds.
const APPEARING_MS: u64 = 300;
/// How long the result is shown before the film begins again, in milliseconds.
const HOLD_MS: u64 = 5000;
/// The end of a film as a share of it, in ten thousandths.
pub(super) const WHOLE: u64 = 10_000;

/// How match time becomes frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reel {
    /// Match times with their film times, both in order: the start, every move and the end. Between
    /// two of them both run evenly.
    knots: Vec<Knot>,
    frame_ms: u64,
}

/// A match time, and when it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Knot {
    match_ms: u64,
    film_ms: u64,
}

impl Reel {
    /// The frames of a match with moves at these match times, in order, and an end; as fine as they
    /// get.
    pub(super) fn of(moves_ms: impl Iterator<Item = u64>, end_ms: u64) -> Self {
        let mut knot = Knot {
            match_ms: 0,
            film_ms: 0,
        };
        let mut knots = vec![knot];
        for match_ms in moves_ms.chain([end_ms]) {
            let pause_ms = match_ms.saturating_sub(knot.match_ms).min(MAX_PAUSE_MS);
            knot = Knot {
                match_ms: match_ms.max(knot.match_ms),
                film_ms: knot.film_ms + pause_ms,
            };
            knots.push(knot);
        }
        let wanted_ms = knot.film_ms.max(1);
        for knot in &mut knots {
            knot.film_ms = LEAD_MS + knot.film_ms * MAX_PLAY_MS.min(wanted_ms) / wanted_ms;
        }
        Self {
            knots,
            frame_ms: FRAME_MS,
        }
    }

    /// The same with half as many frames, unless that are too few.
    pub(super) fn coarser(self) -> Option<Self> {
        let frame_ms = self.frame_ms * 2;
        (frame_ms <= MAX_FRAME_MS).then_some(Self { frame_ms, ..self })
    }

    /// Whether frames are fine enough for what takes several of them.
    pub(super) const fn is_fine(&self) -> bool {
        self.frame_ms == FRAME_MS
    }

    /// How many frames tiles slide that set out at a frame, and have to stand at another: none where
    /// that is soon.
    pub(super) fn slide_frames(&self, from: u64, until: u64) -> u64 {
        let frames = (until.saturating_sub(from) / 2).min(SLIDE_FRAMES);
        if self.is_fine() && frames > 1 {
            frames
        } else {
            0
        }
    }

    /// The frame of a match time.
    pub(super) fn frame(&self, at_ms: u64) -> u64 {
        self.read(at_ms, |knot| (knot.match_ms, knot.film_ms)) / self.frame_ms
    }

    /// The match time at the start of a frame.
    pub(super) fn match_ms(&self, frame: u64) -> u64 {
        let film_ms = frame * self.frame_ms;
        self.read(film_ms, |knot| (knot.film_ms, knot.match_ms))
    }

    /// The match time of the end.
    pub(super) fn end_match_ms(&self) -> u64 {
        self.knots.last().map_or(0, |knot| knot.match_ms)
    }

    /// The frame of the end.
    pub(super) fn last(&self) -> u64 {
        self.end_ms() / self.frame_ms
    }

    /// The frames in which the result begins to appear and has appeared.
    pub(super) fn result(&self) -> [u64; 2] {
        let from = self.end_ms() + SETTLE_MS;
        [from, from + APPEARING_MS].map(|film_ms| film_ms.div_ceil(self.frame_ms))
    }

    /// How long the whole film lasts, in milliseconds.
    pub(super) fn duration_ms(&self) -> u64 {
        self.end_ms() + SETTLE_MS + HOLD_MS
    }

    /// When a frame begins, as a share of the film in ten thousandths.
    pub(super) fn share(&self, frame: u64) -> u64 {
        frame * self.frame_ms * WHOLE / self.duration_ms()
    }

    /// The film time of the end, in milliseconds.
    fn end_ms(&self) -> u64 {
        self.knots.last().map_or(0, |knot| knot.film_ms)
    }

    /// A time by one clock where it is known by the other; of a knot that one is told first.
    fn read(&self, known_ms: u64, times: fn(&Knot) -> (u64, u64)) -> u64 {
        let behind = self.knots.partition_point(|knot| times(knot).0 <= known_ms);
        let Some(before) = behind.checked_sub(1) else {
            return times(&self.knots[0]).1;
        };
        let (from, from_asked) = times(&self.knots[before]);
        let Some((until, until_asked)) = self.knots.get(behind).map(times) else {
            return from_asked;
        };
        let part = u128::from(known_ms - from) * u128::from(until_asked - from_asked);
        let part = part / u128::from(until - from);
        from_asked + u64::try_from(part).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reel(moves_ms: &[u64], end_ms: u64) -> Reel {
        Reel::of(moves_ms.iter().copied(), end_ms)
    }

    /// How long a film lasts between the first frame of the match and the last, in milliseconds.
    fn played_ms(moves_ms: &[u64], end_ms: u64) -> u64 {
        reel(moves_ms, end_ms).duration_ms() - LEAD_MS - SETTLE_MS - HOLD_MS
    }

    #[test]
    fn pauses_are_shortened_and_a_long_match_lasts_a_minute() {
        assert_eq!(played_ms(&[300, 900], 1500), 1500);
        assert_eq!(played_ms(&[300, 90_000], 90_100), 1400);
        assert_eq!(played_ms(&[], 20_000), 1000);
        assert_eq!(played_ms(&[], 0), 0);
        let moves_ms: Vec<u64> = (0..2400).map(|number| number * 500).collect();
        assert_eq!(played_ms(&moves_ms, 1_200_000), 60_000);
    }

    #[test]
    fn frames_go_from_the_start_to_the_end_and_back_to_match_time() {
        for end_ms in [0, 1, 39, 10_000, 3_600_000, u64::MAX / 2] {
            let mut finer = Some(reel(&[end_ms / 3, end_ms / 3, end_ms / 2], end_ms));
            while let Some(reel) = finer {
                assert_eq!(reel.frame(0), LEAD_MS / reel.frame_ms);
                assert_eq!(reel.match_ms(0), 0);
                assert_eq!(reel.frame(end_ms), reel.last());
                assert_eq!(reel.match_ms(reel.last() + 1), end_ms);
                let frames: Vec<u64> = (0..=reel.last()).collect();
                let times = frames.iter().map(|&frame| reel.match_ms(frame));
                assert!(times.is_sorted(), "{reel:?}");
                let shares = reel.result().map(|frame| reel.share(frame));
                assert!(reel.share(reel.last()) < shares[0], "{reel:?}");
                assert!(shares[0] <= shares[1] && shares[1] < WHOLE, "{reel:?}");
                finer = reel.coarser();
            }
        }
    }

    #[test]
    fn tiles_slide_where_there_is_time() {
        let reel = reel(&[0], 0);
        let frames = [100, 10, 7, 4, 3, 0].map(|gap| reel.slide_frames(50, 50 + gap));
        assert_eq!(frames, [5, 5, 3, 2, 0, 0]);
        let coarser = reel.coarser().expect("that is not too coarse");
        assert_eq!(coarser.slide_frames(50, 150), 0);
    }
}
