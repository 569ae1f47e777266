//! Everything that the client knows and shows.

mod best_scores;
mod form;
mod keeping;
mod menu;
pub(crate) mod motion;
mod notice;
mod play;
mod replays;
mod settings;
mod tables;

pub use best_scores::BestScores;
pub use form::{Choice, Field, FieldName, FieldValue, Form, FormKind, FormProblem, TextField};
pub use keeping::{Keeping, NotKept};
pub use menu::{Menu, MenuItem};
pub use motion::{Frame, GLOW_STEPS, Glow, Motion, Tile};
pub use notice::{AddressProblem, CodeProblem, Notice};
pub use play::{Connection, Invitation, Mode, Play};
pub use replays::{Replays, Served, Viewing};
pub use settings::{ColorChoice, ColorDepth, KeyLayout, Lang, Settings, ThemeName};
pub use tables::Tables;

use std::net::SocketAddr;

use rand::rngs::StdRng;
use versus2048_protocol::game::BySeat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Code;

use crate::held_seat::HeldSeat;
use crate::message::{Hosted, KeyContext};
use crate::replay_source::ReplaySource;

/// Everything that the client knows and shows.
#[derive(Debug)]
pub struct Model {
    /// What is on the screen.
    pub screen: Screen,
    /// What lies over it.
    pub overlay: Option<Overlay>,
    /// How it looks and which keys it has.
    pub settings: Settings,
    /// In how many colours somebody wants it.
    pub color: ColorChoice,
    /// How many colours the terminal says that it has.
    pub terminal_color: ColorDepth,
    /// The file of the music, as it was typed; empty where there is to be none.
    pub music: String,
    /// The time, in milliseconds of a clock that never goes back.
    pub now_ms: u64,
    /// The name to go by.
    pub name: String,
    /// The names of two at this keyboard; who has none is called by the keys.
    pub pair: BySeat<Option<String>>,
    /// The server to connect to, `ws://HOST:PORT`.
    pub server: String,
    /// The server that forms begin with: the one that was set, or the last one that has answered.
    pub usual_server: String,
    /// The options for the next match that is made.
    pub options: Options,
    /// The address on which a server in this process listens.
    pub listen: SocketAddr,
    /// The best scores ever at this keyboard.
    pub best_scores: BestScores,
    /// The options of the last game alone, also of one that was kept another day, with its target.
    pub solo_options: Options,
    /// What is announced and looked for in the same network at this moment.
    pub discovery: Discovery,
    /// The servers that somebody was at last, the newest first.
    pub recent_servers: Vec<String>,
    /// The seat that the player has at a table, or had when the program ended: the way back to it.
    pub held: Option<HeldSeat>,
    /// Whether the game of one alone is kept when it is left.
    pub keeps_games: bool,
    /// What the player wants on the server, until it is there.
    pub goal: Option<Goal>,
    /// The server in this process, while one runs.
    pub hosted: Option<Hosted>,
    /// The menu as it was left: whoever goes back finds it so.
    pub menu: Menu,
    /// Where what is on the screen was begun: a failure leads back to it.
    pub origin: Option<Origin>,
    /// Whether leaving the screen goes back to the menu rather than out of the program.
    pub from_menu: bool,
    /// Whether the question that is open was asked by Ctrl-C: then leaving ends the program.
    pub ends_program: bool,
    /// Where nonces come from.
    pub rng: StdRng,
}

/// What is announced and looked for in the same network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Whether the table in this process may be announced.
    pub is_listed: bool,
    /// The table that is announced.
    pub announced: Option<Code>,
    /// Whether tables are looked for.
    pub is_searching: bool,
}

/// What the client is to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The menu.
    Menu,
    /// The menu, after something that has to be read.
    MenuAfter(Notice),
    /// A server in this process and a table on it.
    Host {
        /// Whether the table is told in lists.
        listed: bool,
    },
    /// The form to join a table, which lists those in the same network.
    FindTables,
    /// Something on a server that runs already.
    Online(Goal),
    /// Two at one keyboard.
    HotSeat,
    /// One board alone.
    Solo {
        /// The options of the board, with the tile to reach.
        options: Options,
    },
    /// A replay.
    Replay(ReplaySource),
    /// The newest replays of the server.
    Replays,
}

