//! Breaking sentences into lines, in scripts with and without spaces.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Marks that never begin a line.
const CLOSING: &str = "，。；：、！？）”……,.;:!?)";

/// A sentence in lines of at most so many columns, as far as its words allow.
pub(crate) fn wrap(sentence: &str, columns: u16) -> Vec<String> {
    let columns = usize::from(columns.max(1));
    let mut lines = vec![String::new()];
    for word in words(sentence) {
        let line = lines.last().map_or("", String::as_str);
        let fits = line.width() + word.trim_end().width() <= columns;
        if !fits && !line.is_empty() {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() {
                word.trim_start()
            } else {
                &word
            });
        }
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// A text in lines of at most so many columns, broken anywhere where its words are too long: nothing
/// of it may be missing.
pub(crate) fn wrap_whole(text: &str, columns: u16) -> Vec<String> {
    let mut lines = Vec::new();
    for line in wrap(text, columns) {
        let mut piece = String::new();
        for grapheme in line.graphemes(true) {
            if !piece.is_empty() && piece.width() + grapheme.width() > columns.into() {
                lines.push(std::mem::take(&mut piece));
            }
            piece.push_str(grapheme);
        }
        lines.push(piece);
    }
    lines
}

/// A command in lines of at most so many columns, broken between its words where these fit; what stands
/// behind its last slash, a code, stays whole.
pub(crate) fn wrap_command(command: &str, columns: u16) -> Vec<String> {
    let lines = wrap(command, columns);
    if lines.iter().all(|line| line.width() <= columns.into()) {
        return lines;
    }
    let (front, code) = command.split_at(command.rfind('/').unwrap_or(command.len()));
    let mut lines = wrap_whole(front, columns);
    match lines.last_mut() {
        Some(line) if line.width() + code.width() <= columns.into() => line.push_str(code),
        _ => lines.push(code.to_owned()),
    }
    lines
}

/// Parts with dots in between in lines of at most so many columns, as far as the parts allow: no dot
/// stands at an end.
pub(crate) fn wrap_parts(text: &str, columns: u16) -> Vec<String> {
    const DOT: &str = " · ";
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(DOT) {
        match lines.last_mut() {
            Some(line) if line.width() + DOT.width() + part.width() <= columns.into() => {
                line.push_str(DOT);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

/// The pieces between which a line may be broken, closing marks with what they close.
fn words(sentence: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in sentence.split_word_bounds() {
        let is_closing = piece.chars().all(|mark| CLOSING.contains(mark));
        match words.last_mut() {
            Some(word) if is_closing || !may_break(word, piece) => word.push_str(piece),
            _ => words.push(piece.to_owned()),
        }
    }
    words
}

/// A line is broken at spaces and beside wide characters.
fn may_break(word: &str, piece: &str) -> bool {
    let is_wide = |grapheme: Option<&str>| grapheme.is_some_and(|grapheme| grapheme.width() > 1);
    piece.starts_with(' ')
        || word.ends_with(' ')
        || is_wide(piece.graphemes(true).next())
        || is_wide(word.graphemes(true).next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, columns: u16, expected: &[&str]) {
        assert_eq!(wrap(sentence, columns), expected);
    }

    #[test]
    fn words_stay_whole() {
        check("one two-three, four", 9, &["one", "two-three,", "four"]);
        check("one two three", 7, &["one two", "three"]);
        check("one", 80, &["one"]);
        check("", 80, &[""]);
    }

    #[test]
    fn chinese_is_broken_anywhere_but_before_marks() {
        check(
            "谁的棋盘先达到目标，谁获胜。",
            12,
            &["谁的棋盘先达", "到目标，谁获", "胜。"],
        );
        check("目标，谁", 4, &["目", "标，", "谁"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_left_whole() {
        check("incomprehensible", 4, &["incomprehensible"]);
    }

    #[test]
    fn a_command_is_broken_where_it_has_to_be() {
        let command = "versus2048 join [fd00::20]:2049/K7QX4M";
        let lines = wrap_command(command, 15);
        assert_eq!(lines, ["versus2048 join", "[fd00::20]:2049", "/K7QX4M"]);
        assert_eq!(wrap_command(command, 80), [command]);
        let lines = wrap_command(command, 36);
        assert_eq!(lines, ["versus2048 join", "[fd00::20]:2049/K7QX4M"]);
        let long = "versus2048 join [2001:db8:85a3::8a2e:370:7334]/K7QX4M";
        for columns in 7..80 {
            let lines = wrap_command(long, columns);
            assert!(lines.last().unwrap().ends_with("/K7QX4M"), "{lines:?}");
        }
    }

    #[test]
    fn no_dot_stands_at_the_end_of_a_line() {
        assert_eq!(wrap_parts("one · two · three", 9), ["one · two", "three"]);
        assert_eq!(wrap_parts("one · two · three", 80), ["one · two · three"]);
    }
}
