//! English in the shell.

use versus2048_protocol::game::Reason;
use versus2048_protocol::wire::Phase;

use crate::text::en::English;
use crate::text::{ShellTalk, Trouble};

impl ShellTalk for English {
    fn list_head(&self) -> [&'static str; 7] {
        [
            "CODE", "PHASE", "PLAYERS", "BOARD", "TARGET", "TIME", "WATCHING",
        ]
    }

    fn phase_word(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Waiting => "waiting",
            Phase::Ready => "ready",
            Phase::Countdown => "countdown",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Over => "over",
        }
    }

    fn replay_holds(&self, moves: usize) -> String {
        format!("valid: the secret, the seed, {moves} moves and the result hold")
    }

    fn replay_won(&self, winner: Option<&str>, reason: Reason) -> String {
        match winner {
            Some(name) => format!("{name} wins ({reason})"),
            None => format!("nobody wins ({reason})"),
        }
    }

    fn exported(&self, path: &str) -> String {
        format!("the match is in {path}, to be looked at in a browser")
    }

    fn trouble(&self, trouble: &Trouble<'_>) -> String {
        match *trouble {
            Trouble::Status {
                url,
                status,
                detail: "",
            } => format!("{url} answers {status}"),
            Trouble::Status {
                url,
                status,
                detail,
            } => format!("{url} answers {status}: {detail}"),
            Trouble::Unreadable { url } => format!("the answer of {url} can't be read to its end"),
            Trouble::NoMatchServer { url } => {
                format!("{url} is no match server: its answer is not understood")
            }
            Trouble::NoReplayUrl { source } => format!(
                "{source} is not the URL of a replay: that looks like \
                 http://HOST:PORT/v1/replays/ID"
            ),
            Trouble::NoFile { source } => format!("there is no file {source}"),
            Trouble::File { source, cause } => format!("{source} can't be read: {cause}"),
            Trouble::CutOff { source } => {
                format!("{source} is not whole: its JSON ends in the middle")
            }
            Trouble::NoReplay { source, cause } => {
                format!("{source} is no replay of 2048 Versus: {cause}")
            }
            Trouble::Invalid { source, cause } => format!("{source} is not valid: {cause}"),
        }
    }
}
