//! The accept loop: who gets in, and what holds below the message layer.
//!
//! Every connection carries one HTTP request; a WebSocket upgrade is one. So the rate of requests is
//! the rate of connections, and no idle connection waits for a request that never comes.

mod refusal;
mod stream;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue};
use hyper::server::conn::http1;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tower_service::Service as _;

use crate::clock::Clock;
use crate::config::Limits;
use crate::limits::addresses::{AddressBook, ConnectionPlace, Misses};
use crate::site::Site;
use refusal::Refusals;
use stream::MeteredStream;
pub(crate) use stream::Wire;

/// How many connections may wait to be accepted: a storm of reconnects after a restart.
const BACKLOG: u32 = 4_096;
/// What the kernel holds for a reader, so that a slow one is noticed before it is minutes behind.
const SEND_BUFFER_BYTES: usize = 32 * 1024;
/// The most bytes of a request head, and of what hyper buffers besides.
const HEAD_BYTES: usize = 16 * 1024;
/// How long accepting rests when the process has run out of something.
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
    /// Tells connections apart in the log.
    pub(crate) number: u64,
    /// What holds below the message layer.
    pub(crate) wire: Arc<Wire>,
    /// What the peer's address may still guess.
    pub(crate) misses: Misses,
    /// The server is full, and this is only to be told so.
    pub(crate) is_spare: bool,
    /// Held by whatever works for the connection, so that a server that stops can wait for it.
    pub(crate) held: TaskTrackerToken,
}

/// What accepted connections are served with.
#[derive(Clone, Debug)]
pub(crate) struct Acceptor {
    router: Router,
    addresses: AddressBook,
    limits: Limits,
    clock: Clock,
    /// Knows what still works for a connection.
    tracker: TaskTracker,
    /// Ends every connection where it stands.
    abandon: CancellationToken,
    accepted: Arc<AtomicU64>,
}

impl Acceptor {
    /// One that has accepted nobody yet.
    pub(crate) fn new(site: &Site, router: Router, tracker: TaskTracker) -> Self {
        Self {
            router,
            addresses: AddressBook::new(site.limits),
            limits: site.limits,
            clock: site.clock.clone(),
            tracker,
            abandon: site.abandon.clone(),
            accepted: Arc::default(),
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
        match self.addresses.admit(address.ip(), self.clock.now_ms()) {
            Ok(place) => {
                let connection = self.clone().serve(stream, place);
                self.tracker.spawn(connection);
            }
            Err(reason) => {
                tracing::debug!(?reason, address = %address.ip(), "a connection is refused");
                refusals.answer(stream, reason);
            }
        }
    }

    /// Serves the one request of a connection, as long as it goes on.
    async fn serve(self, stream: TcpStream, place: ConnectionPlace) {
        let peer = Peer {
            number: self.accepted.fetch_add(1, Ordering::Relaxed),
            misses: place.misses(),
            is_spare: place.is_spare(),
            wire: Arc::new(Wire::new(stream, place, &self.limits, self.clock.clone())),
            held: self.tracker.token(),
        };
        let wire = Arc::clone(&peer.wire);
        let router = self.router;
        let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
            peer.wire.head_has_come();
            request.extensions_mut().insert(peer.clone());
            let answer = router.clone().call(request.map(Body::new));
            async { answer.await.map(last_of_its_connection) }
        });
        let io = TokioIo::new(MeteredStream::new(Arc::clone(&wire)));
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
            () = wire.stalled() => tracing::debug!("a connection stalled"),
            () = self.abandon.cancelled() => {}
        }
    }
}

/// An answer after which the connection is closed. An upgrade is left alone, for hyper without
/// keep-alive says `connection: upgrade, close` there, which many WebSocket clients refuse.
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

/// Whether it says something about the connection that was to be accepted, not about this process.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
