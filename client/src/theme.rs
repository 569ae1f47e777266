//! Colours: what each thing on screen looks like in a theme, as far as the terminal can show it.
//!
//! Digits always have a contrast of 4.5:1 on their tile (WCAG AA), at every depth of colour.

mod depth;
mod palette;
mod rgb;
mod styles;

use ratatui::style::{Color, Modifier, Style};

use crate::model::{ColorDepth, Glow, Settings, ThemeName};

pub use depth::detect as detect_depth;

use styles::Styles;

/// A theme on a terminal of some depth of colour.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    has_color: bool,
    styles: &'static Styles,
}

impl Theme {
    /// The colours of a theme as far as the depth allows.
    #[must_use]
    pub fn new(name: ThemeName, depth: ColorDepth) -> Self {
        Self {
            has_color: depth != ColorDepth::None,
            styles: Styles::of(name, depth),
        }
    }

    /// The colours that the settings ask for.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        Self::new(settings.theme, settings.color)
    }

    /// Whether tiles can be told from the board by colour, so that no lines are needed.
    #[must_use]
    pub const fn has_color(self) -> bool {
        self.has_color
    }

    /// A tile with its digits; 0 is an empty cell.
    #[must_use]
    pub fn tile(self, value: u64) -> Style {
        let style = self.styles.tile(value.checked_ilog2().unwrap_or(0));
        if value == 0 { style } else { bold(style) }
    }

    /// An empty cell of every other row, where nothing lies between the rows.
    #[must_use]
    pub const fn shaded(self) -> Style {
        self.styles.shaded
    }

    /// A tile as it stands out. Where there is no colour, a merged one is reversed and a new one is
    /// faint.
    #[must_use]
    pub fn glowing(self, value: u64, glow: Glow) -> Style {
        let style = self
            .styles
            .glowing(value.checked_ilog2().unwrap_or(0), glow);
        match glow {
            Glow::Flash(_) if !self.has_color => bold(style).add_modifier(Modifier::REVERSED),
            Glow::Fade(_) if !self.has_color => style.add_modifier(Modifier::DIM),
            _ => bold(style),
        }
    }

    /// What lies between the tiles.
    #[must_use]
    pub const fn board(self) -> Style {
        self.styles.board
    }

    /// Plain text, in the terminal's own colours.
    #[must_use]
    pub fn text(self) -> Style {
        Style::new()
    }

    /// Text that stands back.
    #[must_use]
    pub fn muted(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Text that stands out.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A small filled field: a score, a key, the title of a box.
    #[must_use]
    pub fn badge(self) -> Style {
        if self.has_color() {
            bold(self.board())
        } else {
            self.strong()
        }
    }

    /// What is chosen, and what matters most at the moment.
    #[must_use]
    pub fn chosen(self) -> Style {
        if self.has_color() {
            self.tile(2048)
        } else {
            Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
        }
    }

    /// What is over, and for nobody here a win.
    #[must_use]
    pub fn settled(self) -> Style {
        if self.has_color() {
            self.badge()
        } else {
            self.chosen()
        }
    }

    /// What needs attention: an absence, a refusal, a proof that failed.
    #[must_use]
    pub fn alarm(self) -> Style {
        if self.has_color() {
            bold(self.styles.alarm)
        } else {
            self.chosen()
        }
    }
}

