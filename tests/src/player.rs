//! A player on a real socket, whom a test tells what to do.

mod actions;

pub use actions::create;

use std::collections::VecDeque;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use versus2048_protocol::wire::{ClientMessage, Code, ErrorCode, ServerMessage, decode_server};

use crate::{LIMIT, View};

/// How many messages a failure shows.
const SHOWN_MESSAGES: usize = 12;

/// The room for unread bytes of a narrow connection.
const NARROW_BYTES: u32 = 4096;

/// A player or a spectator. Dropping one cuts its connection without a word.
pub struct TestPlayer {
    /// The name that it gave.
    pub name: String,
    /// Its id, as `welcome` said.
    pub id: String,
    /// The secret with which it comes back.
    pub token: String,
    /// The table where it had a seat when it was welcomed.
    pub seated: Option<Code>,
    /// The table that it looks at; none before the first snapshot and after `left` and `closed`.
    pub table: Option<View>,
    server: SocketAddr,
    socket: WebSocketStream<TcpStream>,
    last_id: u64,
    /// What was told last, for the message of a failure.
    recent: VecDeque<String>,
}

/// A player whose connection was cut.
pub struct Absent {
    server: SocketAddr,
    name: String,
    token: String,
}

impl Absent {
    /// The same player on a new connection, with the name of before.
    pub async fn come_back(&self) -> TestPlayer {
        TestPlayer::connect(self.server, &self.name, Some(&self.token)).await
    }
}

/// A message as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The message.
    pub message: ServerMessage,
    /// What it answers.
    pub re: Option<Value>,
}

/// What comes out of a socket.
enum Frame {
    Told(Box<Told>),
    /// The close code; none where the connection was just cut.
    Closed(Option<u16>),
}

impl TestPlayer {
    /// Connects and is welcomed; with the token of a player, as that player.
    pub async fn connect(server: SocketAddr, name: &str, token: Option<&str>) -> Self {
        Self::stranger(server).await.greet(name, token).await
    }

    /// Connects with little room for what it has not read yet, and is welcomed.
    pub async fn connect_narrow(server: SocketAddr, name: &str) -> Self {
        let socket = TcpSocket::new_v4().expect("this machine has sockets");
        let narrowed = socket.set_recv_buffer_size(NARROW_BYTES);
        narrowed.expect("a socket takes this");
        Self::on(socket, server).await.greet(name, None).await
    }

    async fn greet(mut self, name: &str, token: Option<&str>) -> Self {
        name.clone_into(&mut self.name);
        let hello = ClientMessage::Hello {
            protocol: 1,
            name: name.into(),
            client: Some("test".into()),
            token: token.map(Into::into),
        };
        match self.ask(&hello).await {
            ServerMessage::Welcome {
                player,
                token,
                seated,
                ..
            } => {
                self.id = player.id;
                self.token = token;
                self.seated = seated;
                self
            }
            other => self.fail(&format!("welcome, and got {other:?}")),
        }
    }

    /// Connects and says nothing yet.
    pub async fn stranger(server: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("this machine has sockets");
        Self::on(socket, server).await
    }

    async fn on(socket: TcpSocket, server: SocketAddr) -> Self {
        let connect = async {
            let stream = socket.connect(server).await.expect("the server accepts");
            stream.set_nodelay(true).expect("a socket takes this");
            let url = format!("ws://{server}/v1/ws");
            let upgraded = client_async(url, stream).await;
            upgraded.expect("the server upgrades").0
        };
        Self {
            name: String::new(),
            id: String::new(),
            token: String::new(),
            seated: None,
            table: None,
            server,
            socket: timeout(LIMIT, connect)
                .await
                .expect("the server answers in time"),
            last_id: 0,
            recent: VecDeque::new(),
        }
    }

    /// Sends a text as it is.
    pub async fn send_text(&mut self, text: &str) {
        let sent = self.socket.send(Message::text(text));
        let sent = timeout(LIMIT, sent)
            .await
            .expect("the server reads in time");
        if sent.is_err() {
            self.fail("an open connection");
        }
    }

