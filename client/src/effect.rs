//! What the model wants done outside of itself; `run` carries it out.

use std::net::SocketAddr;

use uuid::Uuid;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, Code};

use crate::held_seat::HeldSeat;
use crate::local::LocalKind;
use crate::model::Notice;
use crate::replay_source::ReplaySource;
use crate::served_replay::ServedReplay;
use crate::settings_file::SettingChange;
use crate::sound::Sound;

/// Something to be done outside of the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Say something to the server.
    Send(ClientMessage),
    /// Say something for a seat to the table in this process.
    SendLocal(Seat, ClientMessage),
    /// Connect to a server under a name.
    Connect {
        /// `ws://HOST:PORT`.
        server: String,
        /// Who connects.
        name: String,
    },
    /// Say what is still to be said, close the connection and end a server in this process for good.
    Disconnect,
    /// Start a server in this process; [`crate::message::Message::Hosted`] tells what came of it.
    Host {
        /// The address to listen on.
        listen: SocketAddr,
        /// Whether the next free port will do, where this one is taken.
        or_next_port: bool,
    },
    /// Start a table in this process.
    StartLocal {
        /// Who plays at it.
        kind: LocalKind,
        /// The options of its matches.
        options: Options,
        /// The target of one alone: its options have none, since the board plays on after it.
        goal: Option<u64>,
    },
    /// Let the game of one alone that was kept go on.
    ResumeLocal,
    /// Take back the last move of one alone.
    UndoLocal,
    /// End the table in this process.
    StopLocal,
    /// Read and check a replay; [`crate::message::Message::Replay`] tells what came of it.
    OpenReplay(ReplaySource),
    /// Read the newest replays of a server, `ws://HOST:PORT`;
    /// [`crate::message::Message::Replays`] tells what came of it.
    ListReplays {
        /// Which.
        server: String,
    },
    /// Keep a score at this keyboard, if it is the best of its kind.
    SaveBest {
        /// Who played.
        kind: LocalKind,
        /// The options that it was reached with.
        options: Options,
        /// The score.
        score: u64,
    },
    /// Look for tables in the same network; [`crate::message::Message::Nearby`] tells which there are.
    Search,
    /// Look for none any more.
    StopSearch,
    /// Announce the table in this process in the same network.
    Announce(Code),
    /// Announce it no more.
    StopAnnouncing,
    /// Remember the seat that the player has.
    HoldSeat(HeldSeat),
    /// Remember it no more: there is nothing to go back to.
    ReleaseSeat,
    /// Remember that somebody was at this server, `ws://HOST:PORT`.
    RememberServer(String),
    /// Keep what was changed of the settings; [`crate::message::Message::SettingsKept`] tells what
    /// came of it.
    KeepSettings(Vec<SettingChange>),
    /// Say where the replay of a match is, when the program has ended.
    TellReplay(ServedReplay),
    /// Say it no more of those of a server, `ws://HOST:PORT`, that has stopped for good.
    ForgetReplays(String),
    /// Hear from the server in this process how the match ended that was given up, but not for long:
    /// then there is a replay to be kept.
    HearTheEnd,
    /// Keep the replay of a match on this machine; [`crate::message::Message::ReplayKept`] tells what
    /// came of it.
    KeepReplay {
        /// The match.
        id: Uuid,
        /// Where its replay is.
        from: KeepFrom,
    },
    /// Copy a text to the terminal's clipboard.
    Copy(String),
    /// Let a sound be heard; the bell stands in where there is none.
    Sound(Sound),
    /// Let sounds and music be heard from now on as they are chosen;
    /// [`crate::message::Message::Silent`] tells why not all of it is.
    Tune {
        /// Whether sounds are on.
        sound: bool,
        /// The file of the music; empty where there is to be none.
        music: String,
    },
    /// Ring the terminal's bell.
    Bell,
    /// Set the window's title.
    Title(Title),
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back to the shell until the process is continued.
    Suspend,
    /// End the program. What still runs on the network then is let go of, as a crash would: a seat
    /// waits, and so does what a server in this process keeps.
    Quit(Exit),
}

/// Where a replay is that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepFrom {
    /// At this URL of a server.
    Server(String),
    /// At this URL of the server in this process, which will be gone: it is kept unasked.
    Hosted(String),
    /// In the memory of this process.
    Memory,
}

/// What the window's title says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// Only the program's name.
    Plain,
    /// The other player has come.
    OpponentHere,
    /// The other player wants a rematch.
    RematchWanted,
}

/// How the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// What was asked for is done.
    Done,
    /// It could not be done; says why.
    Failed(Notice),
}
