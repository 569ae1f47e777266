//! The colours of each theme.

use crate::model::ThemeName;
use crate::theme::rgb::{BLACK, Rgb, WHITE};

/// The colours of a theme; digits take the first ink that reads on their tile.
pub(super) struct Palette {
    /// Empty cell, 2, 4, 8, … in order.
    tiles: &'static [Rgb],
    /// Every tile above those.
    above: Rgb,
    /// The same of the sixteen colours of ANSI, where the nearest ones would be all alike.
    ansi_tiles: &'static [u8],
    /// Between the tiles.
    pub(super) board: Rgb,
    /// What needs attention.
    pub(super) alarm: Rgb,
    /// The inks in order of preference.
    pub(super) inks: [Rgb; 2],
}

impl Palette {
    /// The colours of a theme.
    pub(super) const fn of(name: ThemeName) -> &'static Self {
        match name {
            ThemeName::Classic => &CLASSIC,
            ThemeName::Cool => &COOL,
            ThemeName::Contrast => &CONTRAST,
            ThemeName::Deuteranopia => &DEUTERANOPIA,
            ThemeName::Mono => &MONO,
        }
    }

    /// The colour of the tile `2^exponent`; 0 is an empty cell.
    pub(super) fn tile(&self, exponent: usize) -> Rgb {
        self.tiles.get(exponent).copied().unwrap_or(self.above)
    }

    /// Whether a tile has a colour of its own.
    pub(super) fn has_own(&self, exponent: usize) -> bool {
        exponent < self.tiles.len()
    }

    /// The same of the sixteen colours of ANSI.
    pub(super) fn ansi_tile(&self, exponent: usize) -> u8 {
        let last = self.ansi_tiles.last().copied().unwrap_or(0);
        self.ansi_tiles.get(exponent).copied().unwrap_or(last)
    }
}

/// Sixteen colours: from white over warm and cold ones to yellow, the glaring ones late.
const ANSI_COLORS: &[u8] = &[8, 7, 15, 3, 9, 1, 13, 5, 12, 6, 2, 11, 10, 14, 4];
/// Without red and green side by side.
const ANSI_BLUE_YELLOW: &[u8] = &[8, 7, 15, 14, 6, 12, 4, 13, 5, 3, 15, 11, 7];
/// Without hues.
const ANSI_GREYS: &[u8] = &[8, 7, 15];
/// Black, between the tiles.
pub(super) const ANSI_BOARD: u8 = 0;
/// White, for a tile that was just merged, and grey where that is white itself.
pub(super) const ANSI_FLASH: u8 = 15;
pub(super) const ANSI_FLASH_ON_WHITE: u8 = 8;
/// Red, for what needs attention.
pub(super) const ANSI_ALARM: u8 = 1;

const CLASSIC: Palette = Palette {
    tiles: &[
        Rgb(205, 193, 180),
        Rgb(238, 228, 218),
        Rgb(237, 224, 200),
        Rgb(242, 177, 121),
        Rgb(245, 149, 99),
        Rgb(246, 124, 95),
        Rgb(246, 94, 59),
        Rgb(237, 207, 114),
        Rgb(237, 204, 97),
        Rgb(237, 200, 80),
        Rgb(237, 197, 63),
        Rgb(237, 194, 46),
    ],
    above: Rgb(60, 58, 50),
    ansi_tiles: ANSI_COLORS,
    board: Rgb(187, 173, 160),
    alarm: Rgb(176, 42, 32),
    inks: [WHITE, Rgb(44, 38, 32)],
};

const COOL: Palette = Palette {
    tiles: &[
        Rgb(192, 192, 192),
        Rgb(176, 224, 230),
        Rgb(127, 255, 212),
        Rgb(135, 206, 235),
        Rgb(64, 224, 208),
        Rgb(0, 255, 255),
        Rgb(0, 201, 87),
        Rgb(50, 205, 50),
        Rgb(34, 139, 34),
        Rgb(0, 255, 127),
        Rgb(61, 145, 64),
        Rgb(48, 128, 20),
        Rgb(65, 105, 255),
        Rgb(8, 46, 84),
        Rgb(11, 23, 70),
        Rgb(25, 25, 112),
        Rgb(0, 0, 255),
    ],
    above: Rgb(75, 0, 130),
    ansi_tiles: ANSI_COLORS,
    board: Rgb(112, 128, 144),
    alarm: Rgb(178, 34, 34),
    inks: [WHITE, Rgb(10, 24, 36)],
};

const CONTRAST: Palette = Palette {
    tiles: &[
        Rgb(20, 20, 20),
        Rgb(255, 255, 255),
        Rgb(255, 246, 150),
        Rgb(255, 214, 0),
        Rgb(255, 160, 40),
        Rgb(255, 120, 120),
        Rgb(255, 140, 255),
        Rgb(150, 200, 255),
        Rgb(0, 230, 255),
        Rgb(0, 255, 170),
        Rgb(110, 255, 60),
        Rgb(200, 255, 0),
    ],
    above: Rgb(255, 255, 255),
    ansi_tiles: ANSI_COLORS,
    board: Rgb(74, 74, 74),
    alarm: Rgb(190, 0, 0),
    inks: [BLACK, WHITE],
};

/// From dark blue over grey to yellow: lightness alone orders the tiles, and no two neighbours
/// differ by red against green.
const DEUTERANOPIA: Palette = Palette {
    tiles: &[
        Rgb(208, 208, 204),
        Rgb(232, 238, 246),
        Rgb(198, 217, 240),
        Rgb(158, 192, 230),
        Rgb(112, 162, 216),
        Rgb(62, 128, 196),
        Rgb(24, 92, 164),
        Rgb(10, 60, 118),
        Rgb(122, 112, 84),
        Rgb(172, 152, 76),
        Rgb(216, 186, 60),
        Rgb(255, 221, 51),
    ],
    above: Rgb(24, 24, 28),
    ansi_tiles: ANSI_BLUE_YELLOW,
    board: Rgb(20, 26, 36),
    alarm: Rgb(140, 60, 0),
    inks: [WHITE, Rgb(20, 26, 36)],
};

const MONO: Palette = Palette {
    tiles: &[
        Rgb(58, 58, 58),
        Rgb(88, 88, 88),
        Rgb(104, 104, 104),
        Rgb(126, 126, 126),
        Rgb(142, 142, 142),
        Rgb(158, 158, 158),
        Rgb(174, 174, 174),
        Rgb(190, 190, 190),
        Rgb(206, 206, 206),
        Rgb(222, 222, 222),
        Rgb(238, 238, 238),
        Rgb(255, 255, 255),
    ],
    above: Rgb(8, 8, 8),
    ansi_tiles: ANSI_GREYS,
    board: Rgb(34, 34, 34),
    alarm: Rgb(255, 255, 255),
    inks: [WHITE, BLACK],
};