    /// Sends a message and waits for nothing.
    pub async fn send(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).expect("messages are JSON");
        self.send_text(&text).await;
    }

    /// Sends a message with an id of its own, and gives the id.
    pub async fn send_with_id(&mut self, message: &ClientMessage) -> u64 {
        self.last_id += 1;
        let mut fields: Map<String, Value> = to_fields(message);
        fields.insert("id".into(), self.last_id.into());
        let text = Value::Object(fields).to_string();
        self.send_text(&text).await;
        self.last_id
    }

    /// Sends a message and gives the answer to it; what is told before is folded in.
    pub async fn ask(&mut self, message: &ClientMessage) -> ServerMessage {
        let id = self.send_with_id(message).await;
        self.answer(id).await
    }

    /// The answer to a message that was sent with an id.
    pub async fn answer(&mut self, id: u64) -> ServerMessage {
        loop {
            let told = self.told("an answer").await;
            if told.re == Some(json!(id)) {
                return told.message;
            }
        }
    }

    /// Sends a message that has to be answered by an error.
    pub async fn refused(&mut self, message: &ClientMessage) -> ErrorCode {
        match self.ask(message).await {
            ServerMessage::Error { code, .. } => code,
            other => self.fail(&format!("{message:?} to be refused, and got {other:?}")),
        }
    }

    /// The next message, whatever it is.
    pub async fn next(&mut self) -> ServerMessage {
        self.told("a message").await.message
    }

    /// The next message, with what it answers.
    pub async fn told(&mut self, awaited: &str) -> Told {
        match self.frame(awaited).await {
            Frame::Told(told) => *told,
            Frame::Closed(code) => self.fail(&format!("{awaited}, and was closed by {code:?}")),
        }
    }

    /// Reads on until a message is what is awaited; what is told before is folded in.
    pub async fn expect<T>(
        &mut self,
        awaited: &str,
        mut pick: impl FnMut(&ServerMessage) -> Option<T>,
    ) -> T {
        loop {
            let told = self.told(awaited).await;
            if let Some(picked) = pick(&told.message) {
                return picked;
            }
        }
    }

    /// Reads on until the connection is closed, and gives the code; none where it was just cut.
    pub async fn expect_close(&mut self) -> Option<u16> {
        loop {
            if let Frame::Closed(code) = self.frame("a close").await {
                return code;
            }
        }
    }

    /// Everything that was told so far, by asking for one more answer: answers keep their order.
    pub async fn settle(&mut self) -> Vec<ServerMessage> {
        let id = self.send_with_id(&ClientMessage::Ping { t: 0 }).await;
        let mut messages = Vec::new();
        loop {
            let told = self.told("a pong").await;
            if told.re == Some(json!(id)) {
                return messages;
            }
            messages.push(told.message);
        }
    }

    /// Cuts the connection without a word.
    pub fn vanish(self) -> Absent {
        Absent {
            server: self.server,
            name: self.name,
            token: self.token,
        }
    }

    /// The next frame that matters, folded in.
    async fn frame(&mut self, awaited: &str) -> Frame {
        loop {
            let Ok(frame) = timeout(LIMIT, self.socket.next()).await else {
                self.fail(awaited);
            };
            match frame {
                Some(Ok(Message::Text(text))) => return Frame::Told(Box::new(self.fold(&text))),
                Some(Ok(Message::Close(close))) => {
                    return Frame::Closed(close.map(|close| close.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Frame::Closed(None),
            }
        }
    }

    fn fold(&mut self, text: &str) -> Told {
        self.recent.push_back(text.to_owned());
        if self.recent.len() > SHOWN_MESSAGES {
            self.recent.pop_front();
        }
        let message = decode_server(text).expect("the server speaks as the contract says");
        let re = serde_json::from_str::<Map<String, Value>>(text)
            .expect("a message is an object")
            .remove("re");
        match &message {
            ServerMessage::Match(snapshot) => View::see(&mut self.table, snapshot),
            ServerMessage::Left { .. } | ServerMessage::Closed { .. } => self.table = None,
            message => {
                if let Some(view) = &mut self.table {
                    view.fold(message);
                }
            }
        }
        Told { message, re }
    }

    /// Fails the test with what was awaited and what was told last.
    #[track_caller]
    pub(super) fn fail(&self, awaited: &str) -> ! {
        let recent: Vec<&str> = self.recent.iter().map(String::as_str).collect();
        unreachable!(
            "{} awaited {awaited}; the last messages were\n{}",
            self.name,
            recent.join("\n")
        );
    }
}

fn to_fields(value: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
