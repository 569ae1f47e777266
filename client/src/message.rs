//! What may happen to the client.

use std::net::SocketAddr;
use std::sync::Arc;

use crossterm::event::KeyEvent;
use uuid::Uuid;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{Code, ErrorCode, ServerMessage, Snapshot};

use crate::local::LocalKind;
use crate::model::NotKept;
use crate::nearby::NearbyTable;
use crate::playback::Tape;
use crate::replay_source::ReplaySummary;
use crate::saved_game::Unusable;
use crate::sound::Silence;
use crate::unreached::Unreached;

/// What the terminal reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed (releases are not told).
    Key(KeyEvent),
    /// The terminal has another size, or has to be drawn anew.
    Resized,
    /// Somebody asks the process to end.
    Terminate,
}

/// Something that changes the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The player did something.
    Action(Action),
    /// Time has passed; `model.now_ms` says how far it is.
    Tick,
    /// The terminal has another size, or has to be drawn anew.
    Resized,
    /// Somebody asks the process to end: it does, without questions.
    Terminate,
    /// A table in this process or a server said something.
    Server(Box<ServerMessage>),
    /// The connection to the server has changed.
    Network(NetworkEvent),
    /// The table in this process is there.
    LocalTable(LocalKind, Box<Snapshot>),
    /// The table in this process is there with a game of one alone that was kept.
    SavedTable {
        /// The game, which stands still.
        snapshot: Box<Snapshot>,
        /// Whether a move of it was taken back.
        is_undone: bool,
    },
    /// A game of one alone was kept that can't be gone on with; it was put aside.
    GameAside(Unusable),
    /// The server in this process is up, or could not be started.
    Hosted(Result<Hosted, String>),
    /// What was changed of the settings is kept (and where the file went that was no TOML), or why it
    /// is not.
    SettingsKept(Result<Option<String>, String>),
    /// Not all is heard that is to be heard: why.
    Silent(Silence),
    /// The tables in the same network are these now.
    Nearby(Vec<NearbyTable>),
    /// The replay of a match is kept in this file, or why it is not.
    ReplayKept {
        /// The match.
        id: Uuid,
        /// The path as it is shown, or why there is none.
        kept: Result<String, NotKept>,
    },
    /// The replays that are kept on this machine were read.
    KeptReplays(Vec<ReplaySummary>),
    /// A replay was read and found true, or why it can't be played.
    Replay(Result<Arc<Tape>, String>),
    /// The newest replays of a server were read, or why they can't be.
    Replays(Result<Vec<ReplaySummary>, String>),
}

/// What became of the connection to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkEvent {
    /// The server has greeted; what the table says follows.
    Welcomed {
        /// Whether the player already has a seat at a table there, whose snapshot follows.
        seated: Option<Code>,
    },
    /// The connection is gone; it comes back by itself.
    Lost {
        /// The number of the attempt that comes next, from 1.
        attempt: u32,
        /// How long until then.
        retry_in_ms: u64,
    },
    /// An attempt is under way.
    Connecting {
        /// Its number, from 1.
        attempt: u32,
    },
    /// The round trip took this long.
    RoundTrip {
        /// In milliseconds.
        rtt_ms: u32,
    },
    /// The connection is over and nobody tries again.
    Ended(LinkEnd),
}

/// Why there is no connection any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkEnd {
    /// The server could not be reached, or went away before it had greeted.
    Unreachable(Unreached),
    /// What answers behaves as no match server does.
    Foreign(Foreign),
    /// The same player is connected elsewhere now.
    Replaced,
    /// The server closed the connection, with this code, for a reason that coming back would not
    /// mend.
    Closed(u16),
    /// The server speaks another version; its own sentence.
    OtherVersion(String),
    /// The server refused the greeting for another reason.
    Refused {
        /// What kind of error.
        code: ErrorCode,
        /// The server's own sentence.
        message: String,
    },
}

/// What no match server of this version of the protocol does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// It answers with this status of HTTP instead of opening a connection.
    Status(u16),
    /// It answers otherwise than by HTTP, or not at all.
    NoHttp,
    /// The secure connection to it can't be made.
    Insecure(Insecure),
    /// It takes the connection and then says nothing.
    Silent,
    /// It greets with another version of the protocol.
    Version(u64),
    /// What it sends is no message, or one that can't be true.
    Nonsense,
    /// It sends more at once than any message needs.
    TooMuch,
}

/// Why a connection can't be a secure one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insecure {
    /// Nobody whom this machine trusts vouches for the server.
    Untrusted,
    /// The certificate is that of another server.
    OtherName,
    /// The certificate is not valid any more, or not yet, by the clock of this machine.
    OutOfDate,
    /// What answers speaks no TLS.
    Plain,
    /// Both can't agree on how.
    Otherwise,
}

