//! Stories of lobby, sessions and tables together, without sockets: the clock is moved by hand and
//! the journal fails when it is told to.

mod broken;
mod coming;
mod hanging;
mod journal;
mod log;
mod order;
mod phases;
mod presence;
mod queue;
mod restart;
mod rollback;
mod storm;
mod telling;

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::{Code, Received};

use crate::clock::{Clock, ManualClock};
use crate::config::{Ending, JournalConfig, Limits};
use crate::journal::{Batch, Journal, MemoryFaults, Permit, Progress};
use crate::limits::addresses::AddressBook;
use crate::lobby::Lobby;
use crate::outbox::{Outbox, OutboxReader, Outgoing};
use crate::session::{Hello, Session};
use crate::table::TableCommand;

/// How long a message may be waited for.
const LIMIT: Duration = Duration::from_secs(20);

/// A server without sockets.
struct Hall {
    lobby: Lobby,
    hand: ManualClock,
    journal: Journal,
    faults: MemoryFaults,
    addresses: AddressBook,
    outbox_messages: usize,
}

/// Somebody who is connected.
struct Client {
    session: Option<Session>,
    reader: OutboxReader,
    token: String,
    id: String,
    /// The last snapshot.
    view: Value,
    /// How many commands have been given an id.
    asked: u64,
}

impl Hall {
    fn new() -> Self {
        Self::with_limits(Limits::DEFAULT)
    }

    fn with_limits(limits: Limits) -> Self {
        Self::with_faults(limits, MemoryFaults::default())
    }

    fn with_faults(limits: Limits, faults: MemoryFaults) -> Self {
        let journal = Journal::in_memory_with(faults.clone()).expect("a thread");
        Self::with_journal(limits, Ending::Restart, journal, faults)
    }

    /// A server with what is kept in this directory.
    async fn in_directory(dir: &Path, ending: Ending) -> Self {
        let config = JournalConfig {
            data_dir: Some(dir.into()),
            ..JournalConfig::default()
        };
        let (journal, contents) = Journal::open(&config).expect("a journal");
        let hall = Self::with_journal(Limits::DEFAULT, ending, journal, MemoryFaults::default());
        hall.lobby.restore(contents).await;
        hall
    }

    /// Stops, as the server does when it is told to.
    async fn stop(self) {
        let stopped = async {
            self.lobby.shutdown().await;
            self.journal.close().await;
        };
        let stopped = tokio::time::timeout(LIMIT, stopped).await;
        assert!(stopped.is_ok(), "it stops");
    }

    fn with_journal(
        limits: Limits,
        ending: Ending,
        journal: Journal,
        faults: MemoryFaults,
    ) -> Self {
        let (clock, hand) = Clock::manual();
        let outbox_messages = limits.outbox_messages;
        Self {
            lobby: Lobby::new(limits, ending, clock, journal.clone()),
            journal,
            hand,
            faults,
            addresses: AddressBook::new(Limits {
                max_connections_per_address: 1000,
                requests_per_second: 1000,
                misses_per_minute: 5,
                ..limits
            }),
            outbox_messages,
        }
    }

    async fn connect(&self, name: &str) -> Client {
        self.connect_with(name, None).await
    }

    /// The same player by another connection.
    async fn reconnect(&self, client: &Client) -> Client {
        self.connect_with("Again", Some(client.token.clone())).await
    }

    async fn connect_with(&self, name: &str, token: Option<String>) -> Client {
        let (outbox, reader) = Outbox::new(self.outbox_messages, self.lobby.metrics().outboxes());
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let place = self.addresses.admit(address, 0).expect("a place");
        let hello = Hello {
            name: PlayerName::new(name).expect("a name"),
            token,
            re: None,
        };
        let misses = place.misses(|| address, 0).expect("an address");
        let session = Session::greet(self.lobby.clone(), hello, misses, outbox).await;
        let mut client = Client {
            session: Some(session),
            reader,
            token: String::new(),
            id: String::new(),
            view: Value::Null,
            asked: 0,
        };
        let welcome = client.expect("welcome").await;
        client.token = text(&welcome["token"]);
        client.id = text(&welcome["player"]["id"]);
        client
    }

