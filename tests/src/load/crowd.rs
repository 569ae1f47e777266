//! All connections of the load, driven by one thread: players who play match after match, spectators,
//! visitors who come and go, and connections that only are there.

mod member;
mod messages;
mod moving;
mod plan;
mod table;
mod tally;
mod visits;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::wire::ClientMessage;

use super::connection::{Connection, Received, end_of_head};
use super::poller::Poller;
use super::websocket::{Kind, read_frame};
use member::{Member, Progress, Role};
pub(super) use plan::{Pace, Plan};
use table::Table;
pub(super) use tally::Tally;

/// How long it may take until all are greeted and all matches are played.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(120);
/// What is read from a connection at once.
const READ_BYTES: usize = 64 * 1024;
/// How many connections are opened before those that are open are heard.
const OPENED_AT_ONCE: usize = 256;

/// The connections of the load and what they were told.
pub(super) struct Crowd {
    server: SocketAddr,
    plan: Plan,
    poller: Poller,
    members: Vec<Member>,
    tables: Vec<Table>,
    /// When which member has to do something next.
    due: BinaryHeap<Reverse<(Instant, usize)>>,
    /// How many members are where they are to be.
    arrived: usize,
    is_playing: bool,
    tally: Tally,
    buffer: Vec<u8>,
    ready: Vec<usize>,
}

impl Crowd {
    /// Nobody yet, for this server.
    pub(super) fn new(server: SocketAddr, plan: Plan) -> anyhow::Result<Self> {
        Ok(Self {
            server,
            plan,
            poller: Poller::new().context("can't make an epoll")?,
            members: Vec::new(),
            tables: Vec::new(),
            due: BinaryHeap::new(),
            arrived: 0,
            is_playing: false,
            tally: Tally::new(),
            buffer: vec![0; READ_BYTES],
            ready: Vec::new(),
        })
    }

    /// Connections that are greeted and do nothing more.
    pub(super) fn add_idle(&mut self, count: usize) -> anyhow::Result<()> {
        self.add(count, |_| Role::Idle)
    }

    /// Tables with two players each, whose matches have begun when this returns.
    pub(super) fn add_tables(&mut self, count: usize) -> anyhow::Result<()> {
        let (first, first_member) = (self.tables.len(), self.members.len());
        self.tables.extend((0..count).map(|number| {
            let players =
                BySeat::new(|seat| first_member + 2 * number + usize::from(seat.number()));
            Table::new(players)
        }));
        self.add(2 * count, |number| Role::Player {
            table: first + number / 2,
            seat: Seat::ALL[number % 2],
        })
    }

    /// Spectators, the same number at each table.
    pub(super) fn add_spectators(&mut self, count: usize) -> anyhow::Result<()> {
        let tables = self.tables.len();
        for number in 0..count {
            self.tables[number % tables].add_spectator();
        }
        self.add(count, |number| Role::Spectator {
            table: number % tables,
        })
    }

    /// Opens connections and waits until all are where they are to be.
    fn add(&mut self, count: usize, role: impl Fn(usize) -> Role) -> anyhow::Result<()> {
        for number in 0..count {
            let member = Member::new(self.connect()?, role(number));
            self.watch(self.members.len(), &member)?;
            self.members.push(member);
            if number % OPENED_AT_ONCE == OPENED_AT_ONCE - 1 {
                self.run_until(Instant::now())?;
            }
        }
        let wanted = self.members.len();
        let began = Instant::now();
        while self.arrived < wanted {
            self.run_until(Instant::now() + Duration::from_millis(1))?;
            self.tally.check()?;
            if began.elapsed() > ARRIVAL_TIMEOUT {
                bail!("only {} of {wanted} have arrived", self.arrived);
            }
        }
        Ok(())
    }

    fn connect(&self) -> anyhow::Result<Connection> {
        Connection::open(self.server, "/v1/ws")
    }

    fn watch(&self, number: usize, member: &Member) -> anyhow::Result<()> {
        let connection = member.connection.as_ref();
        let connection = connection.context("a new member is connected")?;
        Ok(self.poller.add(connection, number)?)
    }

    /// Closes the connections of the last members without a word.
    pub(super) fn drop_last(&mut self, count: usize) {
        let left = self.members.len() - count;
        self.members.truncate(left);
        self.arrived = left;
    }

    /// Lets every player leave its table, which ends the match and closes the table.
    pub(super) fn leave_tables(&mut self) -> anyhow::Result<()> {
        self.is_playing = false;
        for member in &mut self.members {
            member.is_leaving = true;
        }
        for number in 0..self.members.len() {
            if let Role::Player {
                seat: Seat::Zero, ..
            } = self.members[number].role
            {
                self.send(number, &ClientMessage::Leave {})?;
            }
        }
        self.run_until(Instant::now() + Duration::from_secs(1))
    }

