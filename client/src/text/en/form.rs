//! English in forms.

use versus2048_protocol::rules::{Scoring, TileSource};

use crate::model::{Choice, ColorChoice, FieldName, FormKind, KeyLayout, Lang, ThemeName};
use crate::sound;
use crate::text::{left, percent};

/// The label of a field.
pub(super) fn label(name: FieldName) -> &'static str {
    match name {
        FieldName::Name => "Your name",
        FieldName::LeftName => "Left (letters)",
        FieldName::RightName => "Right (arrows)",
        FieldName::Server => "Server",
        FieldName::Code => "Code",
        FieldName::Replay => "File, ID or URL",
        FieldName::Rows => "Rows",
        FieldName::Cols => "Columns",
        FieldName::Target => "Target",
        FieldName::TimeLimit => "Time limit",
        FieldName::Fours => "New tile is 4",
        FieldName::Tiles => "Tiles",
        FieldName::Scoring => "Score",
        FieldName::Countdown => "Countdown",
        FieldName::Reach => "Open to",
        FieldName::Port => "Port",
        FieldName::Listed => "In the list",
        FieldName::Watchable => "Spectators",
        FieldName::Keys => "Letter keys",
        FieldName::Theme => "Colours",
        FieldName::Lang => "Language",
        FieldName::Ascii => "ASCII only",
        FieldName::Sound => "Sounds",
        FieldName::Color => "Colour depth",
        FieldName::Music => "Music file",
        FieldName::Discovery => "Tables nearby",
        FieldName::Animation => "Animation",
    }
}

/// What a field means, in a line.
pub(super) fn note(kind: FormKind, name: FieldName) -> &'static str {
    match name {
        FieldName::Name => "What the others read over your board.",
        FieldName::LeftName | FieldName::RightName => "Who has no name is called by the keys.",
        FieldName::Server if kind == FormKind::Settings => {
            "Where the forms of the menu begin: HOST or HOST:PORT."
        }
        FieldName::Server if kind == FormKind::Replays => {
            "Where a match with an ID is: HOST or HOST:PORT."
        }
        FieldName::Server => "Where the match is: HOST or HOST:PORT.",
        FieldName::Code if kind == FormKind::Watch => {
            "As on the players' screens; “List of matches” shows them too."
        }
        FieldName::Code => "What the host's screen shows: CODE or HOST:PORT/CODE.",
        FieldName::Replay => "A file of yours, or a match of the server by its ID or URL.",
        FieldName::Rows => "How many rows each board has; four are usual.",
        FieldName::Cols => "How many columns each board has; four are usual.",
        FieldName::Target if kind == FormKind::Solo => {
            "The tile to reach; you may play on after it."
        }
        FieldName::Target => "Who makes this tile first wins.",
        FieldName::TimeLimit => "When it is over, the higher score wins.",
        FieldName::Fours => "How often a new tile is a 4 and not a 2; 10 % is usual.",
        FieldName::Tiles => "Whether both get the same new tiles, move for move.",
        FieldName::Scoring => "What counts: every merge, or the tiles that lie on the board.",
        FieldName::Countdown => "The time from “ready” to the first move.",
        FieldName::Reach => "Who can reach your server.",
        FieldName::Port => "The door of your server; if it is taken, the next free one.",
        FieldName::Listed => "Whether others find the table without knowing its code.",
        FieldName::Watchable => "Whether others may look on.",
        FieldName::Keys => "The letters that move a board, beside the arrows.",
        FieldName::Theme => "The colours of the tiles, as they are below.",
        FieldName::Lang => "The language of all that is said here.",
        FieldName::Ascii => "For terminals without other signs: lines of + - | and letters.",
        FieldName::Sound if sound::IS_BUILT => "Notes for moves, merges and the end.",
        FieldName::Sound => "This program is built without sounds: the bell stands in.",
        FieldName::Color => "How many colours are drawn, if the terminal is wrong about it.",
        FieldName::Music => "A file that is played in the background; empty for none.",
        FieldName::Discovery => "Whether tables are looked for and told in your network.",
        FieldName::Animation => "Whether tiles slide and merge before your eyes.",
    }
}

/// Something that can be chosen.
pub(super) fn choice(choice: Choice) -> String {
    match choice {
        Choice::Without | Choice::Color(ColorChoice::None) => "none".into(),
        Choice::Number(value) => value.to_string(),
        Choice::Seconds(seconds) if seconds < 60 => format!("{seconds} s"),
        Choice::Seconds(seconds) => left(seconds.saturating_mul(1000)),
        Choice::Permille(permille) => percent(permille),
        Choice::ThisMachine => "this machine only".into(),
        Choice::Network => "the network".into(),
        Choice::Yes => "yes".into(),
        Choice::No => "no".into(),
        Choice::Tiles(TileSource::Mirrored) => "the same for both".into(),
        Choice::Tiles(TileSource::Independent) => "different for each".into(),
        Choice::Scoring(Scoring::Merges) => "each merge".into(),
        Choice::Scoring(Scoring::Sum) => "sum of the tiles".into(),
        Choice::Keys(KeyLayout::Wasd) => "W A S D".into(),
        Choice::Keys(KeyLayout::Zqsd) => "Z Q S D".into(),
        Choice::Keys(KeyLayout::Vim) => "H J K L".into(),
        Choice::Theme(ThemeName::Classic) => "classic".into(),
        Choice::Theme(ThemeName::Cool) => "cool".into(),
        Choice::Theme(ThemeName::Contrast) => "high contrast".into(),
        Choice::Theme(ThemeName::Deuteranopia) => "red-green safe".into(),
        Choice::Theme(ThemeName::Mono) => "grey".into(),
        Choice::Color(ColorChoice::Auto) => "as the terminal says".into(),
        Choice::Color(ColorChoice::Truecolor) => "true colour".into(),
        Choice::Color(ColorChoice::Ansi256) => "256".into(),
        Choice::Color(ColorChoice::Ansi16) => "16".into(),
        Choice::Lang(Lang::En) => "English".into(),
        Choice::Lang(Lang::Zh) => "中文".into(),
    }
}
