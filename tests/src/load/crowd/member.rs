//! One connection of the load.

use std::collections::VecDeque;
use std::time::Instant;

use uuid::Uuid;
use versus2048_protocol::game::Seat;

use crate::load::boards::Boards;
use crate::load::connection::Connection;

/// A connection and what it is there for.
#[derive(Debug)]
pub(super) struct Member {
    /// None once it has ended.
    pub(super) connection: Option<Connection>,
    pub(super) role: Role,
    pub(super) progress: Progress,
    /// Whether the end of the connection is expected.
    pub(super) is_leaving: bool,
    /// Whether a visitor has made its own table.
    pub(super) has_made_table: bool,
    /// The boards of the match that is played.
    pub(super) boards: Option<Boards>,
    /// The match that a player has said to be ready for.
    pub(super) ready_for: Option<Uuid>,
    /// When the move was due whose board has not come yet.
    pub(super) awaited: Option<Instant>,
    /// When moves or visits were due that could not begin then.
    pub(super) owed: VecDeque<Instant>,
}

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Progress {
    /// It has asked for an upgrade.
    Upgrading,
    /// It has said hello.
    Greeting,
    /// It has been welcomed.
    Welcome,
    /// It is where it is to be.
    Arrived,
}

/// What a connection is there for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// It is there.
    Idle,
    /// It plays at a table.
    Player { table: usize, seat: Seat },
    /// It watches a table.
    Spectator { table: usize },
    /// It watches a table, leaves it, makes a table, leaves that and goes.
    Visitor { table: usize, due: Instant },
}

impl Member {
    /// A connection that has asked for an upgrade.
    pub(super) fn new(connection: Connection, role: Role) -> Self {
        Self {
            connection: Some(connection),
            ..Self::absent(role)
        }
    }

    /// The place of a connection that is not there.
    pub(super) fn absent(role: Role) -> Self {
        Self {
            connection: None,
            role,
            progress: Progress::Upgrading,
            is_leaving: false,
            has_made_table: false,
            boards: None,
            ready_for: None,
            awaited: None,
            owed: VecDeque::new(),
        }
    }
}
