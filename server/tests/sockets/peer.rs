//! A peer that writes whatever bytes a test wants.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::running::{Running, within};

pub(crate) const CONTINUATION: u8 = 0x0;
pub(crate) const TEXT: u8 = 0x1;
pub(crate) const BINARY: u8 = 0x2;
pub(crate) const CLOSE: u8 = 0x8;
pub(crate) const PING: u8 = 0x9;
pub(crate) const PONG: u8 = 0xa;
/// The bit that says that no further frame of the message follows.
pub(crate) const FINAL: u8 = 0x80;

pub(crate) const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"Ana","id":"hello"}"#;

/// What a peer reads.
#[derive(Debug, PartialEq)]
pub(crate) enum Seen {
    Text(Value),
    Ping,
    Pong,
    Close(u16),
    /// The stream has ended.
    End,
}

/// One side of a TCP connection.
pub(crate) struct Peer {
    stream: TcpStream,
}

impl Peer {
    /// Connects and says nothing.
    pub(crate) async fn silent(address: SocketAddr) -> Self {
        let stream = within(TcpStream::connect(address)).await.unwrap();
        // What is said is there before anything that is said later on another connection.
        stream.set_nodelay(true).unwrap();
        Self { stream }
    }

    /// Connects with small buffers of its own, and upgrades.
    pub(crate) async fn narrow(server: &Running) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4 * 1024).unwrap();
        socket.set_send_buffer_size(4 * 1024).unwrap();
        let stream = within(socket.connect(server.address)).await.unwrap();
        let mut peer = Self { stream };
        peer.upgrade().await;
        peer
    }

    /// Connects and upgrades.
    pub(crate) async fn upgraded(server: &Running) -> Self {
        let mut peer = Self::silent(server.address).await;
        peer.upgrade().await;
        peer
    }

    async fn upgrade(&mut self) {
        let head = request("/v1/ws", UPGRADE);
        self.write(head.as_bytes()).await;
        let answer = self.read_head().await;
        assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
    }

    /// Writes bytes; a server that has ended the connection is no failure.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        let _ = self.try_write(bytes).await;
    }

    /// Writes bytes, all of which the server has to take.
    pub(crate) async fn try_write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        within(self.stream.write_all(bytes)).await
    }

    /// Writes one frame.
    pub(crate) async fn frame(&mut self, first: u8, payload: &[u8]) {
        self.write(&frame(first, payload)).await;
    }

    /// Says a message.
    pub(crate) async fn say(&mut self, text: &str) {
        self.frame(FINAL | TEXT, text.as_bytes()).await;
    }

    /// Reads a head, of an answer over HTTP.
    pub(crate) async fn read_head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match within(self.stream.read_u8()).await {
                Ok(byte) => head.push(byte),
                Err(_) => break,
            }
        }
        String::from_utf8(head).unwrap()
    }

    /// Reads all that comes until the server ends the connection.
    pub(crate) async fn read_rest(&mut self) -> String {
        let mut rest = Vec::new();
        let _ = within(self.stream.read_to_end(&mut rest)).await;
        String::from_utf8(rest).unwrap()
    }

    /// Reads one frame.
    pub(crate) async fn see(&mut self) -> Seen {
        within(self.read_frame()).await.unwrap_or(Seen::End)
    }

    /// Reads frames until one is no text.
    pub(crate) async fn see_texts(&mut self) -> (Vec<Value>, Seen) {
        let mut texts = Vec::new();
        loop {
            match self.see().await {
                Seen::Text(text) => texts.push(text),
                other => return (texts, other),
            }
        }
    }

    async fn read_frame(&mut self) -> std::io::Result<Seen> {
        let first = self.stream.read_u8().await?;
        let length = match self.stream.read_u8().await? {
            126 => usize::from(self.stream.read_u16().await?),
            127 => usize::try_from(self.stream.read_u64().await?).unwrap(),
            length => usize::from(length),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await?;
        Ok(match first & 0xf {
            TEXT => Seen::Text(serde_json::from_slice(&payload).unwrap()),
            PING => Seen::Ping,
            PONG => Seen::Pong,
            CLOSE => Seen::Close(u16::from_be_bytes([payload[0], payload[1]])),
            other => panic!("a frame of kind {other}"),
        })
    }
}

/// The headers of an upgrade.
pub(crate) const UPGRADE: &str = "connection: Upgrade\r\nupgrade: websocket\r\n\
    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A request head with some headers of its own.
pub(crate) fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: game.example:2048\r\n{headers}\r\n")
}

/// A frame of a client, masked with zeros.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let mut bytes = vec![first];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(length), _) if length < 126 => bytes.push(0x80 | length),
        (_, Ok(length)) => {
            bytes.push(0xfe);
            bytes.extend(length.to_be_bytes());
        }
        _ => {
            bytes.push(0xff);
            bytes.extend(u64::try_from(length).unwrap().to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// All that a request to a path is answered with.
pub(crate) async fn get(server: &Running, path: &str) -> String {
    let mut peer = Peer::silent(server.address).await;
    peer.write(request(path, "").as_bytes()).await;
    peer.read_rest().await
}

/// A peer that has been welcomed.
pub(crate) async fn greeted(server: &Running, name: &str) -> Peer {
    greeted_with_token(server, name).await.0
}

/// A peer that has been welcomed, and the token with which it comes back.
pub(crate) async fn greeted_with_token(server: &Running, name: &str) -> (Peer, Value) {
    let mut peer = Peer::upgraded(server).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": name});
    peer.say(&hello.to_string()).await;
    let welcome = expect(&mut peer, "welcome").await;
    assert_eq!(welcome["player"]["name"], name);
    (peer, welcome["token"].clone())
}

/// The next message of a type; others before it are passed over.
pub(crate) async fn expect(peer: &mut Peer, kind: &str) -> Value {
    loop {
        match peer.see().await {
            Seen::Text(text) if text["type"] == kind => return text,
            Seen::Text(text) => assert_ne!(text["type"], "error", "{text}"),
            other => panic!("{other:?} instead of {kind}"),
        }
    }
}
