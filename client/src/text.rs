//! Everything that is said to a person: four traits, one place a language.
//!
//! A text that a language lacks does not compile. Texts from outside go through [`clean`] before
//! they are shown or printed.

mod clean;
mod en;
#[cfg(test)]
mod fits;
pub mod people;
mod plain_talk;
mod shell_talk;
mod table_talk;
mod zh;

use versus2048_protocol::wire::ErrorCode;

use crate::model::{Choice, FieldName, FormProblem, Keeping, Lang, MenuItem, Notice};

pub use clean::{clean, clean_message, fit};
pub use plain_talk::{PlainTalk, Standing};
pub use shell_talk::{ShellTalk, Trouble};
pub(crate) use table_talk::NOTEWORTHY_TILE;
pub use table_talk::{Asked, Ended, Loser, TableTalk, Winner};

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
    /// The label of a field.
    fn field(&self, name: FieldName) -> &'static str;
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

/// A phrase that is always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// What the game is, under its name.
    Tagline,
    /// Behind one's own name.
    You,
    /// One's own side, where the other has its name.
    OwnSide,
    /// Behind the name of a program of the server.
    Bot,
    /// Somebody whose name is not known yet.
    Nobody,
    /// Who has the arrow keys and no name.
    Arrows,
    /// What two at one keyboard are called without names.
    NamesOrKeys,
    /// A seat is ready.
    Ready,
    /// A seat is not ready yet.
    NotReady,
    /// The other player has not come yet.
    WaitingForOther,
    /// What stands above what the other has to type.
    TheyType,
    /// What stands behind what the other has to type: the way through the menu.
    OrByMenu,
    /// What stands before the command for whoever has only the source.
    OrFromSource,
    /// The client connects.
    Connecting,
    /// The client waits in the queue.
    LookingForOpponent,
    /// Match time stands still.
    Paused,
    /// Both seats are taken, and not both are ready.
    GettingReady,
    /// Two at one keyboard.
    HotSeat,
    /// One board alone.
    Solo,
    /// Somebody who only watches.
    Watching,
    /// The title of the keys in the help.
    Keys,
    /// The title of the rules in the help.
    Rules,
    /// Where settings are kept.
    InSettingsFile,
    /// What stands above the tables in the same network.
    Nearby,
    /// Tables in the same network are looked for, and none was found yet.
    LookingNearby,
    /// A move of one alone was taken back.
    Undone,
    /// The title of the list of tables.
    Tables,
    /// The list is not there yet.
    Loading,
    /// The list is empty.
    NoTables,
    /// A seat that anybody may take.
    FreeSeat,
    /// A match of before is shown.
    Replay,
    /// The title of the list of replays.
    Replays,
    /// What stands above the replays on this machine.
    KeptHere,
    /// There are none on this machine.
    NothingKept,
    /// What stands above the replays of a server, before its address.
    ReplaysOn,
    /// There are none on the server.
    NoReplays,
    /// What an empty field means where a replay is chosen.
    ReplayOrList,
    /// What stands above what can be said.
    Say,
    /// The bell has rung because the other has come; for the window's title.
    OpponentHere,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Slides the tiles.
    Move,
    /// Slides the tiles of the left board or, one above the other, of the upper one.
    MoveFirst,
    /// Slides those of the other board.
    MoveSecond,
    /// Gives up.
    Resign,
    /// Begins again.
    Restart,
    /// Takes the last move of one alone back.
    Undo,
    /// Asks for another match.
    Rematch,
    /// Opens what can be said.
    Emote,
    /// Opens the help.
    Help,
    /// Scrolls what is longer than the window.
    Scroll,
    /// Closes what is open.
    Close,
    /// Leaves the match.
    Leave,
    /// Leaves the program.
    Quit,
    /// Goes back.
    Back,
    /// Goes on.
    GoOn,
    /// Goes from entry to entry.
    Choose,
    /// Changes a value.
    Change,
    /// Takes the chosen entry.
    Open,
    /// Begins what was chosen.
    Start,
    /// Takes another of the servers of before.
    Recent,
    /// Makes what was chosen hold.
    Apply,
    /// Takes the free seat of the chosen table.
    Join,
    /// Watches the chosen table.
    Watch,
    /// Makes a table of one's own.
    Create,
    /// Loads the list again.
    Reload,
    /// Stops a replay, or lets it go on.
    Pause,
    /// Goes a move on or back in a replay.
    Step,
    /// Makes a replay faster or slower.
    Speed,
    /// Jumps in a replay.
    Jump,
    /// Goes to the start or the end of a replay.
    Ends,
    /// Answers yes.
    Yes,
    /// Answers no.
    No,
    /// Goes back to a match that still runs.
    Return,
    /// Gives a match up that still runs, for what was asked for.
    GiveUp,
    /// Answers another time.
    Later,
    /// Copies the table's address.
    Copy,
    /// The address was copied, where the terminal allows that.
    Copied,
    /// Keeps the replay.
    Keep,
    /// The replay is kept.
    Kept,
    /// Draws everything anew.
    Redraw,
    /// Gives the terminal to the shell for a while.
    Suspend,
}

