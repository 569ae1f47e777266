//! Everything that is said to a person: four traits, one place a language.
//!
//! A text that a language lacks does not compile. Texts from outside go through [`clean`] before
//! they are shown or printed.

/// An enum that lists what it has, so that none of it lacks a test.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)+ }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$variant),+];
        }
    };
}

mod clean;
mod en;
#[cfg(test)]
mod fits;
mod hint;
mod manual;
pub mod people;
mod plain_talk;
mod shell_talk;
mod table_talk;
#[cfg(test)]
mod tests;
mod word;
pub(crate) mod wrap;
mod zh;

use unicode_width::UnicodeWidthChar as _;
use versus2048_protocol::wire::ErrorCode;

use crate::held_seat::SeatPlace;
use crate::model::{Choice, FieldName, FormKind, FormProblem, Keeping, Lang, MenuItem, Notice};

pub use clean::{clean, clean_message, fit};
pub use hint::Hint;
pub use manual::{Headings, Manual, ToldArgument};
pub use plain_talk::{PlainTalk, Standing};
pub use shell_talk::{ShellTalk, Trouble};
pub(crate) use table_talk::NOTEWORTHY_TILE;
pub use table_talk::{Asked, Ended, Loser, TableTalk, Winner};
pub use word::Word;

/// What is said in a language, beside what is said at a table, in the shell and without a screen.
pub trait Language: TableTalk + ShellTalk + PlainTalk {
    /// A phrase that is always the same.
    fn word(&self, word: Word) -> &'static str;
    /// What a key does, in a word or two.
    fn hint(&self, hint: Hint) -> &'static str;
    /// An entry of the menu.
    fn menu_item(&self, item: MenuItem) -> &'static str;
    /// What an entry of the menu is for, in a line.
    fn menu_note(&self, item: MenuItem) -> &'static str;
    /// Where the way back to a seat leads.
    fn way_back(&self, at: &SeatPlace) -> String;
    /// The label of a field.
    fn field(&self, name: FieldName) -> &'static str;
    /// What a field means, in a line.
    fn field_note(&self, kind: FormKind, name: FieldName) -> &'static str;
    /// Something that can be chosen.
    fn choice(&self, choice: Choice) -> String;
    /// A replay was written to a file.
    fn recorded(&self, path: &str) -> String;
    /// There is no directory for what outlasts the program.
    fn nothing_is_kept(&self, error: &str) -> String;
    /// What is wrong with what was filled in.
    fn problem(&self, problem: FormProblem) -> String;
    /// Something to be read: a headline, then what there is to add.
    fn notice(&self, notice: &Notice) -> Vec<String>;
    /// The port of a server in this process was taken, so it has another.
    fn port_taken(&self, port: u16) -> String;
    /// What has become of keeping a replay: all of it, and what is said where that has no room.
    fn keeping(&self, keeping: &Keeping) -> [String; 2];
    /// What a server refused.
    fn error(&self, code: ErrorCode) -> &'static str;
    /// What differs from ordinary 2048 where two play, a paragraph each.
    fn rules(&self) -> &'static [&'static str];
    /// What differs beside that where both play over a network.
    fn network_rule(&self) -> &'static str;
    /// The window is too small: columns and rows that are needed, then those that there are.
    fn too_small(&self, needed: (u16, u16), present: (u16, u16)) -> [String; 3];
}

/// What a server refused: our own sentence, and the server's where that says more.
fn refused(say: &dyn Language, code: ErrorCode, message: &str) -> Vec<String> {
    let says_more = matches!(
        code,
        ErrorCode::BadJson
            | ErrorCode::BadMessage
            | ErrorCode::HelloRequired
            | ErrorCode::OptionsInvalid
            | ErrorCode::Internal
    );
    let message = says_more.then(|| clean(message));
    [say.error(code).to_owned()]
        .into_iter()
        .chain(message)
        .collect()
}

/// What checks the replay at a URL; a command is the same in every language.
#[must_use]
pub fn verify_command(url: &str) -> String {
    format!("versus2048 verify {}", clean(url))
}

/// The texts of a language.
#[must_use]
pub fn of(lang: Lang) -> &'static dyn Language {
    match lang {
        Lang::En => &en::English,
        Lang::Zh => &zh::Chinese,
    }
}

/// What is wrong with a command line.
#[must_use]
pub fn usage_error(lang: Lang, error: clap::Error) -> String {
    match lang {
        Lang::En => error.to_string(),
        Lang::Zh => error.apply::<zh::Chinese>().to_string(),
    }
}

/// Ends the program with the help that a command line asks for, or with what is wrong with it.
pub fn exit_with_usage(lang: Lang, error: clap::Error) -> ! {
    match lang {
        Lang::En => error.exit(),
        Lang::Zh => error.apply::<zh::Chinese>().exit(),
    }
}

/// Reads the language from the environment, given as a function from a name to its value: the first
/// of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
#[must_use]
pub fn detect_lang(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty());
    match locale {
        Some(locale) if locale.to_ascii_lowercase().starts_with("zh") => Lang::Zh,
        _ => Lang::En,
    }
}

/// What a notice says, in a line: a sentence stands behind a full stop, a cause behind a colon, each
/// that of its language.
#[must_use]
pub fn in_a_line(texts: &[String]) -> String {
    let mut line = String::new();
    for text in texts {
        let is_chinese = line.chars().next_back().and_then(char::width) == Some(2);
        if is_chinese {
            line.push('：');
        } else if !line.is_empty() {
            let is_sentence = text.starts_with(char::is_uppercase);
            line.push_str(if is_sentence { ". " } else { ": " });
        }
        line.push_str(text);
    }
    line
}

/// A number with its thousands apart.
#[must_use]
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Thousandths as a percentage.
pub(crate) fn percent(permille: u16) -> String {
    match permille % 10 {
        0 => format!("{} %", permille / 10),
        tenth => format!("{}.{tenth} %", permille / 10),
    }
}

/// A time that has passed: minutes and whole seconds.
#[must_use]
pub fn passed(ms: u64) -> String {
    clock(ms / 1000)
}

/// A time that is left: it says 0:00 only when nothing is left.
#[must_use]
pub fn left(ms: u64) -> String {
    clock(ms.div_ceil(1000))
}

fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
