//! One place of the picture, and the symbol that it shows from each frame on.

use std::fmt::Write as _;

use crate::film::reel::Reel;

/// The name of a symbol: a tile is a letter, a digit has its own.
pub(super) type Symbol = char;

/// The symbol of a place that shows nothing.
const NOTHING: Symbol = 'a';
/// The symbols of the digits.
pub(super) const DIGITS: [Symbol; 10] = ['Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'];

/// The symbol of a tile; 0 is an empty cell.
pub(super) fn cell_symbol(tile: u64) -> Symbol {
    let exponent = tile.checked_ilog2().unwrap_or(0);
    let letters = ('a'..='z').chain('A'..='P');
    let mut letters = letters.skip(usize::try_from(exponent).unwrap_or(usize::MAX));
    letters.next().unwrap_or('P')
}

/// The symbol of a digit of a number, the last at place 0, with at least so many digits.
pub(super) fn digit_symbol(number: u64, place: usize, least: usize) -> Symbol {
    let unit = 10_u64.saturating_pow(u32::try_from(place).unwrap_or(u32::MAX));
    let is_shown = place < least || number >= unit;
    digit(is_shown.then_some(number / unit % 10))
}

/// The symbol of a digit, or of none.
pub(super) fn digit(digit: Option<u64>) -> Symbol {
    let place = digit.and_then(|digit| usize::try_from(digit).ok());
    let symbol = place.and_then(|place| DIGITS.get(place).copied());
    symbol.unwrap_or(NOTHING)
}

/// One place of the picture, and the symbol that it shows from each frame on.
#[derive(Clone, Debug)]
pub(super) struct Track {
    at: (u64, u64),
    /// In the order of the frames, each another symbol than the one before.
    changes: Vec<(u64, Symbol)>,
}

impl Track {
    /// A place, across and down, that has shown nothing yet.
    pub(super) const fn new(at: (u64, u64)) -> Self {
        Self {
            at,
            changes: Vec::new(),
        }
    }

    /// Shows a symbol from a frame on; frames never go back. Of several in a frame the last is seen.
    pub(super) fn change(&mut self, frame: u64, symbol: Symbol) {
        self.changes.pop_if(|&mut (last, _)| last == frame);
        if self.changes.last().is_none_or(|&(_, last)| last != symbol) {
            self.changes.push((frame, symbol));
        }
    }

    /// Writes the place. What it shows in the end is what it shows where nothing moves.
    pub(super) fn write(&self, svg: &mut String, reel: Reel) {
        let Some(&(_, last)) = self.changes.last() else {
            return;
        };
        let is_still = self.changes.len() == 1;
        if is_still && last == NOTHING {
            return;
        }
        let (x, y) = self.at;
        // Writing to a String can't fail.
        let _ = write!(svg, "<use href=\"#{last}\" x=\"{x}\" y=\"{y}\"");
        if is_still {
            svg.push_str("/>\n");
            return;
        }
        let values: Vec<String> = self
            .changes
            .iter()
            .map(|(_, it)| format!("#{it}"))
            .collect();
        let times: Vec<String> = self
            .changes
            .iter()
            .map(|&(frame, _)| share(reel.share(frame)))
            .collect();
        let duration_ms = reel.duration_ms();
        let _ = writeln!(
            svg,
            "><animate attributeName=\"href\" calcMode=\"discrete\" repeatCount=\"indefinite\" \
             dur=\"{duration_ms}ms\" values=\"{}\" keyTimes=\"{}\"/></use>",
            values.join(";"),
            times.join(";"),
        );
    }
}

/// A share in hundred thousandths, as short as it can be written.
pub(super) fn share(hundred_thousandths: u64) -> String {
    if hundred_thousandths == 0 {
        return "0".to_owned();
    }
    let digits = format!("{hundred_thousandths:05}");
    format!(".{}", digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_and_digits_have_symbols_of_their_own() {
        assert_eq!(cell_symbol(0), 'a');
        assert_eq!(cell_symbol(2), 'b');
        assert_eq!(cell_symbol(131_072), 'r');
        assert_eq!(cell_symbol(1 << 63), 'P');
        let shown = |number| [2, 1, 0].map(|place| digit_symbol(number, place, 1));
        assert_eq!(shown(7), ['a', 'a', 'X']);
        assert_eq!(shown(0), ['a', 'a', 'Q']);
        assert_eq!(shown(120), ['R', 'S', 'Q']);
    }

    #[test]
    fn a_track_keeps_what_can_be_seen() {
        let mut track = Track::new((1, 2));
        for (frame, symbol) in [(0, 'a'), (0, 'b'), (3, 'b'), (4, 'c'), (4, 'b'), (5, 'c')] {
            track.change(frame, symbol);
        }
        assert_eq!(track.changes, [(0, 'b'), (5, 'c')]);
    }

    #[test]
    fn shares_are_short() {
        let shares = [0, 7, 1200, 50_000, 99_999].map(share);
        assert_eq!(shares, ["0", ".00007", ".012", ".5", ".99999"]);
    }
}
