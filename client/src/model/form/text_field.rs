//! A text that is typed into a field, with its cursor.

use unicode_segmentation::UnicodeSegmentation as _;

/// A text that is typed into a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextField {
    text: String,
    /// The byte before which the next character goes; characters that are drawn as one stay together.
    cursor: usize,
    /// The most characters that it takes.
    max_chars: usize,
    /// Whether it is still what the field was given: typing replaces it then.
    is_given: bool,
}

impl TextField {
    /// A field that was given a text.
    #[must_use]
    pub fn new(text: &str, max_chars: usize) -> Self {
        Self {
            text: text.to_owned(),
            cursor: text.len(),
            max_chars,
            is_given: true,
        }
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor, and what behind it.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Gives the field another text.
    pub fn give(&mut self, text: &str) {
        *self = Self::new(text, self.max_chars);
    }

    /// Types a character; the first one takes the place of what the field was given.
    pub fn insert(&mut self, character: char) {
        if self.is_given {
            self.clear();
        }
        if self.text.chars().count() < self.max_chars {
            self.text.insert(self.cursor, character);
            self.cursor += character.len_utf8();
        }
    }

    /// Deletes what stands before the cursor, a character at a time.
    pub fn backspace(&mut self) {
        self.is_given = false;
        let (before, _) = self.parts();
        if let Some(character) = before.chars().next_back() {
            self.cursor -= character.len_utf8();
            self.text.remove(self.cursor);
        }
    }

    /// Deletes what stands behind the cursor, else all of what the field was given.
    pub fn delete(&mut self) {
        if self.is_given {
            return self.clear();
        }
        let (_, behind) = self.parts();
        if let Some(next) = behind.graphemes(true).next() {
            let end = self.cursor + next.len();
            self.text.replace_range(self.cursor..end, "");
        }
    }

    /// Deletes everything.
    pub fn clear(&mut self) {
        self.is_given = false;
        self.text.clear();
        self.cursor = 0;
    }

    /// Moves the cursor to the left.
    pub fn left(&mut self) {
        self.is_given = false;
        let (before, _) = self.parts();
        let step = before.graphemes(true).next_back().map_or(0, str::len);
        self.cursor -= step;
    }

    /// Moves the cursor to the right.
    pub fn right(&mut self) {
        self.is_given = false;
        let (_, behind) = self.parts();
        let step = behind.graphemes(true).next().map_or(0, str::len);
        self.cursor += step;
    }

    /// Moves the cursor to the start.
    pub const fn home(&mut self) {
        self.is_given = false;
        self.cursor = 0;
    }

    /// Moves the cursor to the end.
    pub const fn end(&mut self) {
        self.is_given = false;
        self.cursor = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field after keys: `<` and `>` move, `^` and `$` jump, `-` is Backspace, `.` is Delete.
    #[track_caller]
    fn check(given: &str, keys: &str, expected: &str) {
        let mut field = TextField::new(given, 8);
        for key in keys.chars() {
            match key {
                '<' => field.left(),
                '>' => field.right(),
                '^' => field.home(),
                '$' => field.end(),
                '-' => field.backspace(),
                '.' => field.delete(),
                character => field.insert(character),
            }
        }
        let (before, behind) = field.parts();
        assert_eq!(format!("{before}|{behind}"), expected, "{keys}");
    }

    #[test]
    fn characters_go_where_the_cursor_is() {
        check("Ana", "", "Ana|");
        check("Ana", "Bo", "Bo|");
        check("Ana", "<x", "Anx|a");
        check("Ana", "^x", "x|Ana");
        check("Ana", "^$x", "Anax|");
        check("Ana", "^>x", "Ax|na");
        check("Ana", "<<<<x>>>>>y", "xAnay|");
        check("", "123456789", "12345678|");
        check("", "12345678^9", "|12345678");
    }

    #[test]
    fn deleting_goes_both_ways() {
        check("Ana", "-", "An|");
        check("Ana", ".", "|");
        check("Ana", "^.", "|na");
        check("Ana", "<-", "A|a");
        check("Ana", "<..", "An|");
        check("", "-.", "|");
    }

    #[test]
    fn what_is_drawn_as_one_is_never_parted() {
        check("王e\u{301}", "<x", "王x|e\u{301}");
        check("王e\u{301}", "<.", "王|");
        check("王e\u{301}", "^>-", "|e\u{301}");
        check("王e\u{301}", "-", "王e|");
    }
}