/// Where something was begun.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A form, with what was filled in.
    Form(Form),
    /// The list of a server's tables.
    Tables,
    /// The list of a server's replays, as it was left.
    Replays(Replays),
}

/// What is on the screen.
#[derive(Debug)]
pub enum Screen {
    /// The menu.
    Menu(Menu),
    /// Fields to fill in.
    Form(Form),
    /// The connection or the server in this process is not up yet.
    Connecting {
        /// To which server.
        server: String,
        /// When the server that has greeted should have answered what it was asked, by `now_ms`.
        due_ms: Option<u64>,
    },
    /// Waiting in the queue for somebody who wants the same.
    Queued {
        /// The complete options.
        options: Options,
        /// Since when.
        since_ms: u64,
    },
    /// A table: waiting for the other (with the invitation), playing, over; also at one keyboard.
    Table(Box<Play>),
    /// The tables of the server.
    Tables(Tables),
    /// A replay, or a list of them, is being read.
    Loading {
        /// From where.
        source: String,
    },
    /// The newest replays of the server.
    Replays(Replays),
    /// A replay.
    Replay(Box<Viewing>),
    /// Something to be read before the program goes on or ends.
    Notice(Notice),
}

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys, and what differs from ordinary 2048.
    Help {
        /// How many of its lines have been scrolled away.
        above: usize,
    },
    /// What a seat can say.
    Emotes,
    /// A yes-or-no question.
    Question {
        /// What is asked.
        about: Question,
        /// When it goes away by itself, if it does.
        until_ms: Option<u64>,
    },
}

/// A yes-or-no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Give up the match?
    Resign,
    /// Leave, which gives up the match?
    Leave,
    /// End the match at one keyboard?
    LeaveLocal,
    /// Leave the game of one alone, which is kept?
    LeaveSolo,
    /// A game of one alone was kept: go on with it?
    ResumeSolo,
    /// Begin again although the match at one keyboard is not over?
    Restart,
    /// The target is reached: play on?
    PlayOn,
    /// Close one's own table, whose code may be with a friend already?
    CloseTable,
    /// Go to the shell, although the server in this process stands still meanwhile?
    Suspend,
    /// A match of yours still runs at this table: go back to it?
    Resume(Code),
}

impl Question {
    /// Whether it waits for an answer, however long that takes, and no key moves a board meanwhile.
    #[must_use]
    pub const fn stays(self) -> bool {
        matches!(self, Self::PlayOn | Self::Resume(_) | Self::ResumeSolo)
    }
}

/// What the player wants on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A table of one's own.
    Create {
        /// Its options.
        options: Options,
        /// Whether it is told in lists.
        listed: bool,
    },
    /// The free seat of a table.
    Join {
        /// Its code.
        code: Code,
    },
    /// A match with anybody who wants the same.
    Queue {
        /// Its options.
        options: Options,
    },
    /// The seat that the player has at a table already.
    Return {
        /// Its code.
        code: Code,
    },
    /// A look at a table.
    Watch {
        /// Its code.
        code: Code,
    },
    /// The list of tables.
    List,
}

impl Model {
    /// Offers the way back to a seat, where there is one, before everything else in the menu.
    pub fn offer(&mut self, seat: Option<HeldSeat>) {
        if seat.is_some() {
            self.menu.selected = MenuItem::Return;
        }
        self.held = seat;
    }

    /// What keys mean at this moment.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        match &self.overlay {
            Some(Overlay::Help { .. }) => return KeyContext::Help,
            Some(Overlay::Emotes) => return KeyContext::Emotes,
            Some(Overlay::Question { about, .. }) => {
                return KeyContext::Question {
                    moves: !about.stays(),
                };
            }
            None => {}
        }
        match &self.screen {
            Screen::Menu(_) => KeyContext::Menu,
            Screen::Form(form) => form.key_context(),
            Screen::Tables(_) => KeyContext::Tables,
            Screen::Connecting { .. }
            | Screen::Queued { .. }
            | Screen::Loading { .. }
            | Screen::Notice(_) => KeyContext::Page,
            Screen::Replays(_) => KeyContext::Replays,
            Screen::Replay(_) => KeyContext::Replay,
            Screen::Table(play) => play.key_context(),
        }
    }
}
