//! Every text that is shown, one place a language.

/// Makes a text from outside safe to show on one line of a terminal.
#[must_use]
pub fn clean(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .collect()
}
