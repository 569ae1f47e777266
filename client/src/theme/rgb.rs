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

    /// What a flash on this ground is made of: white, or black where white would hardly be seen.
    pub(super) fn light(self) -> Self {
        const HARDLY: f64 = 1.25;
        if self.contrast(WHITE) < HARDLY {
            BLACK
        } else {
            WHITE
        }
    }

    /// This colour with such a share of another, 0 to 1.
    pub(super) fn mixed(self, other: Self, share: f64) -> Self {
        let mixed = |own: u8, other: u8| {
            let mixed = f64::from(own) * (1.0 - share) + f64::from(other) * share;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it lies between two bytes"
            )]
            let byte = mixed.round() as u8;
            byte
        };
        Self(
            mixed(self.0, other.0),
            mixed(self.1, other.1),
            mixed(self.2, other.2),
        )
    }

    /// Lightness, green to red, blue to yellow: Björn Ottosson, "A perceptual color space for image
    /// processing", 2020.
    pub(super) fn oklab(self) -> Oklab {
        const TO_CONES: [[f64; 3]; 3] = [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ];
        const TO_LAB: [[f64; 3]; 3] = [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ];
        let cones = times(TO_CONES, self.linear());
        Oklab(times(TO_LAB, cones.map(f64::cbrt)))
    }

    /// Relative luminance as WCAG defines it, 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The light of each channel, 0 to 1 (sRGB).
    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        })
    }
}

/// A colour as it is seen: lightness, green to red, blue to yellow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oklab([f64; 3]);

impl Oklab {
    /// How far apart two colours look, squared; hue counts more than lightness, for a theme lives
    /// by its hues.
    pub(super) fn distance(self, other: Self) -> f64 {
        const HUE_WEIGHT: f64 = 4.0;
        let [lightness, green_red, blue_yellow] = self.0;
        let [other_lightness, other_green_red, other_blue_yellow] = other.0;
        (lightness - other_lightness).powi(2)
            + HUE_WEIGHT * (green_red - other_green_red).powi(2)
            + HUE_WEIGHT * (blue_yellow - other_blue_yellow).powi(2)
    }
}

fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(one, two)| one * two).sum())
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
    fn what_looks_alike_is_near() {
        let [sand, beige, grey] =
            [Rgb(237, 224, 200), Rgb(215, 215, 175), Rgb(228, 228, 228)].map(Rgb::oklab);
        assert!(sand.distance(beige) < sand.distance(grey));
        assert!(sand.distance(sand) < 1e-12);
    }

    #[test]
    fn a_mixture_lies_between() {
        assert_eq!(BLACK.mixed(WHITE, 0.5), Rgb(128, 128, 128));
        assert_eq!(Rgb(10, 20, 30).mixed(WHITE, 0.0), Rgb(10, 20, 30));
        assert_eq!(Rgb(10, 20, 30).mixed(WHITE, 1.0), WHITE);
    }

    #[test]
    fn a_flash_is_seen_on_any_ground() {
        for level in 0..=255 {
            let grey = Rgb(level, level, level);
            assert!(
                grey.mixed(grey.light(), 0.6).contrast(grey) > 1.12,
                "{level}"
            );
        }
    }

    #[test]
    fn inks_that_do_not_read_are_passed_over() {
        let orange = Rgb(245, 149, 99);
        assert_eq!(orange.ink([WHITE, Rgb(40, 30, 20)]), Rgb(40, 30, 20));
        assert_eq!(orange.ink([WHITE, orange]), BLACK);
    }
}
