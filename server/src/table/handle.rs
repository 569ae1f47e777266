//! The face of a table to sessions and the lobby.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{Code, MessageId, ServerMessage};

use crate::outbox::Viewer;
use crate::players::{ConnectionNumber, PlayerId, Visit};
use crate::refusal::Refusal;
use crate::table::state::Act;
use crate::table::telling::{Asker, Leaving};

/// How many commands wait for a table. Who has one more waits itself: a table is never behind by
/// more than it can do in some microseconds each.
pub(super) const INBOX_COMMANDS: usize = 128;

/// A way to a table; clones lead to the same one.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    code: Code,
    inbox: mpsc::Sender<TableCommand>,
    /// Cancelled when the table has answered everything that it was asked.
    ended: CancellationToken,
}

/// What a table reads; its end is the table's.
#[derive(Debug)]
pub(super) struct Inbox {
    /// What is asked for.
    pub(super) commands: mpsc::Receiver<TableCommand>,
    _ended: DropGuard,
}

/// The table has ended and told everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEnded;

/// What a table is asked for. What comes from a connection that the table does not know, or knows
/// no more, is ignored; a reply that is dropped means that the journal takes nothing now.
#[derive(Debug)]
pub(crate) enum TableCommand {
    /// Something that takes a seat.
    Act {
        /// By whom.
        asker: Asker,
        /// What.
        act: Act,
    },
    /// To tell an answer in its turn that was made elsewhere.
    Answer {
        /// To whom.
        asker: Asker,
        /// What.
        message: ServerMessage,
    },
    /// Whether a connection may go to another table, once all its answers are told.
    MayLeave {
        /// Which.
        connection: ConnectionNumber,
        /// The answer.
        reply: oneshot::Sender<Result<Leaving, Refusal>>,
    },
    /// To leave.
    Leave {
        /// Who.
        asker: Asker,
        /// Told when it has been told `left`.
        done: oneshot::Sender<()>,
    },
    /// To take the free seat.
    Join {
        /// Who, and how it is answered.
        comer: Comer,
        /// The name of the seat from then on.
        name: PlayerName,
        /// Whether it did.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// To watch.
    Watch {
        /// Who, and how it is answered.
        comer: Comer,
        /// Whether it does.
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// To let a player in who has come back to its seat.
    Attach {
        /// Who.
        returner: Box<Returner>,
        /// Whether it has a seat here.
        reply: oneshot::Sender<bool>,
    },
    /// A connection has gone to another table.
    Detach(ConnectionNumber),
    /// A connection is gone.
    Disconnect(ConnectionNumber),
    /// To do something wrong, so that a test sees what becomes of it.
    #[cfg(test)]
    Break(Breakage),
    /// To say that everything before it has been taken.
    #[cfg(test)]
    Probe(oneshot::Sender<()>),
}

/// What a test does to a table.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Breakage {
    /// Panics.
    Panic,
    /// Interrupts the match as a restart of the server does.
    Interrupt,
}

/// Who comes to a table.
#[derive(Debug)]
pub(crate) struct Comer {
    /// Who.
    pub(crate) visit: Visit,
    /// Its way.
    pub(crate) viewer: Viewer,
    /// What it calls its message.
    pub(crate) re: Option<MessageId>,
}

/// Who comes back to its seat.
#[derive(Debug)]
pub(crate) struct Returner {
    /// Who.
    pub(crate) player: PlayerId,
    /// By which connection.
    pub(crate) connection: ConnectionNumber,
    /// Its way.
    pub(crate) viewer: Viewer,
    /// What it is told first.
    pub(crate) welcome: Utf8Bytes,
}

impl TableHandle {
    /// The way to a new table, and what the table reads.
    pub(super) fn new(code: Code) -> (Self, Inbox) {
        let (inbox, commands) = mpsc::channel(INBOX_COMMANDS);
        let ended = CancellationToken::new();
        let inbox_of_table = Inbox {
            commands,
            _ended: ended.clone().drop_guard(),
        };
        (Self { code, inbox, ended }, inbox_of_table)
    }

    /// The table's code.
    pub(crate) const fn code(&self) -> Code {
        self.code
    }

    /// Asks the table for something.
    ///
    /// # Errors
    /// The table has ended, and has answered everything that it was asked before.
    pub(crate) async fn send(&self, command: TableCommand) -> Result<(), TableEnded> {
        if self.inbox.send(command).await.is_err() {
            self.ended.cancelled().await;
            return Err(TableEnded);
        }
        Ok(())
    }
}
