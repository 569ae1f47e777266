//! The server as a value: made from a configuration and a clock, served until its owner says stop.

use std::io;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::Config;
use crate::http;
use crate::journal::{Contents, Journal, MemoryFaults, OpenError};
use crate::listener::Acceptor;
use crate::lobby::Lobby;
use crate::metrics::LogDrops;
use crate::site::Site;

/// How long tables may take to tell their viewers that they close, and the journal to write the rest.
const TABLES_TIMEOUT: Duration = Duration::from_secs(3);
/// How long the journal may take to close its file.
const JOURNAL_TIMEOUT: Duration = Duration::from_secs(1);
/// How long connections may take to say goodbye.
const CONNECTIONS_TIMEOUT: Duration = Duration::from_secs(5);
/// How long abandoned connections may take to be gone.
const ABANDON_TIMEOUT: Duration = Duration::from_secs(1);

/// A match server.
#[derive(Debug)]
pub struct Server {
    site: Site,
    /// What the journal has kept of the server before.
    contents: Contents,
}

impl Server {
    /// A server with what its journal has kept.
    ///
    /// # Errors
    /// Says why the journal can't be used, and what to do.
    pub fn new(config: &Config, clock: Clock) -> Result<Self, OpenError> {
        let (journal, contents) = Journal::open(&config.journal)?;
        Ok(Self::with_journal(config, clock, journal, contents))
    }

    /// A server whose journal fails when a test tells it to.
    ///
    /// # Errors
    /// The threads of its journal could not be started.
    pub fn with_faults(config: &Config, clock: Clock, faults: MemoryFaults) -> io::Result<Self> {
        let journal = Journal::in_memory_with(faults)?;
        let contents = Contents::default();
        Ok(Self::with_journal(config, clock, journal, contents))
    }

    fn with_journal(config: &Config, clock: Clock, journal: Journal, contents: Contents) -> Self {
        let lobby = Lobby::new(config.limits, config.ending, clock.clone(), journal);
        let site = Site::new(config, lobby, clock);
        Self { site, contents }
    }

    /// The same server; its metrics ask this function how many lines of the log could not be written.
    #[must_use]
    pub fn with_log_drops(mut self, count: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.site.log_drops = LogDrops::counted_by(count);
        self
    }

    /// Tells metrics to whoever connects to the listener, for as long as it is polled.
    pub fn serve_metrics(&self, listener: TcpListener) -> impl Future<Output = ()> + Send + use<> {
        let router = http::admin_router(self.site.clone());
        Acceptor::for_admin(&self.site, router, TaskTracker::new()).accept_all(listener)
    }

    /// Serves whoever connects to the listener until the token is cancelled; then closes every table
    /// and every connection, and comes back within 10 s. [`bind`](crate::bind) makes a listener that
    /// takes a storm of connections.
    pub async fn serve(self, listener: TcpListener, shutdown: CancellationToken) {
        let Self { site, contents } = self;
        site.lobby.restore(contents).await;
        // Whoever drops this future drops the connections with it.
        let _abandon_when_dropped = site.abandon.clone().drop_guard();
        let tracker = TaskTracker::new();
        let acceptor = Acceptor::new(&site, http::router(site.clone()), tracker.clone());
        // Until the last connection is closed, newcomers hear that the server is stopping.
        tokio::select! {
            () = acceptor.accept_all(listener) => {}
            () = site.lobby.keep_attendance() => {}
            () = stop(&site, &tracker, shutdown) => {}
        }
    }
}

/// Waits for the reason to stop; then ends tables before connections, each under a limit.
async fn stop(site: &Site, tracker: &TaskTracker, shutdown: CancellationToken) {
    shutdown.cancelled().await;
    tracing::info!(connections = tracker.len(), "stopping");
    site.draining.cancel();
    if tokio::time::timeout(TABLES_TIMEOUT, site.lobby.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("some tables have not closed in time");
    }
    site.stopping.cancel();
    tracker.close();
    if tokio::time::timeout(CONNECTIONS_TIMEOUT, tracker.wait())
        .await
        .is_err()
    {
        tracing::info!(
            connections = tracker.len(),
            "connections that don't answer are dropped"
        );
    }
    site.abandon.cancel();
    let _ = tokio::time::timeout(ABANDON_TIMEOUT, tracker.wait()).await;
    if tokio::time::timeout(JOURNAL_TIMEOUT, site.lobby.journal().close())
        .await
        .is_err()
    {
        tracing::warn!("the journal was not closed in time; what it has told is on disk");
    }
    tracing::info!("stopped");
}