/// A server that runs in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosted {
    /// Where it listens.
    pub listening: SocketAddr,
    /// The URL on which this client reaches it.
    pub url: String,
    /// The port that was wished for and taken already, where the server has another.
    pub taken_port: Option<u16>,
    /// `HOST:PORT` (`HOST` where the port is the usual one) by which others may reach it, the
    /// likeliest first.
    pub addresses: Vec<String>,
    /// The table of this player that a server before it has left, once that is told.
    pub left: Option<Code>,
}

/// Something the player wants; the keymap makes it of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Slide a board.
    Move(Controller, Direction),
    /// Go to another entry or value in a menu, a list or a form.
    Focus(Direction),
    /// Enter: choose the entry, submit the form.
    Submit,
    /// Esc: close what is open, go back, or open the menu of a match.
    Back,
    /// Answer a question with yes.
    Yes,
    /// Answer a question with no.
    No,
    /// Leave the screen or the program; asks first where that costs something.
    Quit,
    /// Ctrl-C: leave the program; asks first where that costs something.
    Interrupt,
    /// Show or hide the help.
    Help,
    /// Scroll what is longer than the window, by so many lines, down where there are more than none.
    Scroll(isize),
    /// Give up the match.
    Resign,
    /// Another match, or begin again.
    Again,
    /// Take back the last move of one alone.
    Undo,
    /// Open the list of emotes.
    Emotes,
    /// Choose the entry with this number, from 1.
    Pick(u8),
    /// A character for a field.
    Text(char),
    /// Delete what stands before the cursor of a field.
    Backspace,
    /// Delete what stands behind the cursor of a field, or what the field was given.
    Delete,
    /// Go to the start of a field or of a list.
    Start,
    /// Go to the end of a field or of a list.
    End,
    /// Take another of the servers of before: an older one where this is positive.
    Recent(isize),
    /// Delete everything in a field.
    Clear,
    /// Reload the list of tables.
    Reload,
    /// Watch the chosen table.
    Watch,
    /// Make a table of one's own on the server whose list is shown.
    Create,
    /// Name a replay that is not in the list.
    Name,
    /// Play a replay on, otherwise or from somewhere else.
    Wind(Winding),
    /// Copy the table's address to the clipboard.
    Copy,
    /// Keep the replay of the match that is over.
    Keep,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back to the shell until the process is continued.
    Suspend,
}

/// What can be done with a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winding {
    /// Stand still, or go on; from the end, begin again.
    Pause,
    /// Run twice as fast.
    Faster,
    /// Run half as fast.
    Slower,
    /// Make one move and stand still.
    NextMove,
    /// Take one move back and stand still.
    TakeBack,
    /// Jump on, some seconds of match time.
    Forwards,
    /// Jump back as far.
    Backwards,
    /// Jump to the start.
    Start,
    /// Jump to the end.
    End,
}

impl Action {
    /// Whether this is for somebody who sees the boards; leaving is possible without.
    #[must_use]
    pub const fn needs_sight(self) -> bool {
        matches!(
            self,
            Self::Move(..) | Self::Resign | Self::Again | Self::Undo | Self::Emotes | Self::Pick(_)
        )
    }
}

/// Which keys of a keyboard that two may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Controller {
    /// The arrow keys.
    Arrows,
    /// The letter keys of the layout.
    Letters,
}

/// What keys mean at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// A menu: arrows go from entry to entry, digits choose, Q quits.
    Menu,
    /// The list of tables: as a menu, W watches, C creates, R reloads.
    Tables,
    /// The list of replays: as a menu, R reloads.
    Replays,
    /// A replay: arrows step, the space bar stops it.
    Replay,
    /// A form whose focus is on a text: every character belongs to it; arrows up and down (and Tab)
    /// go from field to field.
    Text,
    /// A form whose focus is on a choice: left and right choose.
    Choice,
    /// A page that only waits or says something: Enter and Esc go on or back, Q quits.
    Page,
    /// The help: any of its keys, Esc, Enter and Q close it.
    Help,
    /// A yes-or-no question that lies over a screen.
    Question {
        /// Whether keys that move a board still do.
        moves: bool,
    },
    /// The emotes, chosen by digit.
    Emotes,
    /// A match that runs or is about to.
    Playing {
        /// Whether R gives up (online) rather than begins again (at one keyboard).
        online: bool,
    },
    /// A match that has ended: R asks for another.
    Over,
}
