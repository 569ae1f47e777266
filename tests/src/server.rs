//! A server of its own for each test.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_server::{Clock, Config, Limits, ManualClock, MemoryFaults, Server, bind};

use crate::{LIMIT, TestPlayer};

/// Longer than any test lets its clock run.
const NEVER_MS: u64 = 1_000_000_000_000;

/// A server on a free port of this machine, with a clock that only the test moves. It runs on a
/// thread of its own and is stopped when it is dropped.
pub struct TestServer {
    /// Where it listens.
    pub address: SocketAddr,
    clock: ManualClock,
    shutdown: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

/// Two players and whoever watches them.
pub type Viewers = [TestPlayer; 2];

impl TestServer {
    /// A server whose rates and timeouts get in nobody's way; the deadlines of tables and absences
    /// are those of the contract.
    #[must_use]
    pub fn start() -> Self {
        Self::with(|_| {})
    }

    /// The same with a change to its configuration.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::with_faults(MemoryFaults::default(), change)
    }

    /// The same with a journal that fails as the test says.
    #[must_use]
    pub fn with_faults(faults: MemoryFaults, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            limits: Limits {
                head_timeout_ms: NEVER_MS,
                hello_timeout_ms: NEVER_MS,
                ping_interval_ms: NEVER_MS / 2,
                silence_timeout_ms: NEVER_MS,
                bytes_per_second: 1_000_000_000,
                moves_per_second: 1_000_000,
                messages_per_second: 1_000_000,
                requests_per_second: 1_000_000,
                misses_per_minute: 1_000_000,
                max_connections_per_address: 10_000,
                ..Limits::default()
            },
            ..Config::default()
        };
        change(&mut config);
        let (clock, hand) = Clock::manual();
        let shutdown = CancellationToken::new();
        let (address_tx, address_rx) = mpsc::channel();
        let stop = shutdown.clone();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime starts");
            runtime.block_on(async {
                let listener =
                    bind((Ipv4Addr::LOCALHOST, 0).into()).expect("this machine has a free port");
                let address = listener.local_addr().expect("a listener has an address");
                address_tx.send(address).expect("the test waits for it");
                let server = Server::with_faults(&config, clock, faults);
                let server = server.expect("the server starts");
                server.serve(listener, stop).await;
            });
        });
        Self {
            address: address_rx.recv_timeout(LIMIT).expect("the server listens"),
            clock: hand,
            shutdown,
            thread: Some(thread),
        }
    }

    /// Lets this much time pass for the server, at once.
    pub fn advance(&self, ms: u64) {
        self.clock.advance(ms);
    }

    /// Tells the server to stop, without waiting for it.
    pub fn begin_shutdown(&self) {
        self.shutdown.cancel();
    }

    /// Asks for a page: the status and the body.
    pub async fn get(&self, path: &str) -> (u16, String) {
        let talk = async {
            let mut stream = TcpStream::connect(self.address).await?;
            let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
            stream.write_all(request.as_bytes()).await?;
            let mut response = String::new();
            // The server ends the connection after one answer.
            stream.read_to_string(&mut response).await?;
            std::io::Result::Ok(response)
        };
        let talk = timeout(LIMIT, talk)
            .await
            .expect("the server answers in time");
        let response = talk.expect("the server answers");
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or((&response, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("an answer has a status"), body.to_owned())
    }

    /// A new player with this name, welcomed.
    pub async fn player(&self, name: &str) -> TestPlayer {
        TestPlayer::connect(self.address, name, None).await
    }

    /// The same player on a new connection.
    pub async fn again(&self, player: &TestPlayer) -> TestPlayer {
        TestPlayer::connect(self.address, &player.name, Some(&player.token)).await
    }

    /// Ana in seat 0 and Bo in seat 1 of a table whose match waits for both to be ready.
    pub async fn seated(&self, options: Options) -> Viewers {
        let mut ana = self.player("Ana").await;
        let mut bo = self.player("Bo").await;
        let code = ana.create(options).await;
        bo.join(&code).await;
        ana.until_phase(Phase::Ready).await;
        [ana, bo]
    }

    /// Ana in seat 0 and Bo in seat 1, and the countdown of their match runs.
    pub async fn counting(&self, options: Options) -> Viewers {
        let [mut ana, mut bo] = self.seated(options).await;
        ana.ready().await;
        bo.ready().await;
        ana.until_phase(Phase::Countdown).await;
        [ana, bo]
    }

    /// Ana in seat 0 and Bo in seat 1, playing.
    pub async fn playing(&self, options: Options) -> Viewers {
        let mut viewers = self.counting(options).await;
        self.run_out_countdown(&mut viewers).await;
        viewers
    }

    /// Lets the countdown run out, and all see it.
    pub async fn run_out_countdown(&self, viewers: &mut [TestPlayer]) {
        let starts_in_ms = viewers[0].view().snapshot.starts_in_ms;
        self.advance(starts_in_ms.expect("a countdown runs"));
        for viewer in viewers {
            viewer.until_phase(Phase::Playing).await;
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.shutdown.cancel();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !thread::panicking()
        {
            unreachable!("the server has panicked");
        }
    }
}
