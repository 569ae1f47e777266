//! One connection after `welcome`: it knows the table that the connection is at, and passes requests to
//! that table or to the lobby.

mod moving;

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{
    ClientMessage, Code, ErrorCode, MessageId, PROTOCOL, PlayerIdentity, Received, ServerMessage,
    encode,
};

use crate::identity::Client;
use crate::limits::addresses::Misses;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::players::Admitted;
use crate::refusal::Refusal;
use crate::table::{Act, Arrival, Request, TableCommand, TableHandle};
use moving::wish;

/// The answer to a second `hello`.
const SECOND_HELLO: &str = "hello comes once; this connection has been greeted";

/// A `hello` that holds.
#[derive(Clone, Debug)]
pub(crate) struct Hello {
    /// The name in its normal form.
    pub(crate) name: PlayerName,
    /// The token that the client sent.
    pub(crate) token: Option<String>,
    /// The id of the message.
    pub(crate) re: Option<MessageId>,
}

/// One connection of a player, from `welcome` on.
#[derive(Debug)]
pub(crate) struct Session {
    lobby: Lobby,
    client: Client,
    outbox: Outbox,
    misses: Misses,
    /// The table that the connection looks at.
    at: Option<TableHandle>,
    /// A table that it has asked to be let in to; it is told too when the connection is gone.
    knocked: Option<TableHandle>,
    /// Where the table comes from while the player is in the queue.
    queued: Option<(Options, oneshot::Receiver<TableHandle>)>,
    is_gone: bool,
}

impl Session {
    /// Lets a connection in: tells it `welcome`, and, where its player has a seat, the `match`. May be
    /// cancelled: then the connection is gone.
    pub(crate) async fn greet(lobby: Lobby, hello: Hello, misses: Misses, outbox: Outbox) -> Self {
        let admitted = lobby.admit(hello.token.as_deref(), outbox.clone()).await;
        let client = Client {
            player: admitted.player,
            token: admitted.token.hash(),
            name: hello.name.clone(),
            connection: admitted.connection,
        };
        let mut session = Self {
            lobby,
            client,
            outbox,
            misses,
            at: None,
            knocked: None,
            queued: None,
            is_gone: false,
        };
        let seat_at = admitted.seated.and_then(|code| session.lobby.find(code));
        if let Some(table) = seat_at {
            let welcome = session.welcome(&admitted, &hello, Some(table.code()));
            session.come_back(table, welcome).await;
        }
        if session.at.is_none() {
            let welcome = session.welcome(&admitted, &hello, None);
            session.outbox.push(welcome);
        }
        session
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
        let tables = self.leave_lobby();
        tell_gone(tables, self.client.clone()).await;
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
                self.lobby
                    .unqueue(self.client.player, self.client.connection);
                self.notice_pairing();
                return self.answer(&ServerMessage::Unqueued {}, re).await;
            }
            ClientMessage::Leave {} => return Box::pin(self.leave(re)).await,
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
                Ok(wish) => Box::pin(self.create(wish, re.clone())).await,
                Err(refusal) => Err(refusal),
            },
            ClientMessage::Queue { options } => Box::pin(self.queue(options, re.clone())).await,
            ClientMessage::Join { code } => Box::pin(self.join(&code, re.clone())).await,
            ClientMessage::Watch { code } => Box::pin(self.watch(&code, re.clone())).await,
        };
        if let Err(refusal) = done {
            self.refuse(&refusal, re).await;
        }
    }

    /// Does something that takes a seat.
    async fn act(&mut self, act: Act, re: Option<MessageId>) {
        let request = Request {
            attempt: act.attempt(Instant::now()),
            ..self.request(re.clone())
        };
        if !self.ask(TableCommand::Act { request, act }).await {
            self.refuse(&Refusal::NotSeated, re).await;
        }
    }

    async fn leave(&mut self, re: Option<MessageId>) {
        let (reply, has_left) = oneshot::channel();
        let request = self.request(re.clone());
        if !self.ask(TableCommand::Leave { request, reply }).await {
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
            Refusal::Unavailable => self.answer_at_once(&refusal.message(), re.as_ref()),
            _ => self.answer(&refusal.message(), re).await,
        }
    }

    /// Answers in the turn of the table that the connection is at.
    async fn answer(&mut self, message: &ServerMessage, re: Option<MessageId>) {
        let answer = TableCommand::PassOn {
            request: self.request(re.clone()),
            message: Box::new(message.clone()),
        };
        if !self.ask(answer).await {
            self.answer_at_once(message, re.as_ref());
        }
    }

    fn answer_at_once(&self, message: &ServerMessage, re: Option<&MessageId>) {
        self.lobby.metrics().answered(message);
        self.outbox.push(encode(message, re));
    }

    fn welcome(&self, admitted: &Admitted, hello: &Hello, seated: Option<Code>) -> Utf8Bytes {
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            player: PlayerIdentity {
                id: self.client.player.to_string(),
                name: self.client.name.to_string(),
            },
            token: admitted.token.as_str().into(),
            server: env!("CARGO_PKG_VERSION").into(),
            durable: self.lobby.is_durable(),
            seated,
        };
        encode(&welcome, hello.re.as_ref()).into()
    }

    /// Takes the player back to its seat, if it still has it, with this welcome before all else.
    async fn come_back(&mut self, table: TableHandle, welcome: Utf8Bytes) {
        self.knocked = Some(table.clone());
        let (reply, is_seated) = oneshot::channel();
        let command = TableCommand::Return {
            arrival: Box::new(self.arrival(None, None)),
            welcome,
            reply,
        };
        let asked = table.send(command).await;
        // A table that ends without an answer has no seat to come back to.
        if asked.is_ok() && is_seated.await.unwrap_or(false) {
            self.at = Some(table);
        }
    }

    fn arrival(&self, re: Option<MessageId>, leaving: Option<Code>) -> Arrival {
        Arrival {
            client: self.client.clone(),
            viewer: self.outbox.attach(),
            re,
            leaving,
        }
    }

    /// Sends a command to the table that the connection is at; false where it is at none, or at none
    /// any more.
    async fn ask(&mut self, command: TableCommand) -> bool {
        let Some(table) = &self.at else { return false };
        let asked = table.send(command).await.is_ok();
        if !asked {
            self.at = None;
        }
        asked
    }

    fn request(&self, re: Option<MessageId>) -> Request {
        Request::new(self.client.requester(re))
    }

    /// Learns of the table that the queue has brought, if it has.
    fn notice_pairing(&mut self) {
        let Some((_, queued)) = &mut self.queued else {
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

    /// Takes the connection out of the lobby; returns the tables that it may be at.
    fn leave_lobby(&mut self) -> Vec<TableHandle> {
        self.is_gone = true;
        self.lobby.disconnect(&self.client);
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
        let tables = self.leave_lobby();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tell_gone(tables, self.client.clone()));
        }
    }
}

async fn tell_gone(tables: Vec<TableHandle>, client: Client) {
    for table in tables {
        // A table that has ended needs no disconnect.
        let _ = table
            .send(TableCommand::Disconnect(client.player, client.connection))
            .await;
    }
}
