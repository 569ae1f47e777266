//! What is to be told at a table, in line with what happened there.

use tokio::sync::oneshot;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Reason, Seat};
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{
    BoardUpdate, ClosedReason, MessageId, RejectedReason, ServerMessage, Snapshot, TableSummary,
};

use crate::outbox::Viewer;
use crate::players::{ConnectionNumber, PlayerId};
use crate::refusal::Refusal;

/// What a step at a table has brought: events, and the tellings that rest on them.
#[derive(Debug)]
pub(super) struct Record {
    /// When the step is made, by the shell's clock.
    pub(super) now_ms: u64,
    /// What happened to the match.
    pub(super) events: Vec<Event>,
    /// Each telling with the number of events of this record that stand before it.
    pub(super) tellings: Vec<(usize, Telling)>,
}

/// Who is answered, and what becomes of the answer if a commit fails that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    /// The connection that has asked.
    pub(crate) connection: ConnectionNumber,
    /// What it calls its message.
    pub(crate) re: Option<MessageId>,
    /// What it is told instead.
    pub(crate) if_lost: IfLost,
}

/// What somebody is told whose answer rests on a commit that has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfLost {
    /// The answer all the same: it says nothing about the match.
    Same,
    /// That the move was not made.
    Rejected {
        /// As in the move.
        turn: u64,
        /// As in the move.
        dir: Direction,
    },
    /// The state as it is: what was asked for has been done.
    Snapshot,
    /// That it was not done.
    Unavailable,
}

/// Something to be told or done once everything before it is on disk.
#[derive(Debug)]
pub(super) enum Telling {
    /// A message to everybody.
    All {
        /// What.
        message: ServerMessage,
        /// Whose answer it is.
        asker: Option<Asker>,
    },
    /// A board after a move, to everybody.
    Board {
        /// The match.
        game: Uuid,
        /// The board.
        update: BoardUpdate,
        /// Whose move it was.
        asker: Option<Asker>,
    },
    /// The whole state to everybody.
    Snapshot {
        /// The state, for nobody in particular.
        snapshot: Box<Snapshot>,
        /// Whose answer it is.
        asker: Option<Asker>,
    },
    /// The whole state to one connection.
    View {
        /// The state, for nobody in particular.
        snapshot: Box<Snapshot>,
        /// Whose.
        asker: Asker,
    },
    /// A message to one connection.
    One {
        /// What.
        message: ServerMessage,
        /// Whose answer it is.
        asker: Asker,
    },
    /// A connection is told what happens from here on.
    Arrived {
        /// Which.
        connection: ConnectionNumber,
        /// As which seat, `None` as a spectator.
        you: Option<Seat>,
        /// Its way.
        viewer: Viewer,
    },
    /// A connection is told nothing more.
    Gone(ConnectionNumber),
    /// A connection has left.
    Left(Farewell),
    /// The table is closed.
    Closed(ClosedReason),
    /// Whether a connection may go to another table.
    MayLeave {
        /// The answer.
        answer: Result<Leaving, Refusal>,
        /// Where it goes.
        reply: oneshot::Sender<Result<Leaving, Refusal>>,
    },
    /// Something for the lobby.
    Deed(Deed),
}

/// The end of a look at a table that its own connection has ended.
#[derive(Debug)]
pub(super) struct Farewell {
    /// Who has left.
    pub(super) asker: Asker,
    /// The player whose seat it was; `None` for a spectator.
    pub(super) seated: Option<PlayerId>,
    /// Told when the farewell has been said; dropped if it was not.
    pub(super) done: oneshot::Sender<()>,
}

/// What a connection gives up by going to another table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// A look.
    Look,
    /// The seat in a match that is over.
    Seat,
}

/// What a table asks the lobby to do.
#[derive(Debug)]
pub(crate) enum Deed {
    /// To tell others how the table is.
    Publish(Published),
    /// To note that a player has no seat here any more.
    Unseat(PlayerId),
    /// To tell an operator.
    Log(Note),
    /// To forget the table.
    Remove,
}

/// What an operator is told of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// It begins.
    Begins,
    /// It ends.
    Ends {
        /// By which rule.
        reason: Reason,
        /// At which match time.
        at_ms: u64,
    },
}

/// How a table is, for those who are not at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Published {
    /// The match.
    pub(crate) game: Uuid,
    /// What lists say.
    pub(crate) summary: TableSummary,
    /// Whether lists say it.
    pub(crate) is_listed: bool,
}

impl Telling {
    /// The connection that it answers or lets in.
    pub(super) const fn receiver(&self) -> Option<ConnectionNumber> {
        match self {
            Self::Arrived { connection, .. } => Some(*connection),
            Self::View { asker, .. }
            | Self::One { asker, .. }
            | Self::All {
                asker: Some(asker), ..
            }
            | Self::Board {
                asker: Some(asker), ..
            }
            | Self::Snapshot {
                asker: Some(asker), ..
            } => Some(asker.connection),
            Self::Left(farewell) => Some(farewell.asker.connection),
            Self::All { asker: None, .. }
            | Self::Board { asker: None, .. }
            | Self::Snapshot { asker: None, .. }
            | Self::Gone(_)
            | Self::Closed(_)
            | Self::MayLeave { .. }
            | Self::Deed(_) => None,
        }
    }
}

impl Asker {
    /// The refusal of a move, if that is what was asked for.
    pub(super) fn rejected(&self, reason: RejectedReason) -> Option<ServerMessage> {
        match self.if_lost {
            IfLost::Rejected { turn, dir } => Some(ServerMessage::Rejected { turn, dir, reason }),
            IfLost::Same | IfLost::Snapshot | IfLost::Unavailable => None,
        }
    }

    /// That the journal takes nothing now.
    pub(super) fn unavailable(&self) -> ServerMessage {
        self.rejected(RejectedReason::Unavailable)
            .unwrap_or_else(|| Refusal::Unavailable.message())
    }
}

impl Record {
    /// A step at this time, in which nothing has happened yet.
    pub(super) const fn new(now_ms: u64) -> Self {
        Self {
            now_ms,
            events: Vec::new(),
            tellings: Vec::new(),
        }
    }

    /// Adds something to be told after the events so far.
    pub(super) fn tell(&mut self, telling: Telling) {
        self.tellings.push((self.events.len(), telling));
    }

    /// Adds something for after the events so far, before all else that is told after them.
    pub(super) fn tell_first(&mut self, telling: Telling) {
        let events = self.events.len();
        let place = self
            .tellings
            .partition_point(|&(before, _)| before < events);
        self.tellings.insert(place, (events, telling));
    }

    /// Adds a message to everybody.
    pub(super) fn tell_all(&mut self, message: ServerMessage, asker: Option<Asker>) {
        self.tell(Telling::All { message, asker });
    }

    /// Adds an error to one connection.
    pub(super) fn refuse(&mut self, refusal: &Refusal, asker: Asker) {
        let message = refusal.message();
        self.tell(Telling::One { message, asker });
    }
}
