//! A match server in this process. Nothing else of the client knows the server.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use versus2048_server::{Clock, Config, Ending, JournalConfig, Server};

use crate::address;
use crate::message::Hosted;
use crate::text::{Language, Trouble};

/// How long a server that stops may take to say so to everybody.
const STOP_TIMEOUT: Duration = Duration::from_millis(800);

/// How many ports behind one that is taken are tried before any other.
const NEXT_PORTS: u16 = 20;

/// The most bytes that the replays of a server in this process take: an evening has far fewer, and each
/// is kept as a file too.
const REPLAY_SPACE_BYTES: u64 = 64 * 1024 * 1024;

/// A match server in this process.
#[derive(Debug)]
pub struct Hosting {
    shutdown: CancellationToken,
    task: JoinHandle<()>,
    /// Where its matches are kept, if they are.
    data_dir: Option<PathBuf>,
}

/// Takes the port, so that what is in the way is told before anything else happens.
///
/// # Errors
/// One sentence that says what to do.
pub fn bind(listen: SocketAddr, say: &dyn Language) -> anyhow::Result<TcpListener> {
    versus2048_server::bind(listen).map_err(|error| cause(listen, &error, say))
}

/// Takes the port, or the next free one where another program has it already; gives the one that was
/// taken.
///
/// # Errors
/// One sentence that says what to do.
pub fn bind_or_next_port(
    listen: SocketAddr,
    say: &dyn Language,
) -> anyhow::Result<(TcpListener, Option<u16>)> {
    match versus2048_server::bind(listen) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            let next = (1..=NEXT_PORTS).filter_map(|step| listen.port().checked_add(step));
            let ports = next
                .chain([0])
                .map(|port| SocketAddr::new(listen.ip(), port));
            let bound = ports.map(|port| bind(port, say)).find(Result::is_ok);
            let listener = bound.unwrap_or_else(|| bind(listen, say))?;
            Ok((listener, Some(listen.port())))
        }
        bound => Ok((bound.map_err(|error| cause(listen, &error, say))?, None)),
    }
}

fn cause(address: SocketAddr, error: &io::Error, say: &dyn Language) -> anyhow::Error {
    anyhow!(say.trouble(&Trouble::Listen {
        address,
        kind: error.kind(),
        cause: &error.to_string(),
    }))
}

impl Hosting {
    /// Serves whoever connects to the listener; its matches are kept in a directory, where one is
    /// named, until it is stopped: after a crash or an interruption they go on.
    ///
    /// # Errors
    /// The server can't be started; one sentence that says what to do.
    pub fn start(
        listener: TcpListener,
        data_dir: Option<PathBuf>,
    ) -> anyhow::Result<(Self, Hosted)> {
        let listening = listener.local_addr()?;
        let config = Config {
            listen: listening,
            ending: Ending::ForGood,
            journal: JournalConfig {
                data_dir: data_dir.clone(),
                replay_space_bytes: REPLAY_SPACE_BYTES,
                ..JournalConfig::default()
            },
            ..Config::default()
        };
        let server = Server::new(&config, Clock::real()?).map_err(io::Error::other)?;
        let shutdown = CancellationToken::new();
        let task = tokio::spawn(server.serve(listener, shutdown.clone()));
        let hosted = Hosted {
            listening,
            taken_port: None,
            url: format!("ws://{}", address::to_self(listening)),
            addresses: address::to_others(listening),
            left: None,
        };
        let hosting = Self {
            shutdown,
            task,
            data_dir,
        };
        Ok((hosting, hosted))
    }

    /// Where its matches are kept, if they are.
    #[must_use]
    pub fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    /// Ends the server without a word, as a crash would: the next one on the same directory goes on
    /// with its matches. Where none is named nothing comes back, and everybody is told so.
    pub async fn interrupt(self) {
        if self.data_dir.is_some() {
            self.task.abort();
        } else {
            self.stop().await;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::text;

    #[tokio::test]
    async fn another_port_is_taken_only_where_the_wished_one_has_somebody() {
        let say = text::of(Lang::En);
        let (first, taken) =
            bind_or_next_port(([127, 0, 0, 1], 0).into(), say).expect("a free port");
        assert_eq!(taken, None);
        let wished = first.local_addr().expect("it listens");
        let (second, taken) = bind_or_next_port(wished, say).expect("another port");
        let other = second.local_addr().expect("it listens");
        assert_eq!((other.ip(), taken), (wished.ip(), Some(wished.port())));
        let further = other.port().checked_sub(wished.port());
        assert!(
            further.is_some_and(|ports| (1..=NEXT_PORTS).contains(&ports)),
            "{other} for {wished}"
        );
        // An address for documentation (RFC 5737) is nobody's.
        let error =
            bind_or_next_port(([192, 0, 2, 200], 0).into(), say).expect_err("no such address");
        assert!(
            error.to_string().contains("no address of this machine"),
            "{error}"
        );
    }
}
