//! A server that runs for one test.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use versus2048_server::{
    Clock, Config, Ending, JournalConfig, Limits, ManualClock, MemoryFaults, Server,
};

/// The longest that a test waits for anything.
const LIMIT: Duration = Duration::from_secs(20);
/// How often a clock is moved while something is waited for.
const NUDGE: Duration = Duration::from_millis(5);

/// A server on a free port of this machine.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// Where metrics are told.
    pub(crate) admin: SocketAddr,
    pub(crate) hand: ManualClock,
    pub(crate) faults: MemoryFaults,
    pub(crate) shutdown: CancellationToken,
    pub(crate) task: JoinHandle<()>,
}

impl Running {
    /// One with these limits.
    pub(crate) async fn with(limits: Limits) -> Self {
        Self::start(Config {
            limits,
            ..Config::default()
        })
        .await
    }

    /// One that says 1000 at its end.
    pub(crate) async fn for_good() -> Self {
        Self::start(Config {
            ending: Ending::ForGood,
            ..Config::default()
        })
        .await
    }

    /// One that keeps its journal in a directory.
    pub(crate) async fn durable(data_dir: &Path) -> Self {
        let data_dir = Some(data_dir.to_owned());
        Self::start(Config {
            journal: JournalConfig {
                data_dir,
                ..JournalConfig::DEFAULT
            },
            ..Config::default()
        })
        .await
    }

    /// One that notices a disk that hangs.
    pub(crate) async fn impatient() -> Self {
        let faults = MemoryFaults::default();
        faults.lose_patience_after(Duration::from_secs(1));
        let limits = Limits {
            requests_per_second: 10_000,
            ..Limits::default()
        };
        let config = Config {
            limits,
            ..Config::default()
        };
        Self::start_with(config, faults).await
    }

    /// One with this configuration; a journal in memory fails when the test says so.
    pub(crate) async fn start(config: Config) -> Self {
        Self::start_with(config, MemoryFaults::default()).await
    }

    /// One with this configuration, whose journal, if it is in memory, has these faults.
    pub(crate) async fn start_with(config: Config, faults: MemoryFaults) -> Self {
        let (clock, hand) = Clock::manual();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let server = match config.journal.data_dir {
            Some(_) => Server::new(&config, clock).unwrap(),
            None => Server::with_faults(&config, clock, faults.clone()).unwrap(),
        };
        let admin_listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let admin = admin_listener.local_addr().unwrap();
        tokio::spawn(server.serve_metrics(admin_listener));
        let task = tokio::spawn(server.serve(listener, shutdown.clone()));
        Self {
            address,
            admin,
            hand,
            faults,
            shutdown,
            task,
        }
    }

    /// Moves the clock on until something has happened.
    pub(crate) async fn passing_time<T>(&self, happening: impl Future<Output = T>) -> T {
        let moving = async {
            loop {
                tokio::time::sleep(NUDGE).await;
                self.hand.advance(1_000);
            }
        };
        within(async {
            tokio::select! {
                happened = happening => happened,
                () = moving => unreachable!("time passes for ever"),
            }
        })
        .await
    }
}

/// Waits for something, but not for ever.
pub(crate) async fn within<T>(happening: impl Future<Output = T>) -> T {
    tokio::time::timeout(LIMIT, happening)
        .await
        .expect("it happens in time")
}
