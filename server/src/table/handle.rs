//! The handle of a table: the way of sessions and the lobby to its task.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};
use versus2048_protocol::wire::{Code, MessageId, ServerMessage};

use crate::identity::{Client, ConnectionNumber, PlayerId, Requester};
use crate::outbox::Viewer;
use crate::refusal::Refusal;
use crate::table::acts::Act;
use crate::table::record::{Leaving, Request};

/// How many commands wait for a table; a sender with one more waits itself. A table is never behind by
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

/// The receiving end of a table; it is dropped when the table has ended.
#[derive(Debug)]
pub(super) struct Inbox {
    /// The commands.
    pub(super) commands: mpsc::Receiver<TableCommand>,
    _ended: DropGuard,
}

/// The table has ended and told everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEnded;

/// A command for a table. One from a connection that is not at the table, or no longer, is ignored.
#[derive(Debug)]
pub(crate) enum TableCommand {
    /// Do something that takes a seat.
    Act { request: Request, act: Act },
    /// Tell an answer in its turn that was made elsewhere.
    PassOn {
        request: Request,
        message: Box<ServerMessage>,
    },
    /// Say whether a client may go to another table, once all its requests are answered.
    CheckLeaving {
        by: Requester,
        reply: oneshot::Sender<Result<Leaving, Refusal>>,
    },
    /// Let a client leave; the reply comes behind `left`, and is dropped if it stays.
    Leave {
        request: Request,
        reply: oneshot::Sender<()>,
    },
    /// Let a client take the free seat; the reply comes when that is on disk.
    Join {
        arrival: Box<Arrival>,
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Let a client watch.
    Watch {
        arrival: Box<Arrival>,
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Let a player come back to its seat; the reply says whether it has one here.
    Return {
        arrival: Box<Arrival>,
        /// The text that it is told first.
        welcome: Utf8Bytes,
        reply: oneshot::Sender<bool>,
    },
    /// A connection has gone to another table.
    Depart(PlayerId, ConnectionNumber),
    /// A connection is gone.
    Disconnect(PlayerId, ConnectionNumber),
    /// Panic, so that a test sees what becomes of the table.
    #[cfg(test)]
    Panic,
}

/// A client that comes to a table.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    /// The client.
    pub(crate) client: Client,
    /// The way to its outbox.
    pub(crate) viewer: Viewer,
    /// The id of the message by which it comes.
    pub(crate) re: Option<MessageId>,
    /// The table whose seat it gives up for this, since the match there is over.
    pub(crate) leaving: Option<Code>,
}

impl TableHandle {
    /// The way to a new table, and its receiving end.
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

    /// Sends a command to the table.
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

    /// Whether the table has taken every command that was sent.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.inbox.capacity() == INBOX_COMMANDS
    }
}
