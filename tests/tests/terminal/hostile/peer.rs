//! A server that does to its guests what a test says, byte by byte.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use versus2048_tests::LIMIT;

/// The first byte of a whole frame of text.
const TEXT: u8 = 0x81;

/// One guest, whose request was read.
pub(super) struct Guest {
    stream: TcpStream,
    request: String,
}

/// Listens on a free port and does the same to every guest. Whatever the guest does, it is the guest
/// that is under test: a line that breaks ends what is done to it.
pub(super) fn serve(
    act: impl Fn(&mut Guest) -> io::Result<()> + Send + Sync + 'static,
) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it listens");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let done = stream.and_then(Guest::receive).and_then(|mut guest| {
                act(&mut guest)?;
                guest.read_on()
            });
            drop(done);
        }
    });
    address
}

impl Guest {
    fn receive(mut stream: TcpStream) -> io::Result<Self> {
        stream.set_read_timeout(Some(LIMIT))?;
        stream.set_write_timeout(Some(LIMIT))?;
        let mut request = String::new();
        let mut byte = [0];
        while !request.ends_with("\r\n\r\n") {
            stream.read_exact(&mut byte)?;
            request.push(byte[0].into());
        }
        Ok(Self { stream, request })
    }

    /// Sends bytes as they are.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Makes the connection one of messages, as a server should.
    pub(super) fn upgrade(&mut self) -> io::Result<()> {
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("sec-websocket-key")
                .then(|| value.trim().to_owned())
        };
        let key = self.request.lines().find_map(header).unwrap_or_default();
        let accept = derive_accept_key(key.as_bytes());
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-accept: {accept}\r\n\r\n"
        );
        self.send(answer.as_bytes())
    }

    /// Greets as a server should.
    pub(super) fn welcome(&mut self) -> io::Result<()> {
        self.upgrade()?;
        self.say(&json!({
            "type": "welcome", "protocol": 1, "player": {"id": "1", "name": "Ana"},
            "token": "0".repeat(64), "server": "0", "durable": false, "seated": null
        }))
    }

    /// Says something in a frame of its own.
    pub(super) fn say(&mut self, message: &Value) -> io::Result<()> {
        self.send(&text_frame(&message.to_string()))
    }

    /// Reads on until the guest has gone.
    fn read_on(&mut self) -> io::Result<()> {
        io::copy(&mut self.stream, &mut io::sink()).map(drop)
    }
}

/// A text in a frame of its own.
pub(super) fn text_frame(text: &str) -> Vec<u8> {
    let length = u64::try_from(text.len()).expect("a text that fits");
    let head = [TEXT, 127].into_iter().chain(length.to_be_bytes());
    head.chain(text.bytes()).collect()
}
