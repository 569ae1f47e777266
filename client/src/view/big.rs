//! Letters made of blocks, for what has to be read across a room: a code, a countdown.

use unicode_width::UnicodeWidthChar;

/// Rows and columns of dots of a letter.
const DOTS: usize = 5;

/// A text in letters of five by five dots, a line of characters for each row or two of dots.
///
/// Characters without a letter here (other than those of codes) are left out.
pub(super) fn letters(text: &str, half_blocks: bool) -> Vec<String> {
    let rows: Vec<String> = (0..DOTS).map(|row| dots(text, row)).collect();
    if !half_blocks {
        return rows.iter().map(|row| row.replace('#', "█")).collect();
    }
    let blank = " ".repeat(rows[0].len());
    rows.chunks(2)
        .map(|pair| join(&pair[0], pair.get(1).unwrap_or(&blank)))
        .collect()
}

/// A row of dots of all letters, `#` for a dot.
fn dots(text: &str, row: usize) -> String {
    let letters = text.chars().filter_map(letter_dots);
    let rows: Vec<&str> = letters.map(|letter| letter[row]).collect();
    rows.join(" ")
}

/// Two rows of dots in one row of characters.
fn join(upper: &str, lower: &str) -> String {
    let pairs = upper.chars().zip(lower.chars());
    pairs
        .map(|pair| match pair {
            ('#', '#') => '█',
            ('#', _) => '▀',
            (_, '#') => '▄',
            _ => ' ',
        })
        .inspect(|block| debug_assert_eq!(block.width(), Some(1)))
        .collect()
}

/// The dots of the characters that codes are made of.
fn letter_dots(letter: char) -> Option<[&'static str; DOTS]> {
    Some(match letter {
        '0' => [" ### ", "#   #", "#   #", "#   #", " ### "],
        '1' => ["  #  ", " ##  ", "  #  ", "  #  ", " ### "],
        '2' => ["#### ", "    #", " ### ", "#    ", "#####"],
        '3' => ["#### ", "    #", " ### ", "    #", "#### "],
        '4' => ["#  # ", "#  # ", "#####", "   # ", "   # "],
        '5' => ["#####", "#    ", "#### ", "    #", "#### "],
        '6' => [" ### ", "#    ", "#### ", "#   #", " ### "],
        '7' => ["#####", "    #", "   # ", "  #  ", "  #  "],
        '8' => [" ### ", "#   #", " ### ", "#   #", " ### "],
        '9' => [" ### ", "#   #", " ####", "    #", " ### "],
        'A' => [" ### ", "#   #", "#####", "#   #", "#   #"],
        'B' => ["#### ", "#   #", "#### ", "#   #", "#### "],
        'C' => [" ####", "#    ", "#    ", "#    ", " ####"],
        'D' => ["#### ", "#   #", "#   #", "#   #", "#### "],
        'E' => ["#####", "#    ", "#### ", "#    ", "#####"],
        'F' => ["#####", "#    ", "#### ", "#    ", "#    "],
        'G' => [" ####", "#    ", "#  ##", "#   #", " ####"],
        'H' => ["#   #", "#   #", "#####", "#   #", "#   #"],
        'J' => ["  ###", "   # ", "   # ", "#  # ", " ##  "],
        'K' => ["#   #", "#  # ", "###  ", "#  # ", "#   #"],
        'M' => ["#   #", "## ##", "# # #", "#   #", "#   #"],
        'N' => ["#   #", "##  #", "# # #", "#  ##", "#   #"],
        'P' => ["#### ", "#   #", "#### ", "#    ", "#    "],
        'Q' => [" ### ", "#   #", "# # #", "#  # ", " ## #"],
        'R' => ["#### ", "#   #", "#### ", "#  # ", "#   #"],
        'S' => [" ####", "#    ", " ### ", "    #", "#### "],
        'T' => ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
        'V' => ["#   #", "#   #", "#   #", " # # ", "  #  "],
        'W' => ["#   #", "#   #", "# # #", "## ##", "#   #"],
        'X' => ["#   #", " # # ", "  #  ", " # # ", "#   #"],
        'Y' => ["#   #", " # # ", "  #  ", "  #  ", "  #  "],
        'Z' => ["#####", "   # ", "  #  ", " #   ", "#####"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use versus2048_protocol::wire::Code;

    use super::*;

    #[test]
    fn every_character_of_a_code_has_a_letter_of_its_own() {
        let codes =
            (0..32_u32).map(|value| Code::from_bits(value).as_str().chars().next().unwrap());
        let letters: HashSet<_> = codes.map(|letter| letter_dots(letter).unwrap()).collect();
        assert_eq!(letters.len(), 32);
        for letter in letters {
            assert!(letter.iter().all(|row| row.len() == DOTS), "{letter:?}");
        }
    }

    #[test]
    fn letters_stand_in_a_row() {
        let half = [" ▄█   ▀▀▀▀█", "  █     ▄▀ ", " ▀▀▀    ▀  "];
        assert_eq!(letters("1-7", true), half);
        let full = ["#####", "    #", "   # ", "  #  ", "  #  "];
        assert_eq!(letters("7", false), full.map(|row| row.replace('#', "█")));
    }
}