    /// Holds the journal and fills its queue; what comes back comes back when all is written.
    async fn fill_journal(&self) -> impl Future<Output = ()> + use<> {
        let (progress, mut told) = watch::channel(Progress::default());
        let mut number = 0;
        let mut hand_over = |permit: Permit<'_>| {
            number += 1;
            permit.send(Batch {
                table: Code::from_bits(0),
                writes: Vec::new(),
                number,
                rollbacks: 0,
                progress: progress.clone(),
            });
        };
        self.faults.hold();
        self.journal
            .try_reserve()
            .into_iter()
            .for_each(&mut hand_over);
        assert!(self.faults.is_reached().await);
        while let Some(permit) = self.journal.try_reserve() {
            hand_over(permit);
        }
        async move {
            let written = told.wait_for(|progress| progress.on_disk == number);
            let written = tokio::time::timeout(LIMIT, written).await;
            assert!(written.is_ok(), "the queue is written");
        }
    }

    /// Comes back when the table has taken everything that it was asked for before.
    async fn let_table_take_all(&self, code: &str) {
        let table = self
            .lobby
            .find(code.parse().expect("a code"))
            .expect("a table");
        let taken = async {
            while !table.is_idle() {
                tokio::task::yield_now().await;
            }
        };
        let taken = tokio::time::timeout(LIMIT, taken).await;
        assert!(taken.is_ok(), "the table takes what it is asked for");
    }

    /// Comes back when it is known that the journal takes nothing.
    async fn until_it_fails(&self) {
        let mut health = self.journal.health();
        let failing = health.wait_for(|health| !health.is_healthy());
        let failing = tokio::time::timeout(LIMIT, failing).await;
        assert!(matches!(failing, Ok(Ok(_))), "the journal fails");
    }

    /// Lets a table panic.
    async fn panic_at(&self, code: &str) {
        let table = self
            .lobby
            .find(code.parse().expect("a code"))
            .expect("a table");
        table.send(TableCommand::Panic).await.expect("it runs");
    }

    /// Two players at a table in `ready`, with this table's code.
    async fn seated(&self, options: Value) -> (Client, Client, String) {
        let mut ana = self.connect("Ana").await;
        let mut bo = self.connect("Bo").await;
        let made = ana
            .get(json!({"type": "create", "options": options}), "match")
            .await;
        let code = text(&made["code"]);
        bo.get(json!({"type": "join", "code": code}), "match").await;
        ana.expect_phase("ready").await;
        (ana, bo, code)
    }

    /// Two players in a match that is being played.
    async fn playing(&self, options: Value) -> (Client, Client, String) {
        let mut options = options;
        options["countdown_s"] = json!(0);
        let (mut ana, mut bo, code) = self.seated(options).await;
        start(&mut ana, &mut bo).await;
        (ana, bo, code)
    }
}

/// Both are ready; the countdown has to be 0.
async fn start(ana: &mut Client, bo: &mut Client) {
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    bo.get(json!({"type": "ready"}), "match").await;
    ana.expect_phase("countdown").await;
    ana.expect_phase("playing").await;
    bo.expect_phase("playing").await;
}

impl Client {
    async fn send(&mut self, message: Value) {
        let received = Received::parse(&message.to_string());
        let session = self.session.as_mut().expect("a connection");
        let handled = tokio::time::timeout(LIMIT, session.handle(received)).await;
        assert!(handled.is_ok(), "{message} is handled");
    }

