//! The record of one step at a table: the events that it decided, and the entries for its line.

use std::time::Instant;

use tokio::sync::oneshot;
use uuid::Uuid;
use versus2048_protocol::game::{Event, Reason};
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{
    ClosedReason, RejectedReason, ServerMessage, Snapshot, TableSummary,
};

use crate::identity::{PlayerId, Requester};
use crate::refusal::Refusal;

/// The result of one step.
#[derive(Debug)]
pub(super) struct Record {
    /// The time of the step, by the server's clock.
    pub(super) now_ms: u64,
    /// Whether the journal has a place for the step: without one nothing may change that is kept.
    pub(super) may_write: bool,
    /// Changes of the match, which the journal keeps.
    pub(super) events: Vec<Event>,
    /// Messages and side effects, which follow once the step is on disk.
    pub(super) entries: Vec<Entry>,
}

/// A request that is owed an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The sender.
    pub(crate) by: Requester,
    /// Present in a move, whose refusals have a form of their own.
    pub(crate) attempt: Option<Attempt>,
}

/// A move that a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// The number of moves made on the board, as the mover expects it.
    pub(crate) turn: u64,
    /// The direction.
    pub(crate) dir: Direction,
    /// When it was received. By real time, for what is measured is the server, and never shown to a rule.
    pub(crate) received: Instant,
}

/// An element of a table's line. It takes effect when the step that it belongs to is on disk; if that
/// step is rolled back, its request is answered `unavailable` and everything else is dropped.
#[derive(Debug)]
pub(super) enum Entry {
    /// A message about the table.
    Message { message: ServerMessage, to: To },
    /// An answer that holds whatever becomes of the step, such as a `pong`.
    Answer {
        message: ServerMessage,
        request: Request,
    },
    /// A player has taken a seat: it subscribes, and the snapshot goes to all.
    Joined(Joined),
    /// A client has left: it is told so and unsubscribes.
    Left(Left),
    /// The reply to a client that wants to go to another table.
    Leaving {
        answer: Result<Leaving, Refusal>,
        reply: oneshot::Sender<Result<Leaving, Refusal>>,
    },
    /// The refusal of a client that wants to join.
    NotJoined {
        refusal: Refusal,
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// The table is closed.
    Closed(ClosedReason),
    /// Others see the table like this from now on.
    Publish(Published),
    /// A line for the operator's log.
    Log(Note),
}

/// The receivers of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// Every subscriber.
    All,
    /// Every subscriber but this player.
    Others(PlayerId),
    /// Every subscriber; it answers the request of one of them.
    AllAnswering(Request),
    /// The sender of a request alone.
    One(Request),
}

/// A seat that was taken.
#[derive(Debug)]
pub(super) struct Joined {
    /// The request that the snapshot answers.
    pub(super) request: Request,
    /// The state with the new player.
    pub(super) snapshot: Box<Snapshot>,
    /// The reply to the player's session.
    pub(super) reply: oneshot::Sender<Result<(), Refusal>>,
}

/// A client that has left by its own request.
#[derive(Debug)]
pub(super) struct Left {
    /// The request.
    pub(super) request: Request,
    /// Whether it had a seat.
    pub(super) was_seated: bool,
    /// The reply to its session; dropped if the client stays.
    pub(super) reply: oneshot::Sender<()>,
}

/// The place that a client gives up when it goes to another table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It has only watched.
    Watching,
    /// Its seat in a match that is over.
    Seat,
}

/// The log's line about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// The match.
    pub(crate) match_id: Uuid,
    /// The reason and the match time of its end; `None` for its beginning.
    pub(crate) end: Option<(Reason, u64)>,
}

/// The table as those see it who are not at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Published {
    /// The current match.
    pub(crate) game: Uuid,
    /// The line in a list.
    pub(crate) summary: TableSummary,
    /// Whether lists have that line.
    pub(crate) is_listed: bool,
}

