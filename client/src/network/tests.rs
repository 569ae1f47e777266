//! A connection against a server that does what the test says.

mod hostile;

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async};
use versus2048_protocol::wire::{ClientMessage, CloseCode, ServerMessage};

use super::{Greeting, Link};
use crate::message::{LinkEnd, Message, NetworkEvent};
use crate::tokens::TokenSlot;
use crate::unreached::Unreached;

/// Far above what anything here takes.
const LIMIT: Duration = Duration::from_secs(10);

/// Comes to an end in time.
async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(LIMIT, future).await.expect("nothing came in time")
}

struct FakeServer(TcpListener);

impl FakeServer {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        Self(listener.expect("a free port"))
    }

    fn url(&self) -> String {
        format!("ws://{}", self.0.local_addr().expect("an address"))
    }

    fn greeting(&self, slot: Option<TokenSlot>) -> Greeting {
        Greeting {
            server: self.url(),
            name: "Ana".to_owned(),
            slot,
        }
    }

    async fn accept(&self) -> Peer {
        let (stream, _) = soon(self.0.accept()).await.expect("a connection");
        Peer(soon(accept_async(stream)).await.expect("an upgrade"))
    }

    /// Accepts and greets; what `hello` had as a token comes back too.
    async fn welcome(&self, token: &str) -> (Peer, Value) {
        let mut peer = self.accept().await;
        let hello = peer.hear().await;
        assert_eq!(hello["type"], "hello");
        let welcome = json!({
            "type": "welcome", "protocol": 1, "player": {"id": "1", "name": "Ana"},
            "token": token, "server": "0", "durable": false, "seated": null
        });
        peer.say(&welcome).await;
        (peer, hello["token"].clone())
    }
}

struct Peer(WebSocketStream<TcpStream>);

impl Peer {
    /// The next message that is no ping.
    async fn hear(&mut self) -> Value {
        loop {
            let frame = soon(self.0.next())
                .await
                .expect("a frame")
                .expect("a frame");
            let Frame::Text(text) = frame else {
                panic!("{frame:?} instead of a message");
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] != "ping" {
                return message;
            }
        }
    }

    async fn say(&mut self, message: &Value) {
        let text = Frame::text(message.to_string());
        soon(self.0.send(text)).await.expect("a peer that reads");
    }

    async fn close(mut self, code: CloseCode) {
        let close = CloseFrame {
            code: code.number().into(),
            reason: code.reason().into(),
        };
        soon(self.0.close(Some(close)))
            .await
            .expect("a peer that reads");
    }
}

/// The next thing told that is no round trip.
async fn told(link: &mut Link) -> Message {
    loop {
        match soon(link.next()).await {
            Message::Network(NetworkEvent::RoundTrip { .. }) => {}
            message => return message,
        }
    }
}

#[track_caller]
fn assert_welcomed(message: &Message) {
    let is_welcome = matches!(
        message,
        Message::Network(NetworkEvent::Welcomed { seated: None })
    );
    assert!(is_welcome, "{message:?}");
}

#[track_caller]
fn assert_lost(message: &Message, next: u32) {
    let is_loss = matches!(
        message,
        Message::Network(NetworkEvent::Lost { attempt, .. }) if *attempt == next
    );
    assert!(is_loss, "{message:?}");
}

#[tokio::test]
async fn what_the_server_says_is_passed_on_in_order() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (mut peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    peer.say(&json!({"type": "audience", "watching": 1})).await;
    peer.say(&json!({"type": "from_the_future", "x": 1})).await;
    peer.say(&json!({"type": "unqueued"})).await;
    let watching = Message::Server(Box::new(ServerMessage::Audience { watching: 1 }));
    assert_eq!(told(&mut link).await, watching);
    let unknown = Message::Server(Box::new(ServerMessage::Unknown));
    assert_eq!(told(&mut link).await, unknown);
    let unqueued = Message::Server(Box::new(ServerMessage::Unqueued {}));
    assert_eq!(told(&mut link).await, unqueued);
}

#[tokio::test]
async fn a_round_trip_is_measured() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (mut peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    let ping = soon(peer.0.next())
        .await
        .expect("a frame")
        .expect("a frame");
    let ping: Value = serde_json::from_str(ping.to_text().expect("text")).expect("JSON");
    assert_eq!(ping["type"], "ping");
    peer.say(&json!({"type": "pong", "t": ping["t"]})).await;
    let measured = soon(link.next()).await;
    let is_short = matches!(
        measured,
        Message::Network(NetworkEvent::RoundTrip { rtt_ms }) if rtt_ms < 10_000
    );
    assert!(is_short, "{measured:?}");
}

