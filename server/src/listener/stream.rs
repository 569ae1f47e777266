//! A TCP stream that counts what comes in and notices when nothing goes out.

use std::io::{self, Read as _};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::clock::Clock;
use crate::config::Limits;
use crate::limits::addresses::Places;
use crate::limits::{Rate, TokenBucket};
use crate::listener::frame_heads::{Control, FrameHeads};

/// How many seconds' worth of bytes can be saved up.
const BYTES_SAVED_S: u64 = 4;
/// How many bytes are discarded at once.
const DISCARD_BYTES: usize = 4 * 1024;
/// The most bytes that are discarded.
const MAX_DISCARDED_BYTES: usize = 1024 * 1024;

/// A TCP connection and what was noticed on it. The stream that is read and written, the task that watches
/// for stalls, and the socket share it.
#[derive(Debug)]
pub(crate) struct TcpConnection {
    /// Tells connections apart in the log.
    pub(crate) number: u64,
    stream: TcpStream,
    /// The places of the connection, freed with it.
    pub(super) places: Places,
    clock: Clock,
    head_timeout_ms: u64,
    send_timeout_ms: u64,
    budget: Mutex<TokenBucket>,
    is_flooded: AtomicBool,
    has_big_control: AtomicBool,
    has_head: AtomicBool,
    progress_ms: AtomicU64,
    /// Held until nothing works for the connection any more, so that a server that stops can wait for it.
    _held: TaskTrackerToken,
}

/// A connection that has just been accepted.
#[derive(Debug)]
pub(super) struct Accepted {
    /// How many were accepted before it.
    pub(super) number: u64,
    /// The stream.
    pub(super) stream: TcpStream,
    /// The places that it takes.
    pub(super) places: Places,
    /// A server that stops waits until it is dropped.
    pub(super) held: TaskTrackerToken,
}

impl TcpConnection {
    /// A connection that begins now.
    pub(super) fn new(accepted: Accepted, limits: &Limits, clock: Clock) -> Self {
        let now_ms = clock.now_ms();
        let rate = Rate::per_second(limits.bytes_per_second.into(), BYTES_SAVED_S);
        Self {
            number: accepted.number,
            stream: accepted.stream,
            places: accepted.places,
            head_timeout_ms: limits.head_timeout_ms,
            send_timeout_ms: limits.send_timeout_ms,
            budget: Mutex::new(TokenBucket::new(rate, now_ms)),
            is_flooded: AtomicBool::new(false),
            has_big_control: AtomicBool::new(false),
            has_head: AtomicBool::new(false),
            progress_ms: AtomicU64::new(now_ms),
            clock,
            _held: accepted.held,
        }
    }

    /// Whether the server is full, and this connection is only to be told so.
    pub(crate) const fn is_spare(&self) -> bool {
        self.places.is_spare()
    }

    /// Whether more has come in than may.
    pub(crate) fn is_flooded(&self) -> bool {
        self.is_flooded.load(Ordering::Relaxed)
    }

    /// Whether a control frame has come that is bigger than any may be.
    pub(crate) fn has_big_control(&self) -> bool {
        self.has_big_control.load(Ordering::Relaxed)
    }

    /// When the last bytes went out, by the clock.
    pub(crate) fn progress_ms(&self) -> u64 {
        self.progress_ms.load(Ordering::Relaxed)
    }

    /// Notes that the whole request head has come.
    pub(super) fn head_has_come(&self) {
        self.note_progress();
        self.has_head.store(true, Ordering::Relaxed);
    }

    /// Waits until the request head is late or, after the head, nothing has been written for too long.
    pub(super) async fn stalled(&self) {
        let began_ms = self.progress_ms();
        self.clock
            .sleep_until(began_ms.saturating_add(self.head_timeout_ms))
            .await;
        while self.has_head.load(Ordering::Relaxed) {
            let stalled_ms = self.progress_ms().saturating_add(self.send_timeout_ms);
            if self.clock.now_ms() >= stalled_ms {
                return;
            }
            self.clock.sleep_until(stalled_ms).await;
        }
    }

    /// Shuts down the sending side and discards what the peer still sends, until it closes too: a stream
    /// that is dropped with unread bytes is reset, and then the peer may not get the last messages.
    pub(crate) async fn linger(&self) {
        linger(&self.stream).await;
    }

    fn note_progress(&self) {
        self.progress_ms
            .store(self.clock.now_ms(), Ordering::Relaxed);
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let mut budget = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        if budget.take(bytes, self.clock.now_ms()) {
            Ok(())
        } else {
            self.is_flooded.store(true, Ordering::Relaxed);
            Err(flooded())
        }
    }
}

/// Reads once. A read that does not fill the buffer has emptied the socket, so the stream counts as not
/// readable until the kernel reports more: the next poll waits without a call that finds nothing.
fn read_what_is_here(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
    let mut emptied_after = None;
    let result = stream.try_io(Interest::READABLE, || {
        let bytes = (&*SockRef::from(stream)).read(buffer)?;
        if bytes == 0 || bytes == buffer.len() {
            return Ok(bytes);
        }
        emptied_after = Some(bytes);
        // In here, not after it: bytes that come in between are reported as new.
        Err(io::ErrorKind::WouldBlock.into())
    });
    emptied_after.map_or(result, Ok)
}

