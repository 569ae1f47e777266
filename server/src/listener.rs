//! The accept loop: which connections are served, and the limits below the message layer.
//!
//! Every connection carries one HTTP request; a WebSocket upgrade is one. So the rate of requests is
//! the rate of connections, and no connection stays open for a second request.

mod forwarded;
mod frame_heads;
mod refusal;
mod stream;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderMap, HeaderValue};
use hyper::server::conn::http1;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

use crate::clock::Clock;
use crate::config::{Limits, Network};
use crate::limits::addresses::{AddressBook, Misses, NotTaken, Places};
use crate::metrics::Metrics;
use crate::site::Site;
use refusal::Refusals;
pub(crate) use stream::TcpConnection;
use stream::{Accepted, MeteredStream};

/// How many connections may wait to be accepted: a storm of reconnects after a restart.
const BACKLOG: u32 = 4_096;
/// The kernel's send buffer: small, so that a slow reader is noticed before it is minutes behind.
const SEND_BUFFER_BYTES: usize = 32 * 1024;
/// The most bytes of a request head, and of what hyper buffers besides.
const HEAD_BYTES: usize = 16 * 1024;
/// The limits of the listener for metrics, which has few clients.
const ADMIN_LIMITS: Limits = Limits {
    max_connections: 16,
    max_connections_per_address: 16,
    requests_per_second: 1_000,
    ..Limits::DEFAULT
};
/// How long accepting pauses when the process has run out of files or memory.
const REST: Duration = Duration::from_millis(100);

/// Opens a listening socket that takes a storm of connections.
///
/// # Errors
/// The address is in use, not this machine's, or not allowed to this user.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// What a request knows about the connection that it came on.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// The connection itself.
    pub(crate) tcp: Arc<TcpConnection>,
    /// What the peer's address may still guess.
    pub(crate) misses: Misses,
}

/// Accepts connections and serves each one in a task.
#[derive(Clone, Debug)]
pub(crate) struct Acceptor {
    router: Router,
    addresses: AddressBook,
    metrics: Metrics,
    trusted_proxies: Arc<[Network]>,
    limits: Limits,
    clock: Clock,
    /// Counts the tasks that serve connections.
    tracker: TaskTracker,
    /// Ends every connection where it stands.
    abandon: CancellationToken,
}

impl Acceptor {
    /// An acceptor for players.
    pub(crate) fn new(site: &Site, router: Router, tracker: TaskTracker) -> Self {
        Self {
            router,
            addresses: site.addresses.clone(),
            metrics: site.lobby.metrics().clone(),
            trusted_proxies: Arc::clone(&site.trusted_proxies),
            limits: site.limits,
            clock: site.clock.clone(),
            tracker,
            abandon: site.abandon.clone(),
        }
    }

    /// An acceptor for metrics: its connections have limits of their own and are not counted.
    pub(crate) fn for_admin(site: &Site, router: Router, tracker: TaskTracker) -> Self {
        Self {
            addresses: AddressBook::new(ADMIN_LIMITS),
            metrics: Metrics::default(),
            trusted_proxies: Arc::default(),
            limits: ADMIN_LIMITS,
            ..Self::new(site, router, tracker)
        }
    }

    /// Accepts connections, for as long as it is polled.
    pub(crate) async fn accept_all(self, listener: TcpListener) {
        let refusals = Refusals::new();
        let mut is_exhausted = false;
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    is_exhausted = false;
                    self.take(stream, address, &refusals);
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    if !is_exhausted {
                        tracing::warn!(%error, "no connections can be accepted for now");
                    }
                    is_exhausted = true;
                    tokio::time::sleep(REST).await;
                }
            }
        }
    }

    fn take(&self, stream: TcpStream, address: SocketAddr, refusals: &Refusals) {
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "a connection ended before it began");
            return;
        }
        let address = address.ip();
        match self.admit(address) {
            Ok(places) => {
                let connection = self.clone().serve(stream, address, places);
                self.tracker.spawn(connection);
            }
            Err(reason) => {
                self.note_refusal(address, reason);
                refusals.answer(stream, reason);
            }
        }
    }

    /// Counts a connection for its address; a connection of a proxy is counted when the request head
    /// names the client.
    fn admit(&self, address: IpAddr) -> Result<Places, NotTaken> {
        if forwarded::is_trusted(address, &self.trusted_proxies) {
            self.addresses.admit_unknown()
        } else {
            self.addresses.admit(address, self.clock.now_ms())
        }
    }

    /// Serves the one request of a connection.
    async fn serve(self, stream: TcpStream, address: IpAddr, places: Places) {
        let accepted = Accepted {
            number: self.metrics.connection_taken(),
            stream,
            places,
            held: self.tracker.token(),
        };
        let tcp = Arc::new(TcpConnection::new(
            accepted,
            &self.limits,
            self.clock.clone(),
        ));
        let abandon = self.abandon.clone();
        let asked = Arc::clone(&tcp);
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            asked.head_has_come();
            let misses = self.recognize(address, &asked, request.headers());
            let answer = misses.map(|misses| {
                request.extensions_mut().insert(Peer {
                    tcp: Arc::clone(&asked),
                    misses,
                });
                self.router.clone().call(request.map(Body::new))
            });
            async move {
                match answer {
                    Ok(answer) => answer.await.map(last_of_its_connection),
                    Err(reason) => Ok(last_of_its_connection(refusal::response(reason))),
                }
            }
        });
        let io = TokioIo::new(MeteredStream::new(Arc::clone(&tcp)));
        let connection = http1::Builder::new()
            .header_read_timeout(None)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(io, service)
            .with_upgrades();
        tokio::select! {
            result = connection => {
                if let Err(error) = result {
                    tracing::debug!(%error, "a connection failed");
                }
            }
            () = tcp.stalled() => tracing::debug!("a connection stalled"),
            () = abandon.cancelled() => {}
        }
    }

    /// Counts a request that a proxy forwards for the client that made it.
    fn recognize(
        &self,
        address: IpAddr,
        tcp: &TcpConnection,
        headers: &HeaderMap,
    ) -> Result<Misses, NotTaken> {
        let client = || forwarded::client(address, headers, &self.trusted_proxies);
        let misses = tcp.places.misses(client, self.clock.now_ms());
        misses.inspect_err(|&reason| self.note_refusal(client(), reason))
    }

    fn note_refusal(&self, address: IpAddr, reason: NotTaken) {
        self.metrics.connection_refused(reason);
        tracing::debug!(?reason, %address, "a connection is refused");
    }
}

/// Adds `connection: close` to a response. Not to an upgrade: hyper without keep-alive would send
/// `connection: upgrade, close`, which many WebSocket clients refuse.
fn last_of_its_connection(mut answer: Response<Body>) -> Response<Body> {
    if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(CONNECTION, close);
    }
    answer
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    SockRef::from(stream).set_send_buffer_size(SEND_BUFFER_BYTES)
}

/// Whether the error concerns the connection that was to be accepted, not this process.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
