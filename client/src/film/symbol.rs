//! What a place of the picture can show.

use std::fmt;

/// The letters of tiles, from an empty cell on; digits have the last capitals.
const TILES: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP";
const DIGITS: &[u8; 10] = b"QRSTUVWXYZ";

/// What a place of the picture can show, by a name within the film as short as it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A tile at some size; 0 is an empty cell, and nothing.
    Tile(u64, Size),
    /// One digit.
    Digit(u8),
}

/// How large a tile is shown: a new one grows, a merged one swells for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Normal,
    Smallest,
    Small,
    Large,
    Largest,
}

impl Symbol {
    /// Nothing.
    pub(super) const NOTHING: Self = Self::Tile(0, Size::Normal);

    /// A tile at rest.
    pub(super) const fn tile(tile: u64) -> Self {
        Self::Tile(tile, Size::Normal)
    }

    /// A digit of a number, the last at place 0; nothing before the first of at least so many.
    pub(super) fn digit_of(number: u64, place: usize, least: usize) -> Self {
        let unit = u32::try_from(place).ok();
        let unit = unit.and_then(|place| 10_u64.checked_pow(place));
        let higher = unit.map_or(0, |unit| number / unit);
        match u8::try_from(higher % 10) {
            Ok(digit) if place < least || higher > 0 => Self::Digit(digit),
            _ => Self::NOTHING,
        }
    }
}

impl Size {
    /// All but the normal one.
    pub(super) const OTHERS: [Self; 4] = [Self::Smallest, Self::Small, Self::Large, Self::Largest];
    /// How a new tile appears.
    pub(super) const NEW: [Self; 2] = [Self::Smallest, Self::Small];
    /// How a merged tile stands out.
    pub(super) const MERGED: [Self; 3] = [Self::Large, Self::Largest, Self::Large];

    /// The size in hundredths of the normal one.
    pub(super) const fn percent(self) -> u64 {
        match self {
            Self::Smallest => 40,
            Self::Small => 75,
            Self::Normal => 100,
            Self::Large => 107,
            Self::Largest => 114,
        }
    }

    /// How much can be seen of what lies below, in hundredths.
    pub(super) const fn opacity_percent(self) -> u64 {
        match self {
            Self::Smallest => 40,
            Self::Small => 75,
            Self::Normal | Self::Large | Self::Largest => 100,
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Normal => "",
            Self::Smallest => "1",
            Self::Small => "2",
            Self::Large => "3",
            Self::Largest => "4",
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letters, place, suffix) = match *self {
            Self::Tile(tile, size) => {
                let exponent = tile.checked_ilog2().unwrap_or(0);
                (TILES, usize::try_from(exponent), size.suffix())
            }
            Self::Digit(digit) => (DIGITS.as_slice(), Ok(digit.into()), ""),
        };
        // There are no tiles above the last letter's: a board of 64 cells would have to be larger.
        let letter = place.ok().and_then(|place| letters.get(place));
        write!(
            formatter,
            "{}{suffix}",
            char::from(*letter.unwrap_or(&b'P'))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_and_digits_have_names_of_their_own() {
        let names = [0, 2, 131_072, 1 << 63].map(|tile| Symbol::tile(tile).to_string());
        assert_eq!(names, ["a", "b", "r", "P"]);
        let large = Symbol::Tile(4, Size::Large).to_string();
        assert!(large.len() == 2 && large.starts_with('c'));
        let mut all: Vec<String> = (0..18)
            .map(|exponent| Symbol::tile(1 << exponent))
            .chain((0..10).map(Symbol::Digit))
            .chain(Size::OTHERS.map(|size| Symbol::Tile(2, size)))
            .map(|symbol| symbol.to_string())
            .collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn a_number_has_no_digits_before_the_first_but_as_many_as_asked_for() {
        let shown = |number, least| [2, 1, 0].map(|place| Symbol::digit_of(number, place, least));
        let [nothing, digit] = [Symbol::NOTHING, Symbol::Digit(0)];
        assert_eq!(shown(7, 1), [nothing, nothing, Symbol::Digit(7)]);
        assert_eq!(shown(0, 1), [nothing, nothing, digit]);
        assert_eq!(shown(0, 2), [nothing, digit, digit]);
        assert_eq!(shown(120, 1), [1, 2, 0].map(Symbol::Digit));
    }
}