/// Shuts down the sending side and discards what comes until the peer closes; the caller sets a limit.
pub(super) async fn linger(stream: &TcpStream) {
    if SockRef::from(stream).shutdown(Shutdown::Write).is_err() {
        return;
    }
    let mut discarded = 0;
    // On the heap, for every connection has room for this future from its start.
    let mut buffer = vec![0; DISCARD_BYTES];
    while discarded < MAX_DISCARDED_BYTES && stream.readable().await.is_ok() {
        match stream.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(bytes) => discarded += bytes,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

fn flooded() -> io::Error {
    io::Error::new(io::ErrorKind::QuotaExceeded, "more bytes came in than may")
}

/// The stream that hyper and then the WebSocket read and write.
#[derive(Debug)]
pub(crate) struct MeteredStream {
    tcp: Arc<TcpConnection>,
    heads: FrameHeads,
}

impl MeteredStream {
    pub(super) fn new(tcp: Arc<TcpConnection>) -> Self {
        Self {
            tcp,
            heads: FrameHeads::default(),
        }
    }

    fn poll_written(
        &self,
        ctx: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.tcp.stream.poll_write_ready(ctx))?;
            match write(&self.tcp.stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => {
                    self.tcp.note_progress();
                    return Poll::Ready(result);
                }
            }
        }
    }
}

impl AsyncRead for MeteredStream {
    fn poll_read(
        self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { tcp, heads } = self.get_mut();
        if tcp.is_flooded() {
            return Poll::Ready(Err(flooded()));
        }
        loop {
            ready!(tcp.stream.poll_read_ready(ctx))?;
            let unfilled = buffer.initialize_unfilled();
            match read_what_is_here(&tcp.stream, unfilled) {
                Ok(bytes) => {
                    tcp.count(bytes)?;
                    if heads.read(&unfilled[..bytes]) == Control::TooBig {
                        tcp.has_big_control.store(true, Ordering::Relaxed);
                    }
                    buffer.advance(bytes);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for MeteredStream {
    fn poll_write(
        self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_written(ctx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_written(ctx, |stream| stream.try_write_vectored(bytes))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&self.tcp.stream).shutdown(Shutdown::Write))
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio_util::task::TaskTracker;

    use super::*;
    use crate::limits::addresses::AddressBook;

    /// A metered stream and its peer.
    async fn connected() -> (MeteredStream, TcpStream) {
        let address = IpAddr::from(Ipv4Addr::LOCALHOST);
        let listener = TcpListener::bind((address, 0)).await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap());
        let (peer, accepted) = tokio::join!(peer, listener.accept());
        let places = AddressBook::new(Limits::DEFAULT).admit(address, 0).unwrap();
        let (clock, _hand) = Clock::manual();
        let accepted = Accepted {
            number: 0,
            stream: accepted.unwrap().0,
            places,
            held: TaskTracker::new().token(),
        };
        let tcp = TcpConnection::new(accepted, &Limits::DEFAULT, clock);
        (MeteredStream::new(Arc::new(tcp)), peer.unwrap())
    }

    /// Reads once into a buffer of so many bytes.
    async fn read_into(stream: &mut MeteredStream, bytes: usize) -> Vec<u8> {
        let mut buffer = vec![0; bytes];
        let reading = stream.read(&mut buffer);
        let read = tokio::time::timeout(Duration::from_secs(5), reading).await;
        let read = read.expect("the stream wakes its reader").unwrap();
        buffer.truncate(read);
        buffer
    }

    /// Whether the next poll would ask the kernel.
    fn asks_the_kernel(stream: &MeteredStream) -> bool {
        let mut is_asked = false;
        let _ = stream.tcp.stream.try_io(Interest::READABLE, || {
            is_asked = true;
            io::Result::Ok(())
        });
        is_asked
    }

    #[tokio::test]
    async fn each_message_is_received_by_one_call() {
        let (mut stream, mut peer) = connected().await;
        for message in [&b"first"[..], b"second", b"third"] {
            peer.write_all(message).await.unwrap();
            assert_eq!(read_into(&mut stream, 64).await, message);
            assert!(!asks_the_kernel(&stream), "after {message:?}");
        }
    }

    #[tokio::test]
    async fn a_full_buffer_is_read_on_without_waiting() {
        let (mut stream, mut peer) = connected().await;
        peer.write_all(b"abcdef").await.unwrap();
        assert_eq!(read_into(&mut stream, 4).await, b"abcd");
        assert!(asks_the_kernel(&stream));
        assert_eq!(read_into(&mut stream, 4).await, b"ef");
        assert!(!asks_the_kernel(&stream));
    }

    #[tokio::test]
    async fn the_end_is_seen_behind_a_short_message() {
        let (mut stream, mut peer) = connected().await;
        peer.write_all(b"last").await.unwrap();
        peer.shutdown().await.unwrap();
        assert_eq!(read_into(&mut stream, 64).await, b"last");
        assert_eq!(read_into(&mut stream, 64).await, b"");
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken_by_the_next_message() {
        let (mut stream, mut peer) = connected().await;
        peer.write_all(b"first").await.unwrap();
        assert_eq!(read_into(&mut stream, 64).await, b"first");
        let mut buffer = [0; 64];
        let mut buffer = ReadBuf::new(&mut buffer);
        let is_pending = poll_fn(|ctx| {
            Poll::Ready(
                Pin::new(&mut stream)
                    .poll_read(ctx, &mut buffer)
                    .is_pending(),
            )
        });
        assert!(is_pending.await);
        peer.write_all(b"second").await.unwrap();
        assert_eq!(read_into(&mut stream, 64).await, b"second");
    }
}
