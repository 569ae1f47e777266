//! Text from outside, made safe for one line of a terminal.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;
use versus2048_protocol::name::{is_invisible, is_joining};

/// The most terminal columns of a text from outside.
const MAX_COLUMNS: usize = 300;
/// The most terminal columns of a message for the shell; two long paths have room in it.
const MAX_MESSAGE_COLUMNS: usize = 1000;
/// The most combining marks on one character.
const MAX_MARKS: usize = 2;

/// Makes a text from outside safe to show on one line of a terminal.
///
/// Escape sequences, controls of direction, characters that show nothing and piles of marks are
/// taken out; blanks of any kind become spaces; what is too long is cut.
#[must_use]
pub fn clean(text: &str) -> String {
    fit(&on_one_line(text), MAX_COLUMNS)
}

/// Makes a message for the shell safe: errors repeat pieces of what could not be understood, and
/// that comes from a server or a file.
#[must_use]
pub fn clean_message(text: &str) -> String {
    fit(&on_one_line(text), MAX_MESSAGE_COLUMNS)
}

/// The text cut to a number of terminal columns, with an ellipsis where something is missing.
#[must_use]
pub fn fit(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut width = 1;
    for grapheme in text.graphemes(true) {
        width += grapheme.width();
        if width > columns {
            break;
        }
        cut.push_str(grapheme);
    }
    if columns > 0 {
        cut.push('…');
    }
    cut
}

/// The text without anything that a terminal does not simply show in one line.
fn on_one_line(text: &str) -> String {
    let mut shown = String::new();
    let mut marks = None;
    for character in text.chars() {
        match kind(character) {
            Kind::Visible => {
                shown.push(character);
                marks = Some(0);
            }
            Kind::Blank => {
                shown.push(' ');
                marks = None;
            }
            Kind::Mark => {
                if let Some(count) = marks.filter(|&count| count < MAX_MARKS) {
                    shown.push(character);
                    marks = Some(count + 1);
                }
            }
            Kind::Hidden => {}
        }
    }
    shown.trim().to_owned()
}

/// What a character is on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Visible,
    Blank,
    /// Stands on the character before it.
    Mark,
    /// Shows nothing, or changes what others show.
    Hidden,
}

fn kind(character: char) -> Kind {
    if is_blank_control(character) {
        return Kind::Blank;
    }
    if is_invisible(character) || merges_with_neighbours(character) {
        return Kind::Hidden;
    }
    if is_joining(character) {
        return Kind::Mark;
    }
    match character.general_category() {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::Surrogate
        | GeneralCategory::PrivateUse
        | GeneralCategory::Unassigned => Kind::Hidden,
        GeneralCategory::SpaceSeparator
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => Kind::Blank,
        GeneralCategory::NonspacingMark
        | GeneralCategory::SpacingMark
        | GeneralCategory::EnclosingMark => Kind::Mark,
        _ => Kind::Visible,
    }
}

/// Controls between words that a message may rightly contain.
fn is_blank_control(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r')
}

/// Symbols that merge with their neighbours on some terminals only, so that no width can be told.
fn merges_with_neighbours(character: char) -> bool {
    matches!(character, '\u{1F1E6}'..='\u{1F1FF}' | '\u{1F3FB}'..='\u{1F3FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(clean(text), expected, "{text:?}");
    }

    #[test]
    fn plain_text_of_any_script_stays() {
        for text in [
            "Ana",
            "Zoë O'Neil-Ruiz",
            "王小明",
            "Łukasz_9",
            "नमस्ते",
            "안녕",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        check("\x1b[2Jx", "[2Jx");
        check("\x1b]0;title\x07x", "]0;titlex");
        check("a\u{9b}31mb", "a31mb");
        check("a\x08b\0c\x7f", "abc");
    }

    #[test]
    fn nothing_that_turns_or_hides_text_is_left() {
        check("a\u{202E}b\u{2066}c\u{200F}", "abc");
        check("a\u{200B}b\u{200D}c\u{FEFF}d\u{2060}", "abcd");
        check("a\u{E0041}b\u{FE0F}c\u{3164}", "abc");
        check("\u{1F1E9}\u{1F1EA}x", "x");
    }

    #[test]
    fn marks_stand_on_something_and_are_few() {
        check("\u{301}\u{302}a", "a");
        check("a\u{301}\u{302}\u{303}\u{304}b", "a\u{301}\u{302}b");
        check("a \u{301}b", "a b");
        check(
            &format!("가{}b", "\u{1161}".repeat(50)),
            "가\u{1161}\u{1161}b",
        );
    }

    #[test]
    fn blanks_of_any_kind_are_spaces_on_one_line() {
        check(
            " one\ntwo\tthree\u{2028}four\u{3000}five\u{A0}",
            "one two three four five",
        );
    }

    #[test]
    fn what_is_too_long_is_cut_by_columns() {
        let endless = "x".repeat(5000);
        assert_eq!(clean(&endless).width(), MAX_COLUMNS);
        assert_eq!(clean_message(&endless).width(), MAX_MESSAGE_COLUMNS);
        assert_eq!(fit("王小明", 6), "王小明");
        assert_eq!(fit("王小明", 5), "王小…");
        assert_eq!(fit("王小明", 4), "王…");
        assert_eq!(fit("abc", 1), "…");
        assert_eq!(fit("abc", 0), "");
    }
}
