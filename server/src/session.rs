//! What one connection may do after `welcome`: it knows where the connection is, and lets the table
//! there, or the lobby, do what is asked for.

mod moving;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;
use versus2048_protocol::wire::{
    ClientMessage, ErrorCode, MessageId, Received, ServerMessage, encode,
};

use crate::limits::addresses::Misses;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::players::ConnectionNumber;
use crate::refusal::Refusal;
use crate::table::{Act, Asker, IfLost, Newcomer, Returner, TableCommand, TableHandle};
use moving::wish;

/// What answers a `hello` that is not the first.
const SECOND_HELLO: &str = "hello comes once; this connection has been greeted";

/// One connection of a player, from `welcome` on.
#[derive(Debug)]
pub(crate) struct Session {
    lobby: Lobby,
    who: Newcomer,
    outbox: Outbox,
    misses: Misses,
    /// The table that the connection looks at.
    at: Option<TableHandle>,
    /// A table that it has asked to be let in to; it is told too when the connection is gone.
    knocked: Option<TableHandle>,
    /// Where the table comes from while the player is in the queue.
    queued: Option<oneshot::Receiver<TableHandle>>,
    is_gone: bool,
}

impl Session {
    /// A session of a connection at no table.
    pub(crate) fn new(lobby: Lobby, who: Newcomer, outbox: Outbox, misses: Misses) -> Self {
        Self {
            lobby,
            who,
            outbox,
            misses,
            at: None,
            knocked: None,
            queued: None,
            is_gone: false,
        }
    }

    /// Whether the connection looks at a table.
    pub(crate) const fn is_at_table(&self) -> bool {
        self.at.is_some()
    }

    /// Takes the player back to its seat, if it still has it, with this welcome before all else.
    pub(crate) async fn come_back(&mut self, table: TableHandle, welcome: Utf8Bytes) {
        self.knocked = Some(table.clone());
        let (reply, is_seated) = oneshot::channel();
        let returner = Box::new(Returner {
            player: self.who.player,
            connection: self.who.connection,
            viewer: self.outbox.attach(),
            welcome,
        });
        let asked = table.send(TableCommand::Attach { returner, reply }).await;
        // A table that ends without an answer has no seat to come back to.
        if asked.is_ok() && is_seated.await.unwrap_or(false) {
            self.at = Some(table);
        }
    }

    /// Does what a message asks for; the answer goes into the outbox, now or when it is on disk.
    /// Every message that the rates let pass belongs here, those that don't parse included, so that
    /// answers keep their order. May be cancelled only in order to call [`disconnect`](Self::disconnect).
    pub(crate) async fn handle(&mut self, received: Received) {
        self.notice_pairing();
        let re = received.id;
        match received.message {
            Ok(message) => self.obey(message, re).await,
            Err(error) => {
                let answer = ServerMessage::error(error.code(), error.to_string());
                self.answer(&answer, re).await;
            }
        }
    }

    /// The connection is gone. (Dropping a session does the same in the background.)
    pub(crate) async fn disconnect(mut self) {
        let tables = self.depart();
        tell_gone(tables, self.who.connection).await;
    }

    async fn obey(&mut self, message: ClientMessage, re: Option<MessageId>) {
        let done = match message {
            ClientMessage::Hello { .. } => {
                let error = ServerMessage::error(ErrorCode::BadMessage, SECOND_HELLO);
                return self.answer(&error, re).await;
            }
            ClientMessage::List {} => {
                let matches = self.lobby.list();
                return self.answer(&ServerMessage::Matches { matches }, re).await;
            }
            ClientMessage::Ping { t } => return self.answer(&ServerMessage::Pong { t }, re).await,
            ClientMessage::Unqueue {} => {
                self.lobby.unqueue(self.who.player, self.who.connection);
                self.notice_pairing();
                return self.answer(&ServerMessage::Unqueued {}, re).await;
            }
            ClientMessage::Leave {} => return self.leave(re).await,
            ClientMessage::Ready { nonce } => return self.act(Act::Ready(nonce), re).await,
            ClientMessage::Move { turn, dir } => {
                return self.act(Act::Move { turn, dir }, re).await;
            }
            ClientMessage::Resign {} => return self.act(Act::Resign, re).await,
            ClientMessage::Rematch {} => return self.act(Act::Rematch, re).await,
            ClientMessage::Emote { kind } => return self.act(Act::Emote(kind), re).await,
            ClientMessage::Create {
                options,
                listed,
                bot,
            } => match wish(options, listed, bot) {
                Ok(wish) => self.create(wish, re.clone()).await,
                Err(refusal) => Err(refusal),
            },
            ClientMessage::Queue { options } => self.queue(options, re.clone()).await,
            ClientMessage::Join { code } => self.join(&code, re.clone()).await,
            ClientMessage::Watch { code } => self.watch(&code, re.clone()).await,
        };
        if let Err(refusal) = done {
            self.refuse(&refusal, re).await;
        }
    }

