//! Letters as keys: which of them move, and which Latin letter a key of another alphabet stands for.

use versus2048_protocol::rules::Direction;

use crate::model::KeyLayout;

/// The letters for up, left, down and right.
#[must_use]
pub const fn letters(layout: KeyLayout) -> [char; 4] {
    match layout {
        KeyLayout::Wasd => ['w', 'a', 's', 'd'],
        KeyLayout::Zqsd => ['z', 'q', 's', 'd'],
        KeyLayout::Vim => ['k', 'h', 'j', 'l'],
    }
}

/// The letters for up, left, down and right, as they are printed on the keys.
#[must_use]
pub fn printed(layout: KeyLayout) -> [String; 4] {
    letters(layout).map(|letter| letter.to_ascii_uppercase().to_string())
}

/// Where a small Latin letter slides the tiles to.
#[must_use]
pub fn direction(layout: KeyLayout, letter: char) -> Option<Direction> {
    const ORDER: [Direction; 4] = [
        Direction::Up,
        Direction::Left,
        Direction::Down,
        Direction::Right,
    ];
    let place = letters(layout).iter().position(|&other| other == letter)?;
    Some(ORDER[place])
}

/// The keys of ЙЦУКЕН and, below each, that of QWERTY in the same place.
const CYRILLIC: [(&str, &str); 3] = [
    ("йцукенгшщз", "qwertyuiop"),
    ("фывапролд", "asdfghjkl"),
    ("ячсмить", "zxcvbnm"),
];

/// How far full-width forms lie above ASCII.
const FULL_WIDTH_OFFSET: u32 = 0xFEE0;

/// The small Latin letter that a key stands for as a command; other characters are themselves.
#[must_use]
pub fn latin(character: char) -> char {
    let half = half_width(character);
    let small = half.to_lowercase().next().unwrap_or(half);
    CYRILLIC
        .iter()
        .flat_map(|(cyrillic, latin)| cyrillic.chars().zip(latin.chars()))
        .find_map(|(cyrillic, latin)| (cyrillic == small).then_some(latin))
        .unwrap_or(small)
}

/// A character of ASCII for its full-width form: an input method for Chinese may send full-width
/// letters, digits and marks.
#[must_use]
pub fn half_width(character: char) -> char {
    match character {
        '！'..='～' => char::from_u32(u32::from(character) - FULL_WIDTH_OFFSET),
        '　' => Some(' '),
        _ => None,
    }
    .unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_keys_has_a_latin_key_for_each_cyrillic_one() {
        for (cyrillic, latin) in CYRILLIC {
            assert_eq!(cyrillic.chars().count(), latin.chars().count());
        }
    }

    #[test]
    fn letters_become_small_and_latin() {
        let keys = "WasdЦфЫвＷ？йR1?";
        let read: String = keys.chars().map(latin).collect();
        assert_eq!(read, "wasdwasdw?qr1?");
    }
}
