//! English in the shell.

use std::io::ErrorKind;
use std::net::SocketAddr;

use versus2048_protocol::wire::Phase;

use crate::model::FormProblem;
use crate::saved_game::Unusable;
use crate::settings_file::{SettingsProblem, Wrong, known_keys};
use crate::sound::Silence;
use crate::text::en::English;
use crate::text::{Language as _, Manual, ShellTalk, Trouble, clean};

impl ShellTalk for English {
    fn manual(&self) -> Option<&'static Manual> {
        None
    }

    fn needs_terminal(&self) -> &'static str {
        "this needs a terminal for its screen and its keys; --plain plays in lines of text, without one"
    }

    fn needs_screen(&self) -> &'static str {
        "this terminal (TERM=dumb) has no screen; --plain plays in lines of text, without one"
    }

    fn only_before(&self) -> &'static str {
        "that belongs to the command line that starts the program"
    }

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

    fn replay_fails(&self, source: &str, cause: &str) -> String {
        format!("NOT VALID: {source}: {cause}")
    }

    fn replay_unchecked(&self, cause: &str) -> String {
        format!("NOT CHECKED: {cause}")
    }

    fn game_aside(&self, unusable: Unusable, path: &str) -> String {
        let what = match unusable {
            Unusable::Damaged => "is damaged",
            Unusable::OtherVersion => "is of another version of this program",
        };
        format!("a kept game {what} and can't be gone on with; it is in {path}")
    }

    fn best_scores_aside(&self, path: &str) -> String {
        format!("the best scores can't be read, so they begin anew; the old file is {path}")
    }

    fn exported(&self, path: &str) -> String {
        format!("the match is in {path}, to be looked at in a browser")
    }

    fn silence(&self, silence: &Silence) -> String {
        match silence {
            Silence::NotBuilt => {
                "this program is built without the feature `sound`: the bell stands in for sounds, and \
                 there is no music"
                    .into()
            }
            Silence::NoDevice(cause) => format!(
                "there is no sound device, so the bell stands in for sounds, and there is no music: {}",
                clean(cause)
            ),
            Silence::Music(cause) => format!("the music can't be played: {}", clean(cause)),
        }
    }

    fn settings_problem(&self, path: &str, problem: &SettingsProblem) -> String {
        let line = problem.line.map(|line| format!(", line {line}"));
        let line = line.unwrap_or_default();
        format!("{}{line}: {}", clean(path), wrong(&problem.wrong))
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
            Trouble::Picture { path, cause } => {
                format!("can't write the picture to {path}: {cause}")
            }
            Trouble::NotSvg { path } => {
                format!("{path} does not end in .svg: the picture is SVG, as browsers show it")
            }
            Trouble::NoPicture { path } => {
                format!("{path} is there and no picture, so it is left as it is: name another file")
            }
            Trouble::Listen {
                address,
                kind,
                cause,
            } => cannot_listen(address, kind, cause),
            Trouble::RecordFolder { path } => format!("can't record to {path}: it is a folder"),
            Trouble::RecordTaken { path } => format!(
                "can't record to {path}: there is such a file already, which is not written over; \
                 name another"
            ),
            Trouble::Record { path, cause } => format!("can't record to {path}: {cause}"),
        }
    }
}

/// Why a server can't listen, and what to do.
fn cannot_listen(address: SocketAddr, kind: ErrorKind, cause: &str) -> String {
    match kind {
        ErrorKind::AddrInUse => format!(
            "another program listens on {address} already: end it, or choose another port, as in \
             --listen 0.0.0.0:2049"
        ),
        ErrorKind::AddrNotAvailable => {
            format!("{address} is no address of this machine: choose another with --listen")
        }
        ErrorKind::PermissionDenied => {
            format!("you may not listen on {address}: choose a port from 1024 on with --listen")
        }
        _ => format!("can't listen on {address}: {cause}"),
    }
}

/// What does not count in a file of settings, for the screen.
pub(super) fn settings_wrong(path: &str, problems: &[SettingsProblem]) -> Vec<String> {
    let head = "Not all of your settings count".to_owned();
    let said = problems.iter();
    let said = said.map(|problem| English.settings_problem(path, problem));
    [head].into_iter().chain(said).collect()
}

fn wrong(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Unreadable(cause) => {
            format!(
                "it can't be read, so that nothing in it counts: {}",
                clean(cause)
            )
        }
        Wrong::Syntax(cause) => format!(
            "this is no TOML, so that nothing in the file counts; a line looks like theme = \"cool\": {}",
            clean(cause)
        ),
        Wrong::UnknownKey(name) => {
            format!(
                "there is no setting {}; there are {}",
                clean(name),
                known_keys()
            )
        }
        Wrong::Word { key, found } => format!(
            "{} can't be {}; it takes {}",
            key.name(),
            clean(found),
            key.words().join(", ")
        ),
        Wrong::NoText { key, found } => {
            format!(
                "{} can't be {}; it takes a text in quotes",
                key.name(),
                clean(found)
            )
        }
        Wrong::Name(error) => English.problem(FormProblem::Name(*error)),
        Wrong::Server(problem) => English.problem(FormProblem::Address(*problem)),
    }
}
