//! The load on a baseline: questions and answers, as fast as they come.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use super::MOVE;
use super::fan_out::frame;
use crate::load::connection::{Connection, Received, end_of_head};
use crate::load::poller::Poller;
use crate::load::report::per_second;
use crate::load::websocket::read_frame;

/// How long all upgrades may take.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(60);
const READ_BYTES: usize = 64 * 1024;
/// The start of a board that answers the one who receives it.
const OWN_START: &[u8] = br#"{"type":"board","seat":0"#;

/// The connections of a load on a baseline.
pub(super) struct Rounds<T> {
    load: T,
    poller: Poller,
    buffer: Vec<u8>,
}

/// Which answers are counted and what follows them.
pub(super) trait Answered {
    /// The connections, by their numbers.
    fn connections(&mut self) -> &mut [Connection];

    /// Sends what begins the load, once all are there.
    fn begin(&mut self) -> anyhow::Result<()>;

    /// Takes what has come to a connection, sends what follows, and gives how many bytes were used
    /// and how many messages are counted.
    fn take(&mut self, number: usize, bytes: &[u8]) -> anyhow::Result<(usize, u64)>;

    /// Whether all connections can be used.
    fn is_ready(&self) -> bool;
}

/// Each connection sends the next message when the last one was answered.
pub(super) struct Echo {
    connections: Vec<Connection>,
    upgraded: Vec<bool>,
    waiting: usize,
}

/// The first connection sends the next message when all have the last one.
pub(super) struct FanOut {
    connections: Vec<Connection>,
    frame_bytes: usize,
    /// How many have not got the last message; the first one says that a socket was accepted.
    unseen: usize,
    has_begun: bool,
}

impl<T: Answered> Rounds<T> {
    pub(super) fn new(mut load: T) -> anyhow::Result<Self> {
        let poller = Poller::new()?;
        for (number, connection) in load.connections().iter().enumerate() {
            poller.add(connection, number)?;
        }
        Ok(Self {
            load,
            poller,
            buffer: vec![0; READ_BYTES],
        })
    }

    /// Runs the load for both times and gives the messages a second of the second one.
    pub(super) fn per_second(mut self, warm_up: Duration, time: Duration) -> anyhow::Result<f64> {
        let began = Instant::now();
        while !self.load.is_ready() {
            self.run_until(Instant::now() + Duration::from_millis(5))?;
            if began.elapsed() > ARRIVAL_TIMEOUT {
                bail!("the baseline has not answered all upgrades");
            }
        }
        self.load.begin()?;
        self.run_until(Instant::now() + warm_up)?;
        let began = Instant::now();
        let count = self.run_until(began + time)?;
        Ok(per_second(count, began.elapsed()))
    }

    fn run_until(&mut self, end: Instant) -> anyhow::Result<u64> {
        let mut count = 0;
        let mut ready = Vec::new();
        while Instant::now() < end {
            self.poller.wait(end, &mut ready)?;
            for number in ready.drain(..) {
                let connection = &mut self.load.connections()[number];
                let Received::Bytes(length) = connection.receive(&mut self.buffer)? else {
                    continue;
                };
                let (used, counted) = self.load.take(number, &self.buffer[..length])?;
                self.load.connections()[number].keep(&self.buffer[used..length]);
                count += counted;
            }
        }
        Ok(count)
    }
}

impl Echo {
    /// Connects so many, which are pairs by their numbers.
    pub(super) fn connect(server: SocketAddr, count: usize, path: &str) -> anyhow::Result<Self> {
        let connect = |number| Connection::open(server, &format!("{path}/{number}"));
        Ok(Self {
            connections: (0..count).map(connect).collect::<Result<_, _>>()?,
            upgraded: vec![false; count],
            waiting: count,
        })
    }
}

impl Answered for Echo {
    fn connections(&mut self) -> &mut [Connection] {
        &mut self.connections
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        for connection in &mut self.connections {
            connection.send(MOVE)?;
        }
        Ok(())
    }

    fn take(&mut self, number: usize, bytes: &[u8]) -> anyhow::Result<(usize, u64)> {
        let mut start = 0;
        if !self.upgraded[number] {
            let Some(end) = end_of_head(bytes)? else {
                return Ok((0, 0));
            };
            start = end;
            self.upgraded[number] = true;
            self.waiting -= 1;
        }
        let mut count = 0;
        while let Some(frame) = read_frame(bytes, start)? {
            start = frame.payload.end;
            if bytes[frame.payload].starts_with(OWN_START) {
                count += 1;
                self.connections[number].send(MOVE)?;
            }
        }
        Ok((start, count))
    }

    fn is_ready(&self) -> bool {
        self.waiting == 0
    }
}

impl FanOut {
    /// Connects so many.
    pub(super) fn connect(server: SocketAddr, count: usize) -> anyhow::Result<Self> {
        let connections = (0..count).map(|_| Connection::open_bare(server));
        Ok(Self {
            connections: connections.collect::<Result<_, _>>()?,
            frame_bytes: frame().len(),
            unseen: count,
            has_begun: false,
        })
    }
}

impl Answered for FanOut {
    fn connections(&mut self) -> &mut [Connection] {
        &mut self.connections
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        self.has_begun = true;
        self.unseen = self.connections.len();
        let first = self.connections.first_mut().context("there are sockets")?;
        Ok(first.send(MOVE)?)
    }

    fn take(&mut self, _: usize, bytes: &[u8]) -> anyhow::Result<(usize, u64)> {
        let seen = bytes.len() / self.frame_bytes;
        self.unseen = self.unseen.saturating_sub(seen);
        if self.unseen == 0 && self.has_begun {
            self.begin()?;
        }
        Ok((seen * self.frame_bytes, seen as u64))
    }

    fn is_ready(&self) -> bool {
        self.unseen == 0
    }
}