/// What a notice says, in a line: a sentence stands behind a full stop, a cause behind a colon.
#[must_use]
pub fn in_a_line(texts: &[String]) -> String {
    let mut line = String::new();
    for text in texts {
        if !line.is_empty() {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::unreached::Unreached;

    #[test]
    fn thousands_stand_apart() {
        let numbers = [0, 999, 1000, 20_480, 1_234_567].map(number);
        assert_eq!(numbers, ["0", "999", "1 000", "20 480", "1 234 567"]);
    }

    #[test]
    fn a_capital_never_stands_behind_a_colon() {
        let line = |texts: [&str; 2]| in_a_line(&texts.map(str::to_owned));
        assert_eq!(
            line(["Table K7QX4M is closed", "A player has left it."]),
            "Table K7QX4M is closed. A player has left it."
        );
        assert_eq!(line(["Can't host", "in use"]), "Can't host: in use");
    }

    #[test]
    fn clocks_round_so_that_zero_is_the_end() {
        assert_eq!(
            [0, 1, 999, 1000, 61_001].map(left),
            ["0:00", "0:01", "0:01", "0:01", "1:02"]
        );
        assert_eq!([0, 999, 61_999].map(passed), ["0:00", "0:00", "1:01"]);
        assert_eq!(passed(3_723_000), "1:02:03");
    }

    #[test]
    fn what_a_server_refused_is_said_once() {
        let refused = |code, message: &str| {
            let message = message.to_owned();
            of(Lang::En)
                .notice(&Notice::Refused { code, message })
                .join(": ")
        };
        assert_eq!(
            refused(ErrorCode::NoSuchMatch, "no match has this code"),
            "There is no match with this code"
        );
        assert_eq!(
            refused(ErrorCode::Internal, "the disk is gone"),
            "The server made a mistake: the disk is gone"
        );
    }

    #[test]
    fn who_is_not_answered_is_told_why_and_what_to_try() {
        let causes = [
            (Unreached::UnknownHost, "ws://pluto:9"),
            (Unreached::Refused, "ws://host:9"),
            (Unreached::Refused, "ws://127.0.0.1:9"),
            (Unreached::NoWay, "ws://host:9"),
            (Unreached::TimedOut, "ws://host:9"),
            (Unreached::Broken, "ws://host:9"),
        ];
        for lang in Lang::ALL {
            let said: BTreeSet<Vec<String>> = causes
                .into_iter()
                .map(|(why, server)| {
                    let server = server.to_owned();
                    of(lang).notice(&Notice::Unreachable { server, why })
                })
                .collect();
            assert_eq!(said.len(), causes.len(), "each has sentences of its own");
            for texts in said {
                // Whoever came by the menu knows no flags.
                assert!(texts.iter().all(|text| !text.contains("--")), "{texts:?}");
                let names_it = ["pluto", "host", "127.0.0.1:9"].map(|it| texts[0].contains(it));
                assert!(names_it.contains(&true), "{texts:?}");
            }
        }
    }

    #[test]
    fn the_locale_says_the_language() {
        let locale = |pairs: &'static [(&str, &str)]| {
            detect_lang(|name| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(locale(&[]), Lang::En);
        assert_eq!(locale(&[("LANG", "zh_CN.UTF-8")]), Lang::Zh);
        assert_eq!(
            locale(&[("LC_ALL", "en_US.UTF-8"), ("LANG", "zh_CN.UTF-8")]),
            Lang::En
        );
        assert_eq!(
            locale(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW")]),
            Lang::Zh
        );
        assert_eq!(locale(&[("LANG", "C")]), Lang::En);
    }
}
