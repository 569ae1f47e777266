//! How many colours the terminal has, and the nearest one to a wanted colour.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use ratatui::style::Color;

use crate::model::ColorDepth;
use crate::theme::rgb::{Oklab, Rgb};

/// What a `TERM` with 256 colours has in it: the number, or the name of a terminal that has never had
/// fewer. Through ssh nothing else comes along.
const WITH_256: [&str; 7] = [
    "256color",
    "alacritty",
    "contour",
    "foot",
    "ghostty",
    "kitty",
    "wezterm",
];

/// Reads the depth from the environment, given as a function from a name to its value.
///
/// A non-empty `NO_COLOR` turns colour off (no-color.org); 24 bits are used only where `COLORTERM`
/// promises them.
#[must_use]
pub fn detect(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
    let variable = |name| variable(name).filter(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    // xterm says that it has 256 colours only where it is told to.
    let is_xterm = term == "xterm" && variable("XTERM_VERSION").is_some();
    let has_many = |name: &&str| term.contains(name);
    if variable("NO_COLOR").is_some() || is_colorless(&term) {
        return ColorDepth::None;
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => ColorDepth::True,
        _ if is_xterm || WITH_256.iter().any(has_many) => ColorDepth::Ansi256,
        _ => ColorDepth::Ansi16,
    }
}

/// A colour that the terminal has, and what it looks like there.
pub(super) type Shown = (Color, Rgb);

/// The nearest colour that the terminal has.
pub(super) fn nearest(depth: ColorDepth, wanted: Rgb) -> Option<Shown> {
    nearest_but(depth, wanted, &[])
}

/// The nearest colour that the terminal has and that is not taken yet.
pub(super) fn nearest_but(depth: ColorDepth, wanted: Rgb, taken: &[Color]) -> Option<Shown> {
    match depth {
        ColorDepth::True => Some((Color::Rgb(wanted.0, wanted.1, wanted.2), wanted)),
        ColorDepth::Ansi256 => nearest_of(16..=255, wanted, taken),
        ColorDepth::Ansi16 => nearest_of(0..=15, wanted, taken),
        ColorDepth::None => None,
    }
}

/// One of the sixteen colours.
pub(super) fn ansi(index: u8) -> Shown {
    (Color::Indexed(index), indexed(index))
}

/// Black or white, whichever reads better on this ground.
pub(super) fn extreme(depth: ColorDepth, ground: Rgb) -> Shown {
    let ink = ground.extreme();
    nearest(depth, ink).unwrap_or((Color::Reset, ink))
}

/// What a colour made by [`nearest`] looks like.
#[cfg(test)]
pub(super) fn shown(color: Color) -> Option<Rgb> {
    match color {
        Color::Rgb(red, green, blue) => Some(Rgb(red, green, blue)),
        Color::Indexed(index) => Some(indexed(index)),
        _ => None,
    }
}

fn is_colorless(term: &str) -> bool {
    term.is_empty()
        || term == "dumb"
        || term.starts_with("vt1")
        || term.ends_with("-m")
        || term.ends_with("-mono")
}

fn nearest_of(indices: RangeInclusive<u8>, wanted: Rgb, taken: &[Color]) -> Option<Shown> {
    static SEEN: LazyLock<[Oklab; 256]> =
        LazyLock::new(|| std::array::from_fn(|index| indexed(narrow(index)).oklab()));
    let wanted = wanted.oklab();
    let distance = |index: u8| SEEN[usize::from(index)].distance(wanted);
    let nearest = indices
        .filter(|&index| !taken.contains(&Color::Indexed(index)))
        .min_by(|&one, &two| distance(one).total_cmp(&distance(two)))?;
    Some((Color::Indexed(nearest), indexed(nearest)))
}

/// An index of the 256.
fn narrow(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}

/// The sixteen colours as xterm shows them; terminals differ here, and people change them.
const ANSI: [Rgb; 16] = [
    Rgb(0, 0, 0),
    Rgb(205, 0, 0),
    Rgb(0, 205, 0),
    Rgb(205, 205, 0),
    Rgb(0, 0, 238),
    Rgb(205, 0, 205),
    Rgb(0, 205, 205),
    Rgb(229, 229, 229),
    Rgb(127, 127, 127),
    Rgb(255, 0, 0),
    Rgb(0, 255, 0),
    Rgb(255, 255, 0),
    Rgb(92, 92, 255),
    Rgb(255, 0, 255),
    Rgb(0, 255, 255),
    Rgb(255, 255, 255),
];

/// What an index of the 256 looks like: sixteen of ANSI, a cube of 6×6×6, 24 greys.
fn indexed(index: u8) -> Rgb {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..=15 => ANSI[usize::from(index)],
        16..=231 => {
            let place = index - 16;
            Rgb(level(place / 36), level(place / 6 % 6), level(place % 6))
        }
        232..=255 => {
            let grey = 8 + 10 * (index - 232);
            Rgb(grey, grey, grey)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: ColorDepth) {
        let depth = detect(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(depth, expected, "{variables:?}");
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let xterm = ("TERM", "xterm-256color");
        check(&[xterm, ("COLORTERM", "truecolor")], ColorDepth::True);
        check(&[xterm, ("COLORTERM", "24bit")], ColorDepth::True);
        check(&[xterm, ("COLORTERM", "yes")], ColorDepth::Ansi256);
        check(&[xterm], ColorDepth::Ansi256);
        check(&[("TERM", "xterm")], ColorDepth::Ansi16);
        let version = ("XTERM_VERSION", "XTerm(379)");
        check(&[("TERM", "xterm"), version], ColorDepth::Ansi256);
        check(&[("TERM", "screen"), version], ColorDepth::Ansi16);
        check(&[("TERM", "linux")], ColorDepth::Ansi16);
        check(&[("TERM", "tmux-256color")], ColorDepth::Ansi256);
        check(&[("TERM", "xterm-kitty")], ColorDepth::Ansi256);
        check(&[("TERM", "foot-extra")], ColorDepth::Ansi256);
        check(&[("TERM", "vt100")], ColorDepth::None);
        check(
            &[("TERM", "dumb"), ("COLORTERM", "truecolor")],
            ColorDepth::None,
        );
        check(&[], ColorDepth::None);
    }

    #[test]
    fn no_color_wins_unless_it_is_empty() {
        let full = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        let [term, colorterm] = full;
        check(&[term, colorterm, ("NO_COLOR", "1")], ColorDepth::None);
        check(&[term, colorterm, ("NO_COLOR", "")], ColorDepth::True);
    }

    #[test]
    fn the_cube_and_the_greys_are_those_of_xterm() {
        assert_eq!(indexed(16), Rgb(0, 0, 0));
        assert_eq!(indexed(231), Rgb(255, 255, 255));
        assert_eq!(indexed(208), Rgb(255, 135, 0));
        assert_eq!(indexed(255), Rgb(238, 238, 238));
    }
}
