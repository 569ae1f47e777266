//! What is said in the shell, by commands that need no screen.

use std::io::ErrorKind;
use std::net::SocketAddr;

use versus2048_protocol::wire::Phase;

use crate::saved_game::Unusable;
use crate::settings_file::SettingsProblem;
use crate::sound::Silence;
use crate::text::Manual;

/// What is said in a language in the shell.
pub trait ShellTalk: Sync {
    /// What the help of the command line says where it is not told as in its definition.
    fn manual(&self) -> Option<&'static Manual>;
    /// There is no terminal to play on.
    fn needs_terminal(&self) -> &'static str;
    /// The terminal says that it can do nothing but print lines.
    fn needs_screen(&self) -> &'static str;
    /// A command can't be begun while the program runs.
    fn only_before(&self) -> &'static str;
    /// The columns of a list of tables.
    fn list_head(&self) -> [&'static str; 7];
    /// How far a table is, in a word that a script can read.
    fn phase_word(&self, phase: Phase) -> &'static str;
    /// A replay holds, which has so many moves.
    fn replay_holds(&self, moves: usize) -> String;
    /// A replay was checked, and something in it does not hold. The source comes from outside.
    fn replay_fails(&self, source: &str, cause: &str) -> String;
    /// A replay could not be checked, which says nothing about it.
    fn replay_unchecked(&self, cause: &str) -> String;
    /// A game that was kept can't be gone on with, and where it is now.
    fn game_aside(&self, unusable: Unusable, path: &str) -> String;
    /// The best scores can't be read, and where they are now.
    fn best_scores_aside(&self, path: &str) -> String;
    /// A replay was written as a picture to a file.
    fn exported(&self, path: &str) -> String;
    /// Nothing is heard but the bell: why. What is in it comes from outside.
    fn silence(&self, silence: &Silence) -> String;
    /// Something in the file of the settings does not count: where, and what would. The path and texts
    /// of the problem come from outside.
    fn settings_problem(&self, path: &str, problem: &SettingsProblem) -> String;
    /// Why a command could not be done. Texts in it come from outside.
    fn trouble(&self, trouble: &Trouble<'_>) -> String;
}

/// Why a command could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble<'a> {
    /// What answers at a URL says that it can't.
    Status {
        /// Which.
        url: &'a str,
        /// The status of HTTP.
        status: u16,
        /// The server's own sentence, where it has one.
        detail: &'a str,
    },
    /// The answer breaks off or is too long.
    Unreadable {
        /// The URL.
        url: &'a str,
    },
    /// What answers at a URL is no match server.
    NoMatchServer {
        /// Which.
        url: &'a str,
    },
    /// What looks like a URL is not that of a replay.
    NoReplayUrl {
        /// What was named.
        source: &'a str,
    },
    /// There is no such file.
    NoFile {
        /// What was named.
        source: &'a str,
    },
    /// The file can't be read.
    File {
        /// What was named.
        source: &'a str,
        /// What the system said.
        cause: &'a str,
    },
    /// What was read ends before its end.
    CutOff {
        /// What was named.
        source: &'a str,
    },
    /// What was read is something else.
    NoReplay {
        /// What was named.
        source: &'a str,
        /// What is wrong with it.
        cause: &'a str,
    },
    /// Something in the replay does not hold.
    Invalid {
        /// What was named.
        source: &'a str,
        /// What.
        cause: &'a str,
    },
    /// A picture can't be written.
    Picture {
        /// Where it was to be.
        path: &'a str,
        /// What the system said.
        cause: &'a str,
    },
    /// A picture is to be written under a name that no browser takes for one.
    NotSvg {
        /// Where to.
        path: &'a str,
    },
    /// A picture would replace something else.
    NoPicture {
        /// Where it was to be.
        path: &'a str,
    },
    /// A server can't listen on an address.
    Listen {
        /// Which.
        address: SocketAddr,
        /// What is in the way.
        kind: ErrorKind,
        /// What the system said.
        cause: &'a str,
    },
    /// A replay would be recorded to where a folder is.
    RecordFolder {
        /// Where it was to be.
        path: &'a str,
    },
    /// A replay would be recorded over a file.
    RecordTaken {
        /// Where it was to be.
        path: &'a str,
    },
    /// A replay can't be recorded.
    Record {
        /// Where it was to be.
        path: &'a str,
        /// What the system said.
        cause: &'a str,
    },
}
