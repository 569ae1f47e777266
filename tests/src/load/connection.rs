//! One WebSocket connection of the load, which never blocks once it is made.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};

use anyhow::{Context as _, bail};

use super::websocket::{Kind, write_frame};

/// The longest answer to an upgrade.
const MAX_HEAD_BYTES: usize = 4096;

/// A connection, with what has come and not been used, and what could not be sent yet.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    unread: Vec<u8>,
    unsent: Vec<u8>,
}

/// What came of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// So many bytes are there, those that were left before included; perhaps more are to come.
    Bytes(usize),
    /// Nothing is there now.
    Nothing,
    /// The peer has ended the connection.
    End,
}

impl Connection {
    /// Connects and asks for an upgrade to a WebSocket at this path; [`end_of_head`] finds the answer.
    pub(super) fn open(server: SocketAddr, path: &str) -> anyhow::Result<Self> {
        let mut connection = Self::open_bare(server)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        connection.send_bare(request.as_bytes())?;
        Ok(connection)
    }

    /// A connection without a WebSocket on it.
    pub(super) fn open_bare(server: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(server).context("can't connect")?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        Ok(Self {
            stream,
            unread: Vec::new(),
            unsent: Vec::new(),
        })
    }

    /// Sends a text frame.
    pub(super) fn send(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(Kind::Text, text.as_bytes())
    }

    /// Sends a frame, or keeps what the kernel does not take now.
    pub(super) fn send_frame(&mut self, kind: Kind, payload: &[u8]) -> io::Result<()> {
        write_frame(kind, payload, &mut self.unsent);
        self.flush()
    }

    /// Sends bytes as they are.
    pub(super) fn send_bare(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unsent.extend(bytes);
        self.flush()
    }

    /// Sends what was kept, as far as the kernel takes it.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        while !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(sent) => drop(self.unsent.drain(..sent)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether something waits for the kernel to take it.
    pub(super) fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Puts what was left before, and what has come since, at the start of a buffer.
    pub(super) fn receive(&mut self, buffer: &mut Vec<u8>) -> io::Result<Received> {
        let left = self.unread.len();
        if buffer.len() < 2 * left {
            buffer.resize(2 * left, 0);
        }
        buffer[..left].copy_from_slice(&self.unread);
        match self.stream.read(&mut buffer[left..]) {
            Ok(0) => Ok(Received::End),
            Ok(read) => {
                self.unread.clear();
                Ok(Received::Bytes(left + read))
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Received::Nothing),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(Received::Nothing),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => Ok(Received::End),
            Err(error) => Err(error),
        }
    }

    /// Keeps the start of a message until the rest has come.
    pub(super) fn keep(&mut self, unread: &[u8]) {
        self.unread.extend(unread);
    }
}

impl AsFd for Connection {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

/// Where the answer to the upgrade ends and frames begin, or `None` where it is not whole yet.
pub(super) fn end_of_head(bytes: &[u8]) -> anyhow::Result<Option<usize>> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    match end {
        Some(end) if bytes.starts_with(b"HTTP/1.1 101 ") => Ok(Some(end + 4)),
        None if bytes.len() < MAX_HEAD_BYTES => Ok(None),
        _ => bail!(
            "the server refused the upgrade: {}",
            String::from_utf8_lossy(bytes)
        ),
    }
}