/// A style with bold letters. Many terminals show the first eight colours brighter where they are
/// bold, and black is grey then: those stay as they are.
fn bold(style: Style) -> Style {
    match style.fg {
        Some(Color::Indexed(0..=7)) => style,
        _ => style.add_modifier(Modifier::BOLD),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::GLOW_STEPS;

    const DEPTHS: [ColorDepth; 3] = [ColorDepth::True, ColorDepth::Ansi256, ColorDepth::Ansi16];

    #[test]
    fn digits_can_be_read_on_every_tile_of_every_theme_at_every_depth() {
        for name in ThemeName::ALL {
            for depth in DEPTHS {
                let theme = Theme::new(name, depth);
                let tiles = (0..=20)
                    .map(|exponent| theme.tile(if exponent == 0 { 0 } else { 1 << exponent }));
                let glows = (0..GLOW_STEPS).flat_map(|step| [Glow::Flash(step), Glow::Fade(step)]);
                let glowing = glows.flat_map(|glow| {
                    (1..=20).map(move |exponent| theme.glowing(1 << exponent, glow))
                });
                let others = [
                    theme.board(),
                    theme.shaded(),
                    theme.badge(),
                    theme.chosen(),
                    theme.settled(),
                    theme.alarm(),
                ];
                for style in tiles.chain(glowing).chain(others) {
                    let ink = depth::shown(style.fg.unwrap()).unwrap();
                    let ground = depth::shown(style.bg.unwrap()).unwrap();
                    let contrast = ground.contrast(ink);
                    assert!(contrast >= 4.5, "{name:?} {depth:?} {style:?}: {contrast}");
                    let is_dark = matches!(style.fg, Some(Color::Indexed(0..=7)));
                    let is_bold = style.add_modifier.contains(Modifier::BOLD);
                    assert!(!(is_dark && is_bold), "{name:?} {depth:?} {style:?}");
                }
            }
        }
    }

    #[test]
    fn tiles_up_to_the_usual_target_are_told_apart_by_colour() {
        for name in ThemeName::ALL {
            for depth in [ColorDepth::True, ColorDepth::Ansi256] {
                let theme = Theme::new(name, depth);
                let grounds: HashSet<_> =
                    (0..=11).map(|exponent| ground(theme, exponent)).collect();
                assert_eq!(grounds.len(), 12, "{name:?} {depth:?}");
            }
            let few = Theme::new(name, ColorDepth::Ansi16);
            for exponent in 1..11 {
                let neighbours = [exponent, exponent + 1].map(|exponent| ground(few, exponent));
                let is_told = name == ThemeName::Mono || neighbours[0] != neighbours[1];
                assert!(is_told, "{name:?} 2^{exponent}");
            }
        }
    }

    /// The colour of the tile `2^exponent`; 0 is an empty cell.
    fn ground(theme: Theme, exponent: u32) -> Option<Color> {
        theme.tile(if exponent == 0 { 0 } else { 1 << exponent }).bg
    }

    #[test]
    fn a_merged_tile_is_seen_to_flash_in_every_theme_at_every_depth() {
        for name in ThemeName::ALL {
            for depth in DEPTHS {
                let theme = Theme::new(name, depth);
                for exponent in 1..=20 {
                    let flash = theme.glowing(1 << exponent, Glow::Flash(0));
                    let rest = ground(theme, exponent);
                    assert_ne!(flash.bg, rest, "{name:?} {depth:?} 2^{exponent}");
                }
            }
        }
    }

    #[test]
    fn without_colour_nothing_is_coloured() {
        for name in ThemeName::ALL {
            let theme = Theme::new(name, ColorDepth::None);
            for style in [
                theme.tile(0),
                theme.tile(64),
                theme.board(),
                theme.badge(),
                theme.chosen(),
                theme.alarm(),
            ] {
                assert_eq!((style.fg, style.bg), (None, None), "{name:?}");
            }
        }
    }

    #[test]
    fn a_source_s_colours_are_kept() {
        let classic = Theme::new(ThemeName::Classic, ColorDepth::True);
        assert_eq!(classic.tile(2048).bg, Some(Color::Rgb(237, 194, 46)));
        assert_eq!(classic.tile(4096).bg, Some(Color::Rgb(60, 58, 50)));
        assert_eq!(classic.tile(4096).fg, Some(Color::Rgb(255, 255, 255)));
        let cool = Theme::new(ThemeName::Cool, ColorDepth::True);
        assert_eq!(cool.tile(65536).bg, Some(Color::Rgb(0, 0, 255)));
    }
}
