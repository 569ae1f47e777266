//! A colour as three numbers, and how well two of them can be told apart.

/// The contrast that digits need on their ground: WCAG 2.2, level AA.
const READABLE: f64 = 4.5;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

/// The darkest and the lightest ink; one of them reads on any ground.
pub(super) const BLACK: Rgb = Rgb(0, 0, 0);
pub(super) const WHITE: Rgb = Rgb(255, 255, 255);

impl Rgb {
    /// The contrast ratio of WCAG, 1 to 21.
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Whether an ink can be read on this ground.
    pub(super) fn reads(self, ink: Self) -> bool {
        self.contrast(ink) >= READABLE
    }

    /// The first of these inks that can be read on this ground, else black or white.
    pub(super) fn ink(self, inks: [Self; 2]) -> Self {
        let readable = inks.into_iter().find(|&ink| self.reads(ink));
        readable.unwrap_or_else(|| self.extreme())
    }

    /// Black or white, whichever contrasts more.
    pub(super) fn extreme(self) -> Self {
        if self.contrast(BLACK) >= self.contrast(WHITE) {
            BLACK
        } else {
            WHITE
        }
    }

    /// How far apart two colours are, squared.
    pub(super) fn distance(self, other: Self) -> u32 {
        let [red, green, blue] = [
            self.0.abs_diff(other.0),
            self.1.abs_diff(other.1),
            self.2.abs_diff(other.2),
        ]
        .map(|difference| u32::from(difference).pow(2));
        red + green + blue
    }

    /// Relative luminance as WCAG defines it, 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = [self.0, self.1, self.2].map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_the_highest_contrast() {
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 1e-9);
        assert!((WHITE.contrast(WHITE) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn one_of_black_and_white_reads_on_every_grey() {
        for level in 0..=255 {
            let grey = Rgb(level, level, level);
            assert!(grey.reads(grey.extreme()), "{level}");
        }
    }

    #[test]
    fn inks_that_do_not_read_are_passed_over() {
        let orange = Rgb(245, 149, 99);
        assert_eq!(orange.ink([WHITE, Rgb(40, 30, 20)]), Rgb(40, 30, 20));
        assert_eq!(orange.ink([WHITE, orange]), BLACK);
    }
}