    /// Does something that takes a seat.
    async fn act(&mut self, act: Act, re: Option<MessageId>) {
        let asker = self.asker(re.clone(), act.if_lost());
        if !self.ask(TableCommand::Act { asker, act }).await {
            self.refuse(&Refusal::NotSeated, re).await;
        }
    }

    async fn leave(&mut self, re: Option<MessageId>) {
        let (done, has_left) = oneshot::channel();
        let asker = self.asker(re.clone(), IfLost::Unavailable);
        if !self.ask(TableCommand::Leave { asker, done }).await {
            return self.refuse(&Refusal::AtNoTable, re).await;
        }
        // Dropped where the table has answered that it could not be done.
        if has_left.await.is_ok() {
            self.at = None;
        }
    }

    async fn refuse(&mut self, refusal: &Refusal, re: Option<MessageId>) {
        match refusal {
            // It passes by what waits at the table, which may be much.
            Refusal::Unavailable => self.outbox.push(encode(&refusal.message(), re.as_ref())),
            _ => self.answer(&refusal.message(), re).await,
        }
    }

    /// Answers in the turn of the table that the connection is at.
    async fn answer(&mut self, message: &ServerMessage, re: Option<MessageId>) {
        let asker = self.asker(re.clone(), IfLost::Same);
        let answer = TableCommand::Answer {
            asker,
            message: message.clone(),
        };
        if !self.ask(answer).await {
            self.outbox.push(encode(message, re.as_ref()));
        }
    }

    /// Gives a command to the table that the connection is at; false where it is at none, or at none
    /// any more.
    async fn ask(&mut self, command: TableCommand) -> bool {
        let Some(table) = &self.at else { return false };
        let asked = table.send(command).await.is_ok();
        if !asked {
            self.at = None;
        }
        asked
    }

    fn asker(&self, re: Option<MessageId>, if_lost: IfLost) -> Asker {
        Asker {
            connection: self.who.connection,
            re,
            if_lost,
        }
    }

    /// Learns of the table that the queue has brought, if it has.
    fn notice_pairing(&mut self) {
        let Some(queued) = &mut self.queued else {
            return;
        };
        match queued.try_recv() {
            Ok(table) => {
                self.at = Some(table);
                self.queued = None;
            }
            Err(oneshot::error::TryRecvError::Empty) => {}
            Err(oneshot::error::TryRecvError::Closed) => self.queued = None,
        }
    }

    /// Takes the connection out of the lobby; gives the tables that may know it.
    fn depart(&mut self) -> Vec<TableHandle> {
        self.is_gone = true;
        self.lobby.disconnect(&self.who);
        self.notice_pairing();
        self.at
            .take()
            .into_iter()
            .chain(self.knocked.take())
            .collect()
    }
}

/// A session whose socket has failed is gone too.
impl Drop for Session {
    fn drop(&mut self) {
        if self.is_gone {
            return;
        }
        let tables = self.depart();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tell_gone(tables, self.who.connection));
        }
    }
}

async fn tell_gone(tables: Vec<TableHandle>, connection: ConnectionNumber) {
    for table in tables {
        // A table that has ended needs no telling.
        let _ = table.send(TableCommand::Disconnect(connection)).await;
    }
}
