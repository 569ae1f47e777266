//! What was told last.

use uuid::Uuid;
use versus2048_protocol::game::BySeat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{BoardView, Code, Phase, TableSummary};

use crate::model::Screen;

/// A page, as far as it makes a difference to what is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Page {
    /// Nothing was told yet.
    Nothing,
    /// The menu.
    Menu,
    /// The connection to a server is not up yet.
    Connecting(String),
    /// The queue for matches with these options.
    Queued(Options),
    /// A table: that has more to tell than a page.
    Table,
    /// A list of tables.
    Tables(Vec<TableSummary>),
    /// A replay is being read.
    Loading,
    /// Something to be read.
    Notice,
    /// The tables in the same network, as far as they are looked for.
    Nearby,
    /// What has no words without a screen.
    Silent,
}

impl Page {
    /// The page of a screen.
    pub(super) fn of(screen: &Screen) -> Self {
        match screen {
            Screen::Menu(_) => Self::Menu,
            Screen::Connecting { server, .. } => Self::Connecting(server.clone()),
            Screen::Queued { options, .. } => Self::Queued(*options),
            Screen::Table(_) | Screen::Replay(_) => Self::Table,
            Screen::Tables(tables) => Self::Tables(tables.tables.clone().unwrap_or_default()),
            Screen::Loading { .. } => Self::Loading,
            Screen::Notice(_) => Self::Notice,
            Screen::Form(_) => Self::Nearby,
            Screen::Replays(_) => Self::Silent,
        }
    }
}

/// What was told of a table.
#[derive(Clone, Debug)]
pub(super) struct SeenTable {
    /// Which table, and which match there.
    pub(super) at: (Code, Uuid),
    /// Which of the table's matches it was.
    pub(super) game: u32,
    /// How far it was.
    pub(super) phase: Phase,
    /// How much had happened.
    pub(super) happened: u64,
    /// The boards, as they were told last.
    pub(super) boards: BySeat<Option<BoardView>>,
    /// When that was, by `model.now_ms`.
    pub(super) slid_at_ms: BySeat<Option<u64>>,
    /// Whether it was closed.
    pub(super) is_closed: bool,
    /// Whether the connection was up.
    pub(super) is_connected: bool,
    /// What was left of the time limit.
    pub(super) remaining_ms: Option<u64>,
}