    /// Sends a command that may take until the disk is there; [`Sending::finish`] waits for it.
    fn spawn(&mut self, message: Value) -> Sending {
        let mut session = self.session.take().expect("a connection");
        Sending(tokio::spawn(async move {
            session.handle(Received::parse(&message.to_string())).await;
            session
        }))
    }

    /// Sends a command and gives its answer, which has to be of this type and the next message.
    async fn get(&mut self, message: Value, kind: &str) -> Value {
        let answer = self.ask(message).await;
        assert_eq!(answer["type"], kind, "{answer}");
        answer
    }

    /// Sends a command and gives the error that answers it.
    async fn error(&mut self, message: Value) -> String {
        let answer = self.get(message, "error").await;
        text(&answer["code"])
    }

    /// Sends a command and gives what answers it, which has to be the next message.
    async fn ask(&mut self, mut message: Value) -> Value {
        self.asked += 1;
        message["id"] = json!(self.asked);
        self.send(message).await;
        let answer = self.next().await;
        assert_eq!(answer["re"], self.asked, "{answer}");
        answer
    }

    /// The next message, or the close as `{"type": "close", "code": …}`.
    async fn next(&mut self) -> Value {
        let ready = tokio::time::timeout(LIMIT, self.reader.ready()).await;
        assert!(ready.is_ok(), "a message comes");
        self.try_next().expect("a message")
    }

    fn try_next(&mut self) -> Option<Value> {
        let message: Value = match self.reader.try_next()? {
            Outgoing::Text(text) => serde_json::from_str(&text).expect("JSON"),
            Outgoing::Close(code) => json!({"type": "close", "code": code.number()}),
        };
        if message["type"] == "match" {
            self.view = message.clone();
        }
        Some(message)
    }

    /// The next message, which has to be of this type.
    async fn expect(&mut self, kind: &str) -> Value {
        let message = self.next().await;
        assert_eq!(message["type"], kind, "{message}");
        message
    }

    async fn expect_phase(&mut self, phase: &str) -> Value {
        let message = self.expect("match").await;
        assert_eq!(message["phase"], phase, "{message}");
        message
    }

    /// Nothing has been told that has not been looked at.
    async fn expect_nothing(&mut self) {
        self.get(json!({"type": "ping", "t": 1}), "pong").await;
    }

    /// Makes the first move that changes the board; gives its answer.
    async fn move_somehow(&mut self, turn: u64) -> Value {
        for dir in ["left", "up", "right", "down"] {
            let answer = self
                .ask(json!({"type": "move", "turn": turn, "dir": dir}))
                .await;
            if answer["type"] == "board" {
                return answer;
            }
            assert_eq!(answer["reason"], "no_change", "{answer}");
        }
        panic!("some move is possible");
    }

    async fn hang_up(&mut self) {
        let session = self.session.take().expect("a connection");
        let gone = tokio::time::timeout(LIMIT, session.disconnect()).await;
        assert!(gone.is_ok(), "a session ends");
    }
}

/// A command that is being handled.
struct Sending(JoinHandle<Session>);

impl Sending {
    async fn finish(self, client: &mut Client) {
        let session = tokio::time::timeout(LIMIT, self.0)
            .await
            .expect("it is handled");
        client.session = Some(session.expect("it does not panic"));
    }
}

/// A direction that changes a board.
fn direction(board: &Value) -> &'static str {
    let rows = board["rows"].as_array().expect("rows");
    let cell = |row: usize, col: usize| rows[row][col].as_u64().expect("a tile");
    let (height, width) = (rows.len(), rows[0].as_array().expect("a row").len());
    let changes = |from: u64, to: u64| from != 0 && (to == 0 || to == from);
    let left =
        (0..height).any(|row| (1..width).any(|col| changes(cell(row, col), cell(row, col - 1))));
    if left {
        return "left";
    }
    let up =
        (1..height).any(|row| (0..width).any(|col| changes(cell(row, col), cell(row - 1, col))));
    if up { "up" } else { "right" }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").into()
}
