//! English.

mod code;
mod foreign;
mod form;
mod keeping;
mod plain;
mod shell;
mod table;

use versus2048_protocol::name::NameError;
use versus2048_protocol::wire::{CloseCode, ClosedReason, ErrorCode};

use crate::address;
use crate::held_seat::SeatPlace;
use crate::model::{
    AddressProblem, Choice, FieldName, FormKind, FormProblem, Keeping, MenuItem, Notice,
};
use crate::text::{Hint, Language, ShellTalk as _, Word, clean, clean_message, refused};

/// English.
pub(super) struct English;

impl Language for English {
    fn word(&self, word: Word) -> &'static str {
        match word {
            Word::Tagline => "two boards, one clock",
            Word::You => "you",
            Word::OwnSide => "You",
            Word::Bot => "bot",
            Word::Nobody => "nobody yet",
            Word::Arrows => "Arrows",
            Word::Ready => "ready",
            Word::NotReady => "not ready",
            Word::WaitingForOther => "Waiting for the other player",
            Word::TheyType => "The other player types",
            Word::OrByMenu => "or chooses “Join a match” in the menu",
            Word::OrFromSource => "or in the source folder:",
            Word::Connecting => "Connecting to",
            Word::LookingForOpponent => "Looking for somebody who wants the same match",
            Word::Reconnecting => "reconnecting",
            Word::Paused => "Paused until both are back",
            Word::GettingReady => "Getting ready",
            Word::HotSeat => "one keyboard",
            Word::Solo => "solo",
            Word::Nearby => "Tables nearby",
            Word::SeatNearby => "Enter takes the free seat of this table.",
            Word::LookingNearby => "Looking for tables nearby …",
            Word::Undone => "undo used",
            Word::Watching => "watching",
            Word::Keys => "Keys",
            Word::KeysInMatch => "Keys in a match",
            Word::Rules => "What differs from ordinary 2048",
            Word::InSettingsFile => "Kept in settings.toml. Flags win over it.",
            Word::HostGoesOn => "On the same port your match goes on, before there is another.",
            Word::Tables => "Matches on",
            Word::Loading => "Loading …",
            Word::NoTables => "No open match here. C creates one!",
            Word::FreeSeat => "free seat",
            Word::Replay => "replay",
            Word::Replays => "Replays",
            Word::KeptHere => "Kept on this machine (times are UTC)",
            Word::NothingKept => "None yet. After a match, K keeps its replay.",
            Word::ReplaysOn => "The newest on",
            Word::NoReplays => "No match has ended here yet.",
            Word::Say => "Say",
            Word::OpponentHere => "your opponent is here!",
            Word::RematchWanted => "your opponent wants a rematch!",
        }
    }

    fn hint(&self, hint: Hint) -> &'static str {
        match hint {
            Hint::Move => "move",
            Hint::MoveFirst => "left or upper board",
            Hint::MoveSecond => "right or lower board",
            Hint::ResignThenRematch => "resign; rematch after it",
            Hint::Resign => "resign",
            Hint::Restart => "start again",
            Hint::Undo => "undo",
            Hint::Rematch => "rematch",
            Hint::Emote => "emote",
            Hint::Help => "help",
            Hint::Scroll => "scroll",
            Hint::Close => "close",
            Hint::Leave => "leave",
            Hint::Quit => "quit",
            Hint::Back => "back",
            Hint::GoOn => "go on",
            Hint::Choose => "choose",
            Hint::Change => "change",
            Hint::Open => "open",
            Hint::Start => "start",
            Hint::Recent => "recent servers",
            Hint::Apply => "done",
            Hint::Join => "join",
            Hint::Watch => "watch",
            Hint::Create => "create",
            Hint::Reload => "reload",
            Hint::File => "file or URL",
            Hint::Pause => "pause",
            Hint::Step => "one move",
            Hint::Speed => "speed",
            Hint::Jump => "10 s",
            Hint::Ends => "to the start or the end",
            Hint::Yes => "yes",
            Hint::No => "no",
            Hint::Return => "go back",
            Hint::GiveUp => "give up",
            Hint::Later => "not now",
            Hint::Copy => "copy the address",
            Hint::Copied => "copied if the terminal can",
            Hint::Keep => "keep the replay",
            Hint::Kept => "kept",
            Hint::Redraw => "draw anew",
            Hint::Suspend => "to the shell",
        }
    }

    fn menu_item(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Return => "Back to your match",
            MenuItem::Host => "Host a match",
            MenuItem::Join => "Join a match",
            MenuItem::HotSeat => "Two at this keyboard",
            MenuItem::Solo => "Play alone",
            MenuItem::Quick => "Quick match",
            MenuItem::Create => "Open a table",
            MenuItem::Tables => "List of matches",
            MenuItem::Watch => "Watch a match",
            MenuItem::Replays => "Replays",
            MenuItem::Settings => "Settings",
            MenuItem::Help => "Help",
            MenuItem::Quit => "Quit",
        }
    }

    fn menu_note(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Return => "Who is away for too long loses.",
            MenuItem::Host => "Starts a server here and shows what the other player types.",
            MenuItem::Join => "Takes the free seat of a match, nearby or by its code.",
            MenuItem::HotSeat => "One has the arrows, one has the letters. No network.",
            MenuItem::Solo => "One board, your best score is kept.",
            MenuItem::Quick => "Against whoever wants the same match on a server.",
            MenuItem::Create => "A table of your own on a server that runs already.",
            MenuItem::Tables => "Open matches of a server, to join or to watch.",
            MenuItem::Watch => "Looks on, by the code of a match.",
            MenuItem::Replays => "Matches of before, move by move.",
            MenuItem::Settings => "Name, server, keys, colours, language.",
            MenuItem::Help => "The keys, and what differs from ordinary 2048.",
            MenuItem::Quit => "Back to the shell.",
        }
    }

    fn way_back(&self, at: &SeatPlace) -> String {
        match at {
            SeatPlace::Server { server, name } => format!(
                "On {}, where you are {}.",
                address::authority(server),
                clean(name)
            ),
            SeatPlace::Hosted { .. } => "You host it: it goes on as soon as both are back.".into(),
        }
    }

    fn field(&self, name: FieldName) -> &'static str {
        form::label(name)
    }

    fn field_note(&self, kind: FormKind, name: FieldName) -> &'static str {
        form::note(kind, name)
    }

    fn choice(&self, choice: Choice) -> String {
        form::choice(choice)
    }

    fn recorded(&self, path: &str) -> String {
        format!("the replay is in {path}")
    }

    fn nothing_is_kept(&self, error: &str) -> String {
        format!(
            "best scores and seats are not kept this time, since their directory can't be made: \
             {error}; XDG_STATE_HOME may name another"
        )
    }

    fn problem(&self, problem: FormProblem) -> String {
        match problem {
            FormProblem::Name(NameError::Character) => {
                "A name takes letters and digits, and single spaces, -, _, . and ' between them"
                    .into()
            }
            FormProblem::Name(error) => capitalized(&error.to_string()),
            FormProblem::Address(AddressProblem::Code(problem)) => code::problem(problem),
            FormProblem::Address(AddressProblem::Server) => {
                "A server is HOST, HOST:PORT, ws://HOST:PORT or wss://HOST".into()
            }
            FormProblem::Address(AddressProblem::Port) => {
                "A port is a number from 1 to 65535".into()
            }
        }
    }

    fn notice(&self, notice: &Notice) -> Vec<String> {
        match notice {
            Notice::Unreachable { server, why } => foreign::unreached(&clean(server), *why).into(),
            Notice::Foreign { server, what } => foreign::foreign(&clean(server), *what).into(),
            Notice::CannotHost { cause } => {
                vec![
                    "The server could not be started here".into(),
                    clean_message(cause),
                ]
            }
            Notice::NoReplay { cause } => {
                vec!["There is nothing to play".into(), clean(cause)]
            }
            Notice::SettingsWrong { path, problems } => shell::settings_wrong(path, problems),
            Notice::Silent(silence) => vec![
                "Not all of that can be heard".into(),
                capitalized(&self.silence(silence)),
            ],
            Notice::SettingsNotKept { cause } => {
                vec![
                    "Your settings hold until the program ends".into(),
                    clean(cause),
                ]
            }
            Notice::SettingsAside { aside } => vec![
                "Your settings are in a new file".into(),
                format!("The old one could not be read; it is {} now.", clean(aside)),
            ],
            Notice::Refused { code, message } => refused(self, *code, message),
            Notice::TableClosed { code, reason } => vec![
                format!("Table {code} is closed"),
                closed_reason(*reason).into(),
            ],
            Notice::SeatLost { code } => vec![
                format!("Your seat at table {code} is gone"),
                "The match has ended meanwhile, or you were away for too long.".into(),
            ],
            Notice::TableLost { code } => vec![
                format!("Table {code} has gone"),
                "The server does not know it any more.".into(),
            ],
            Notice::Replaced => vec![
                "You are connected from somewhere else now".into(),
                "The seat is played from there.".into(),
            ],
            Notice::OtherVersion { message } => {
                vec!["This server speaks another version".into(), clean(message)]
            }
            Notice::ServerGone { code } => vec![
                "The server has ended the connection".into(),
                server_gone(*code),
            ],
        }
    }

    fn port_taken(&self, port: u16) -> String {
        format!("Port {port} is taken on this machine: the server has the next free one.")
    }

    fn keeping(&self, keeping: &Keeping) -> [String; 2] {
        keeping::keeping(keeping)
    }

    fn error(&self, code: ErrorCode) -> &'static str {
        match code {
            ErrorCode::BadJson | ErrorCode::BadMessage | ErrorCode::HelloRequired => {
                "The server did not understand"
            }
            ErrorCode::UnsupportedProtocol => "Another version",
            ErrorCode::NameInvalid => "This name is not possible",
            ErrorCode::NoSuchMatch => "There is no match with this code",
            ErrorCode::MatchFull => "Both seats of this match are taken",
            ErrorCode::NotWatchable => "This match can't be watched",
            ErrorCode::AlreadySeated => "You have a seat in another match",
            ErrorCode::NotSeated => "You have no seat here",
            ErrorCode::WrongPhase => "Not possible now",
            ErrorCode::OptionsInvalid => "These options are not possible",
            ErrorCode::RateLimited => "Too much at once",
            ErrorCode::Unavailable => "The server can't save at the moment",
            ErrorCode::ServerFull => "The server is full",
            ErrorCode::ShuttingDown => "The server is shutting down",
            ErrorCode::Internal => "The server made a mistake",
        }
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "Each has a board, and both play at the same time: nobody waits for a turn.",
            "Whose board reaches the target first wins at once.",
            "A board without a move is stuck. Then the other wins as soon as it has the higher score.",
            "Both boards get the same tiles in the same order, unless the options say otherwise.",
            "After the match the tiles are checked: nobody can have chosen them for anybody.",
        ]
    }

    fn network_rule(&self) -> &'static str {
        "Leaving never wins: who leaves gives up, who is away for too long loses."
    }

    fn too_small(&self, needed: (u16, u16), present: (u16, u16)) -> [String; 3] {
        [
            "Window too small".into(),
            format!("needs {}×{}", needed.0, needed.1),
            format!("has {}×{}", present.0, present.1),
        ]
    }
}

fn closed_reason(reason: ClosedReason) -> &'static str {
    match reason {
        ClosedReason::Left => "A player has left it.",
        ClosedReason::NotReady => "Not both players were ready in time.",
        ClosedReason::Idle => "Nothing happened for too long.",
        ClosedReason::Shutdown => "The server has stopped.",
    }
}

fn server_gone(code: u16) -> String {
    if code == CloseCode::Done.number() {
        "It has stopped for good.".into()
    } else {
        format!("It did not understand this program (close code {code}).")
    }
}

fn capitalized(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}