#[tokio::test]
async fn a_lost_connection_comes_back_as_the_same_player() {
    let server = FakeServer::start().await;
    let dir = tempfile::tempdir().expect("a directory");
    let slot = TokenSlot::open(dir.path(), "s", "Ana", None).expect("a place");
    let mut link = Link::open(server.greeting(Some(slot)));
    let (peer, token) = server.welcome("secret").await;
    assert_eq!(token, Value::Null);
    assert_welcomed(&told(&mut link).await);
    drop(peer);
    let lost = told(&mut link).await;
    assert!(
        matches!(lost, Message::Network(NetworkEvent::Lost { attempt: 1, retry_in_ms }) if retry_in_ms <= 1000),
        "{lost:?}"
    );
    // What is said meanwhile was meant for the connection that is gone.
    link.say(ClientMessage::Resign {});
    let (mut peer, token) = server.welcome("secret").await;
    assert_eq!(token, "secret");
    let trying = Message::Network(NetworkEvent::Connecting { attempt: 1 });
    assert_eq!(told(&mut link).await, trying);
    assert_welcomed(&told(&mut link).await);
    link.say(ClientMessage::Unqueue {});
    assert_eq!(peer.hear().await["type"], "unqueue");
    link.close().await;
    let mut slot = TokenSlot::open(dir.path(), "s", "Ana", None).expect("a place");
    assert_eq!(slot.read().expect("a file").as_deref(), Some("secret"));
}

#[tokio::test]
async fn some_closes_are_final() {
    for (code, expected) in [
        (CloseCode::Replaced, LinkEnd::Replaced),
        (CloseCode::Done, LinkEnd::Closed(1000)),
    ] {
        let server = FakeServer::start().await;
        let mut link = Link::open(server.greeting(None));
        let (peer, _) = server.welcome("t").await;
        assert_welcomed(&told(&mut link).await);
        peer.close(code).await;
        let ended = Message::Network(NetworkEvent::Ended(expected));
        assert_eq!(told(&mut link).await, ended);
    }
}

#[tokio::test]
async fn a_server_that_restarts_is_waited_for() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    peer.close(CloseCode::Restart).await;
    assert_lost(&told(&mut link).await, 1);
}

#[tokio::test]
async fn a_server_that_cannot_greet_for_the_moment_is_asked_again() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    drop(peer);
    assert_lost(&told(&mut link).await, 1);
    let mut peer = server.accept().await;
    let trying = Message::Network(NetworkEvent::Connecting { attempt: 1 });
    assert_eq!(told(&mut link).await, trying);
    peer.hear().await;
    let error = json!({"type": "error", "code": "shutting_down", "message": "not now"});
    peer.say(&error).await;
    assert_lost(&told(&mut link).await, 2);
}

#[tokio::test]
async fn another_version_is_told_in_the_server_s_words() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let mut peer = server.accept().await;
    peer.hear().await;
    let message = "version 2 is spoken here";
    peer.say(&json!({"type": "error", "code": "unsupported_protocol", "message": message}))
        .await;
    let ended = NetworkEvent::Ended(LinkEnd::OtherVersion(message.to_owned()));
    assert_eq!(told(&mut link).await, Message::Network(ended));
}

#[tokio::test]
async fn nobody_tries_twice_where_no_server_is() {
    let server = FakeServer::start().await;
    let greeting = server.greeting(None);
    drop(server);
    let mut link = Link::open(greeting);
    let refused = NetworkEvent::Ended(LinkEnd::Unreachable(Unreached::Refused));
    assert_eq!(told(&mut link).await, Message::Network(refused));
}

#[tokio::test]
async fn a_name_that_nobody_has_is_told_from_a_server_that_does_not_run() {
    let greeting = Greeting {
        // A name that is never given to anybody (RFC 6761).
        server: "ws://nowhere.invalid:2048".to_owned(),
        name: "Ana".to_owned(),
        slot: None,
    };
    let mut link = Link::open(greeting);
    let unknown = NetworkEvent::Ended(LinkEnd::Unreachable(Unreached::UnknownHost));
    assert_eq!(told(&mut link).await, Message::Network(unknown));
}

#[tokio::test]
async fn the_last_word_is_said_before_the_connection_is_closed() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (mut peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    link.say(ClientMessage::Leave {});
    let heard = tokio::spawn(async move {
        let leave = peer.hear().await;
        let close = soon(peer.0.next()).await;
        (leave, close)
    });
    soon(link.close()).await;
    let (leave, close) = soon(heard).await.expect("a peer");
    assert_eq!(leave["type"], "leave");
    assert!(matches!(close, Some(Ok(Frame::Close(_)))), "{close:?}");
}