    /// Plays for a while and gives what was counted in it.
    pub(super) fn play(&mut self, time: Duration) -> anyhow::Result<Tally> {
        if !self.is_playing {
            self.is_playing = true;
            self.begin_moving()?;
        }
        self.tally = Tally::new();
        let began = Instant::now();
        self.run_until(began + time)?;
        let mut tally = std::mem::replace(&mut self.tally, Tally::new());
        tally.time = began.elapsed();
        Ok(tally)
    }

    /// Reads, answers and does what is due, until this time.
    fn run_until(&mut self, end: Instant) -> anyhow::Result<()> {
        loop {
            let next_due = self.due.peek().map(|Reverse((due, _))| *due);
            let until = next_due.map_or(end, |due| due.min(end));
            let mut ready = std::mem::take(&mut self.ready);
            self.poller.wait(until, &mut ready)?;
            for number in ready.drain(..) {
                self.hear(number)?;
            }
            self.ready = ready;
            let now = Instant::now();
            while let Some(number) = self.take_due(now) {
                self.do_due(number)?;
            }
            if now >= end {
                return Ok(());
            }
        }
    }

    /// Reads what a connection has, and sends what it had no room for.
    fn hear(&mut self, number: usize) -> anyhow::Result<()> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let heard = self.hear_into(number, &mut buffer);
        self.buffer = buffer;
        heard
    }

    fn hear_into(&mut self, number: usize, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
        loop {
            let Some(connection) = self.connection(number) else {
                return Ok(());
            };
            if connection.has_unsent() {
                connection.flush()?;
                self.watch_room(number)?;
            }
            let Some(connection) = self.connection(number) else {
                return Ok(());
            };
            match connection.receive(buffer)? {
                Received::Nothing => return Ok(()),
                Received::End => {
                    self.lose(number, "the server hung up");
                    return Ok(());
                }
                Received::Bytes(length) => {
                    self.take_bytes(number, &buffer[..length])?;
                    if length < buffer.len() {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn connection(&mut self, number: usize) -> Option<&mut Connection> {
        self.members.get_mut(number)?.connection.as_mut()
    }

    /// Takes the frames that are whole, and keeps the rest.
    fn take_bytes(&mut self, number: usize, bytes: &[u8]) -> anyhow::Result<()> {
        let mut start = 0;
        if self.members[number].progress == Progress::Upgrading {
            let Some(end) = end_of_head(bytes)? else {
                self.keep(number, bytes);
                return Ok(());
            };
            start = end;
            self.members[number].progress = Progress::Greeting;
            self.greet(number)?;
        }
        let now = Instant::now();
        while let Some(frame) = read_frame(bytes, start)? {
            start = frame.payload.end;
            let payload = &bytes[frame.payload];
            match frame.kind {
                Kind::Text => self.take_text(number, std::str::from_utf8(payload)?, now)?,
                Kind::Ping => self.send_frame(number, Kind::Pong, payload)?,
                Kind::Close => self.lose(number, &closed(payload)),
                Kind::Pong => {}
            }
        }
        self.keep(number, &bytes[start..]);
        Ok(())
    }

    fn keep(&mut self, number: usize, bytes: &[u8]) {
        if let Some(connection) = self.connection(number) {
            connection.keep(bytes);
        }
    }

    fn greet(&mut self, number: usize) -> anyhow::Result<()> {
        let hello = ClientMessage::Hello {
            protocol: 1,
            name: format!("Load {number}"),
            client: Some("load".into()),
            token: None,
        };
        self.send(number, &hello)
    }

    fn send(&mut self, number: usize, message: &ClientMessage) -> anyhow::Result<()> {
        let text = serde_json::to_string(message)?;
        self.send_frame(number, Kind::Text, text.as_bytes())
    }

    fn send_frame(&mut self, number: usize, kind: Kind, payload: &[u8]) -> anyhow::Result<()> {
        let Some(connection) = self.connection(number) else {
            return Ok(());
        };
        match connection.send_frame(kind, payload) {
            Ok(()) if connection.has_unsent() => self.watch_room(number),
            Ok(()) => Ok(()),
            Err(error) => {
                self.lose(number, &error.to_string());
                Ok(())
            }
        }
    }

    /// Waits for room in the kernel exactly as long as something waits for it.
    fn watch_room(&self, number: usize) -> anyhow::Result<()> {
        if let Some(connection) = &self.members[number].connection {
            let has_unsent = connection.has_unsent();
            self.poller.watch_room(connection, number, has_unsent)?;
        }
        Ok(())
    }

    /// A connection has ended that was not to end.
    fn lose(&mut self, number: usize, why: &str) {
        let member = &mut self.members[number];
        if member.connection.take().is_some() && !member.is_leaving {
            self.tally.fail(why);
        }
    }
}

/// What a close frame says.
fn closed(payload: &[u8]) -> String {
    match payload {
        [high, low, reason @ ..] => format!(
            "the server closed with {}: {}",
            u16::from_be_bytes([*high, *low]),
            String::from_utf8_lossy(reason)
        ),
        _ => "the server closed without a code".into(),
    }
}