impl Record {
    /// A step that may be written, in which nothing has happened yet.
    pub(super) const fn writable(now_ms: u64) -> Self {
        Self::new(now_ms, true)
    }

    /// A step that may not be written.
    pub(super) const fn read_only(now_ms: u64) -> Self {
        Self::new(now_ms, false)
    }

    /// A step in which nothing has happened yet.
    pub(super) const fn new(now_ms: u64, may_write: bool) -> Self {
        Self {
            now_ms,
            may_write,
            events: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Adds a message to all.
    pub(super) fn tell_all(&mut self, message: ServerMessage, answered: Option<&Request>) {
        let to = answered.cloned().map_or(To::All, To::AllAnswering);
        self.entries.push(Entry::Message { message, to });
    }

    /// Adds a message to all but one player.
    pub(super) fn tell_others(&mut self, message: ServerMessage, player: PlayerId) {
        let to = To::Others(player);
        self.entries.push(Entry::Message { message, to });
    }

    /// Adds a message to the sender of a request.
    pub(super) fn tell_one(&mut self, message: ServerMessage, request: &Request) {
        let to = To::One(request.clone());
        self.entries.push(Entry::Message { message, to });
    }

    /// Adds a refusal of a request.
    pub(super) fn refuse(&mut self, refusal: &Refusal, request: &Request) {
        self.tell_one(refusal.message(), request);
    }
}

impl Request {
    /// A request that is no move.
    pub(crate) const fn new(by: Requester) -> Self {
        let attempt = None;
        Self { by, attempt }
    }

    /// The answer to a move that is not made; `None` if this is no move.
    pub(super) fn rejected(&self, reason: RejectedReason) -> Option<ServerMessage> {
        let Attempt { turn, dir, .. } = self.attempt?;
        Some(ServerMessage::Rejected { turn, dir, reason })
    }

    /// The answer while the journal takes nothing, or when it has lost the step of this request.
    pub(super) fn unavailable(&self) -> ServerMessage {
        self.rejected(RejectedReason::Unavailable)
            .unwrap_or_else(|| Refusal::Unavailable.message())
    }
}

impl Entry {
    /// The request that this entry answers at the table itself.
    pub(super) const fn request(&self) -> Option<&Request> {
        match self {
            Self::Message {
                to: To::AllAnswering(request) | To::One(request),
                ..
            }
            | Self::Answer { request, .. } => Some(request),
            Self::Left(left) => Some(&left.request),
            Self::Message {
                to: To::All | To::Others(_),
                ..
            }
            | Self::Joined(_)
            | Self::Leaving { .. }
            | Self::NotJoined { .. }
            | Self::Closed(_)
            | Self::Publish(_)
            | Self::Log(_) => None,
        }
    }

    /// Whether this entry says all that an older one does: where a seat's player is, how many watch, or
    /// how others see the table.
    pub(super) fn supersedes(&self, older: &Self) -> bool {
        match (self, older) {
            (Self::Message { message: new, .. }, Self::Message { message: old, .. }) => {
                match (new, old) {
                    (
                        ServerMessage::Presence { seat: new, .. },
                        ServerMessage::Presence { seat: old, .. },
                    ) => new == old,
                    (ServerMessage::Audience { .. }, ServerMessage::Audience { .. }) => true,
                    _ => false,
                }
            }
            (Self::Publish(_), Self::Publish(_)) => true,
            _ => false,
        }
    }

    /// Whether every subscriber gets a message by this entry.
    pub(super) const fn is_for_all(&self) -> bool {
        match self {
            Self::Message {
                to: To::All | To::Others(_) | To::AllAnswering(_),
                ..
            }
            | Self::Joined(_)
            | Self::Closed(_) => true,
            Self::Message { to: To::One(_), .. }
            | Self::Answer { .. }
            | Self::Left(_)
            | Self::Leaving { .. }
            | Self::NotJoined { .. }
            | Self::Publish(_)
            | Self::Log(_) => false,
        }
    }
}
