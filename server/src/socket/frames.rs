//! The frames of one connection, in and out. One task drives both directions, so neither waits for
//! the other. Nothing here knows what the messages mean.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{SinkExt as _, StreamExt as _};
use versus2048_protocol::wire::CloseCode;

use crate::clock::{Alarm, Clock};
use crate::listener::TcpConnection;
use crate::outbox::{Outbox, OutboxReader, Outgoing};
use crate::site::Site;
use crate::socket::closing::close_code;
use crate::socket::timers::{Due, Timers};

/// How many bytes of messages are joined before they are written, so that one call to the kernel takes
/// them all.
const BATCH_BYTES: usize = 8 * 1024;
/// How long a close is tried.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The server closes it with this code.
    Close(CloseCode),
    /// The peer closes it, and the server replies.
    ByPeer,
    /// The peer can't be reached any more.
    Gone,
}

/// One WebSocket, and what waits to be sent on it.
pub(super) struct Socket {
    frames: WebSocket,
    outbox: Outbox,
    reader: OutboxReader,
    tcp: Arc<TcpConnection>,
    clock: Clock,
    timers: Timers,
    alarm: Alarm,
}

/// Whether frames are taken from the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    On,
    /// A request is being handled; the next one has to wait.
    Off,
}

/// What polling the socket has brought.
enum Turn {
    Read(Option<Result<Message, axum::Error>>),
    Written(Result<(), axum::Error>),
}

impl Socket {
    /// The socket of a connection that has just been upgraded.
    pub(super) fn new(
        frames: WebSocket,
        (outbox, reader): (Outbox, OutboxReader),
        tcp: Arc<TcpConnection>,
        site: &Site,
    ) -> Self {
        Self {
            frames,
            outbox,
            reader,
            tcp,
            clock: site.clock.clone(),
            timers: Timers::new(&site.limits, site.clock.now_ms()),
            alarm: Alarm::new(site.clock.clone()),
        }
    }

    /// The time by the connection's clock.
    pub(super) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Ends the wait for the hello.
    pub(super) fn hello_has_come(&mut self) {
        self.timers.hello_has_come();
    }

    /// The peer's next text; sends what waits in the outbox until it comes. Safe to cancel.
    ///
    /// # Errors
    /// The connection ends, as it does when a binary message comes.
    pub(super) async fn next_text(&mut self) -> Result<Utf8Bytes, End> {
        match self.next_message().await? {
            Message::Text(text) => Ok(text),
            _ => Err(End::Close(CloseCode::Binary)),
        }
    }

    /// The peer's next text or binary message. Safe to cancel.
    ///
    /// # Errors
    /// The connection ends.
    pub(super) async fn next_message(&mut self) -> Result<Message, End> {
        loop {
            if let Some(message) = poll_fn(|ctx| self.poll_step(Reading::On, ctx)).await? {
                return Ok(message);
            }
        }
    }

    /// Sends what waits in the outbox until some work is done, and reads nothing meanwhile. The caller
    /// owns the work, so that its future is not stored here a second time.
    ///
    /// # Errors
    /// The connection ends; the caller drops the work.
    pub(super) async fn deliver_during<T>(
        &mut self,
        mut work: Pin<&mut impl Future<Output = T>>,
    ) -> Result<T, End> {
        poll_fn(|ctx| {
            loop {
                if let Poll::Ready(output) = work.as_mut().poll(ctx) {
                    self.timers.heard(self.clock.now_ms());
                    return Poll::Ready(Ok(output));
                }
                if let Err(end) = ready!(self.poll_step(Reading::Off, ctx)) {
                    return Poll::Ready(Err(end));
                }
            }
        })
        .await
    }

    /// Sends the close, waits for the peer's, and ends the stream.
    pub(super) async fn finish(&mut self, end: End) {
        // By real time: no match depends on it.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.part(end)).await;
    }

    /// Does one thing. Sending comes before reading, so that a peer that asks without end gets replies.
    fn poll_step(
        &mut self,
        reading: Reading,
        ctx: &mut Context<'_>,
    ) -> Poll<Result<Option<Message>, End>> {
        let is_written = !self.timers.is_writing();
        // Before a close there is no reason to wait for a slow reader any more.
        let is_outgoing = is_written || self.outbox.is_closed();
        if is_outgoing && self.reader.poll_ready(ctx).is_ready() {
            return Poll::Ready(self.fill().map(|()| None));
        }
        let turn = poll_turn(&mut self.frames, is_written, reading, ctx);
        if let Poll::Ready(turn) = turn {
            return Poll::Ready(self.after(turn));
        }
        let progress_ms = self.tcp.progress_ms();
        let due_ms = self.timers.due_ms(reading == Reading::On, progress_ms);
        ready!(self.alarm.poll_until(due_ms, ctx));
        Poll::Ready(self.look_at_clock(reading).map(|()| None))
    }

