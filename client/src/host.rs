//! A match server in this process. Nothing else of the client knows the server.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::anyhow;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use versus2048_server::{Clock, Config, Ending, Server};

use crate::address;
use crate::message::Hosted;

/// How long a server that stops may take to say so to everybody.
const STOP_TIMEOUT: Duration = Duration::from_millis(800);

/// A match server in this process.
#[derive(Debug)]
pub struct Hosting {
    shutdown: CancellationToken,
    task: JoinHandle<()>,
}

/// Takes the port, so that what is in the way is told before anything else happens.
///
/// # Errors
/// One sentence that says what to do.
pub fn bind(listen: SocketAddr) -> anyhow::Result<TcpListener> {
    versus2048_server::bind(listen).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "another program listens on {listen} already: end it, or choose another port, as in \
             --listen 0.0.0.0:2049"
        ),
        io::ErrorKind::AddrNotAvailable => {
            anyhow!("{listen} is no address of this machine: choose another with --listen")
        }
        io::ErrorKind::PermissionDenied => {
            anyhow!("you may not listen on {listen}: choose a port from 1024 on with --listen")
        }
        _ => anyhow!("can't listen on {listen}: {error}"),
    })
}

impl Hosting {
    /// Serves whoever connects to the listener.
    ///
    /// # Errors
    /// The server can't be started.
    pub fn start(listener: TcpListener) -> io::Result<(Self, Hosted)> {
        let listening = listener.local_addr()?;
        let config = Config {
            listen: listening,
            ending: Ending::ForGood,
            ..Config::default()
        };
        let server = Server::new(&config, Clock::real()?)?;
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(server.serve(listener, shutdown.clone()));
        let hosted = Hosted {
            taken_port: None,
            url: format!("ws://{}", address::to_self(listening)),
            addresses: address::to_others(listening),
        };
        Ok((Self { shutdown, task }, hosted))
    }

    /// Tells everybody that the server is over, and ends it.
    pub async fn stop(mut self) {
        self.shutdown.cancel();
        if tokio::time::timeout(STOP_TIMEOUT, &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}
