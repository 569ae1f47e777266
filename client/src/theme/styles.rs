//! The styles of a theme, found once: the nearest of 240 colours takes a while to find, and a screen
//! is drawn many times a second.

use std::sync::OnceLock;

use ratatui::style::Style;

use crate::model::{ColorDepth, GLOW_STEPS, Glow, ThemeName};
use crate::theme::depth::{self, Shown};
use crate::theme::palette::{ANSI_ALARM, ANSI_BOARD, ANSI_FLASH, ANSI_FLASH_ON_WHITE, Palette};
use crate::theme::rgb::Rgb;

/// Tiles with a style of their own, the empty cell included; those above are all alike.
const TILES: usize = 18;

/// Steps of a tile that stands out.
const STEPS: usize = GLOW_STEPS as usize;
/// How much of the light is in a tile that was just merged, in each step.
const LIGHT: [f64; STEPS] = [0.6, 0.45, 0.28, 0.12];
/// How much of the board is in an empty cell that is shaded.
const SHADE: f64 = 0.5;
/// How much of its own colour is in a new tile, in each step.
const OWN: [f64; STEPS] = [0.15, 0.4, 0.65, 0.85];

/// The styles of a theme at a depth of colour.
#[derive(Debug)]
pub(super) struct Styles {
    /// Empty cell, 2, 4, 8, … in order; the last one stands for every tile above.
    tiles: [Style; TILES],
    /// The same for tiles that were just merged, the brightest first.
    flashes: [[Style; STEPS]; TILES],
    /// The same for tiles that appear, the faintest first.
    fades: [[Style; STEPS]; TILES],
    /// An empty cell of every other row, where nothing lies between the rows.
    pub(super) shaded: Style,
    /// Between the tiles.
    pub(super) board: Style,
    /// What needs attention.
    pub(super) alarm: Style,
}

impl Styles {
    /// The styles of a theme at a depth of colour.
    pub(super) fn of(name: ThemeName, depth: ColorDepth) -> &'static Self {
        const DEPTHS: usize = 4;
        static FOUND: [[OnceLock<Styles>; DEPTHS]; ThemeName::ALL.len()] =
            [const { [const { OnceLock::new() }; DEPTHS] }; ThemeName::ALL.len()];
        FOUND[name as usize][depth as usize].get_or_init(|| Finder { name, depth }.find())
    }

    /// The tile `2^exponent`; 0 is an empty cell.
    pub(super) fn tile(&self, exponent: u32) -> Style {
        self.tiles[place(exponent)]
    }

    /// The same as it stands out.
    pub(super) fn glowing(&self, exponent: u32, glow: Glow) -> Style {
        let step = |step: u8| usize::from(step).min(STEPS - 1);
        match glow {
            Glow::None => self.tile(exponent),
            Glow::Flash(number) => self.flashes[place(exponent)][step(number)],
            Glow::Fade(number) => self.fades[place(exponent)][step(number)],
        }
    }
}

/// The place of the tile `2^exponent` among the styles.
fn place(exponent: u32) -> usize {
    usize::try_from(exponent).map_or(TILES - 1, |place| place.min(TILES - 1))
}

/// Finds the colours of a theme among those that the terminal has.
#[derive(Clone, Copy)]
struct Finder {
    name: ThemeName,
    depth: ColorDepth,
}

impl Finder {
    fn find(self) -> Styles {
        let palette = Palette::of(self.name);
        Styles {
            tiles: self.tile_grounds().map(|ground| self.on(ground)),
            flashes: std::array::from_fn(|exponent| {
                let tile = palette.tile(exponent);
                let ansi = match palette.ansi_tile(exponent) {
                    ANSI_FLASH => ANSI_FLASH_ON_WHITE,
                    _ => ANSI_FLASH,
                };
                LIGHT.map(|share| self.style(tile.mixed(tile.light(), share), ansi))
            }),
            fades: std::array::from_fn(|exponent| {
                let (tile, empty) = (palette.tile(exponent), palette.tile(0));
                OWN.map(|share| self.style(empty.mixed(tile, share), palette.ansi_tile(0)))
            }),
            shaded: self.style(
                palette.tile(0).mixed(palette.board, SHADE),
                palette.ansi_tile(0),
            ),
            board: self.style(palette.board, ANSI_BOARD),
            alarm: self.style(palette.alarm, ANSI_ALARM),
        }
    }

    /// What the tiles are made of: no two of them are alike for want of colours, where there are more
    /// than sixteen.
    fn tile_grounds(self) -> [Option<Shown>; TILES] {
        let palette = Palette::of(self.name);
        let mut taken = Vec::new();
        std::array::from_fn(|exponent| {
            let ground = match self.depth {
                ColorDepth::Ansi16 => Some(depth::ansi(palette.ansi_tile(exponent))),
                _ => depth::nearest_but(self.depth, palette.tile(exponent), &taken),
            };
            if palette.has_own(exponent) {
                taken.extend(ground.map(|(color, _)| color));
            }
            ground
        })
    }

    /// A ground, one of the sixteen colours where there are no more, with digits that can be read
    /// on it.
    fn style(self, wanted: Rgb, ansi: u8) -> Style {
        self.on(match self.depth {
            ColorDepth::Ansi16 => Some(depth::ansi(ansi)),
            _ => self.nearest(wanted),
        })
    }

    /// A ground with digits that can be read on it.
    fn on(self, ground: Option<Shown>) -> Style {
        let Some((color, shown)) = ground else {
            return Style::new();
        };
        let ink = shown.ink(Palette::of(self.name).inks);
        let foreground = self.nearest(ink).filter(|&(_, ink)| shown.reads(ink));
        let (foreground, _) = foreground.unwrap_or_else(|| depth::extreme(self.depth, shown));
        Style::new().fg(foreground).bg(color)
    }

    fn nearest(self, wanted: Rgb) -> Option<Shown> {
        depth::nearest(self.depth, wanted)
    }
}