    /// Moves a batch of messages from the outbox into the socket.
    fn fill(&mut self) -> Result<(), End> {
        let mut bytes = 0;
        while bytes < BATCH_BYTES {
            match self.reader.try_next() {
                Some(Outgoing::Text(text)) => {
                    bytes += text.len();
                    self.put(Message::Text(text))?;
                }
                Some(Outgoing::Close(code)) => return Err(End::Close(code)),
                None => break,
            }
        }
        Ok(())
    }

    /// Appends a frame to the socket's write buffer, which is bounded.
    ///
    /// # Errors
    /// The connection ends.
    pub(super) fn put(&mut self, frame: Message) -> Result<(), End> {
        let put = self.frames.start_send_unpin(frame);
        put.map_err(end_after)?;
        self.timers.writing(self.clock.now_ms());
        Ok(())
    }

    fn after(&mut self, turn: Turn) -> Result<Option<Message>, End> {
        let frame = match turn {
            Turn::Written(result) => {
                self.timers.written();
                return result.map(|()| None).map_err(end_after);
            }
            Turn::Read(None) => return Err(End::Gone),
            Turn::Read(Some(Err(error))) => return Err(self.end_after_reading(error)),
            Turn::Read(Some(Ok(frame))) => frame,
        };
        self.timers.heard(self.clock.now_ms());
        match frame {
            Message::Text(_) | Message::Binary(_) => Ok(Some(frame)),
            Message::Ping(_) | Message::Pong(_) => Ok(None),
            Message::Close(_) => Err(End::ByPeer),
        }
    }

    /// Why the connection ends after a failed read; the TCP connection knows more than the error says.
    fn end_after_reading(&self, error: axum::Error) -> End {
        match end_after(error) {
            _ if self.tcp.is_flooded() => End::Close(CloseCode::Flooding),
            End::Close(CloseCode::TooBig) if self.tcp.has_big_control() => {
                End::Close(CloseCode::BadFraming)
            }
            end => end,
        }
    }

    fn look_at_clock(&mut self, reading: Reading) -> Result<(), End> {
        let progress_ms = self.tcp.progress_ms();
        let due = self
            .timers
            .due(reading == Reading::On, progress_ms, self.clock.now_ms());
        match due {
            Some(Due::NoHello) => Err(End::Close(CloseCode::NoHello)),
            Some(Due::TooSlow) => {
                // The messages that wait are dropped, and counted.
                self.outbox.close(CloseCode::TooSlow);
                Err(End::Close(CloseCode::TooSlow))
            }
            Some(Due::Silent) => Err(End::Gone),
            Some(Due::Ping) => self.put(Message::Ping(Vec::new().into())),
            None => Ok(()),
        }
    }

    async fn part(&mut self, end: End) {
        match end {
            End::Gone => return,
            End::ByPeer => {}
            End::Close(code) => {
                let frame = Message::Close(Some(CloseFrame {
                    code: code.number(),
                    reason: Utf8Bytes::from_static(code.reason()),
                }));
                if self.frames.start_send_unpin(frame).is_err() {
                    return;
                }
            }
        }
        let has_closed = self.last_turns(end == End::ByPeer).await;
        if has_closed == Some(false) {
            self.tcp.linger().await;
        }
    }

    /// Writes what is left, discards what comes in meanwhile, and returns whether the peer has closed
    /// too; none if the rest can't be written.
    async fn last_turns(&mut self, mut has_closed: bool) -> Option<bool> {
        let mut is_written = false;
        let mut reading = if has_closed {
            Reading::Off
        } else {
            Reading::On
        };
        while !is_written || reading == Reading::On {
            match poll_fn(|ctx| poll_turn(&mut self.frames, is_written, reading, ctx)).await {
                Turn::Written(result) => {
                    result.ok()?;
                    is_written = true;
                }
                Turn::Read(Some(Ok(frame))) => {
                    has_closed = matches!(frame, Message::Close(_));
                    reading = if has_closed {
                        Reading::Off
                    } else {
                        Reading::On
                    };
                }
                Turn::Read(_) => reading = Reading::Off,
            }
        }
        Some(has_closed)
    }
}

/// Writes first, then reads.
fn poll_turn(
    frames: &mut WebSocket,
    is_written: bool,
    reading: Reading,
    ctx: &mut Context<'_>,
) -> Poll<Turn> {
    if !is_written && let Poll::Ready(result) = frames.poll_flush_unpin(ctx) {
        return Poll::Ready(Turn::Written(result));
    }
    match reading {
        Reading::On => frames.poll_next_unpin(ctx).map(Turn::Read),
        Reading::Off => Poll::Pending,
    }
}

fn end_after(error: axum::Error) -> End {
    close_code(error).map_or(End::Gone, End::Close)
}
