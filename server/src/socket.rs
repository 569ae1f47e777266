//! One WebSocket connection: a hello, then requests that its session answers, until one side closes it.

mod closing;
#[cfg(feature = "echo")]
mod echo;
mod frames;
mod greeting;
mod timers;
mod upgrade;

use std::convert::Infallible;

use axum::extract::ws::WebSocket;
use tracing::Instrument as _;
use versus2048_protocol::wire::{
    ClientMessage, CloseCode, ErrorCode, Received, RejectedReason, ServerMessage, encode,
};

use crate::limits::addresses::Misses;
use crate::limits::connection::{Allowances, Kind, Verdict};
use crate::listener::Peer;
use crate::lobby::Lobby;
use crate::outbox::Outbox;
use crate::session::{Hello, Session};
use crate::site::Site;
use frames::{End, Socket};
pub(crate) use upgrade::upgrade;
#[cfg(feature = "echo")]
pub(crate) use upgrade::upgrade_to_echo;

/// Serves an upgraded connection in a task of its own, so that the task of the upgrade ends and its
/// memory is freed.
pub(crate) fn spawn(frames: WebSocket, peer: Peer, site: &Site) {
    tokio::spawn(serving(frames, peer, site));
}

/// The future that serves a connection until it ends. Idle connections are many, so it stores nothing
/// twice, and futures that run for a moment only are boxed.
fn serving(frames: WebSocket, peer: Peer, site: &Site) -> impl Future<Output = ()> + Send + use<> {
    let span = tracing::debug_span!("connection", number = peer.tcp.number);
    let mut task = SocketTask::new(frames, peer, site);
    let outbox = task.outbox.clone();
    let (stopping, abandon, farewell) =
        (site.stopping.clone(), site.abandon.clone(), site.farewell);
    let serving = async move {
        let abandoned = async {
            stopping.cancelled().await;
            outbox.close(farewell);
            abandon.cancelled().await;
        };
        tokio::select! {
            biased;
            () = abandoned => {}
            () = task.run() => {}
        }
    };
    serving.instrument(span)
}

/// Reads requests under their limits and lets the session answer them.
struct SocketTask {
    socket: Socket,
    outbox: Outbox,
    allowances: Allowances,
    lobby: Lobby,
    misses: Misses,
}

impl SocketTask {
    fn new(frames: WebSocket, peer: Peer, site: &Site) -> Self {
        let (outbox, reader) =
            Outbox::new(site.limits.outbox_messages, site.lobby.metrics().outboxes());
        let socket = Socket::new(frames, (outbox.clone(), reader), peer.tcp, site);
        Self {
            allowances: Allowances::new(&site.limits, site.clock.now_ms()),
            socket,
            lobby: site.lobby.clone(),
            outbox,
            misses: peer.misses,
        }
    }

    async fn run(&mut self) {
        tracing::debug!("a connection begins");
        let end = match self.greet().await {
            Ok(session) => self.attend(session).await,
            Err(end) => end,
        };
        tracing::debug!(?end, "a connection ends");
        if let End::Close(code) = end {
            self.lobby.metrics().connection_closed(code);
        }
        Box::pin(self.socket.finish(end)).await;
    }

    /// Waits for a valid hello, and answers everything else with an error.
    async fn greet(&mut self) -> Result<Box<Session>, End> {
        loop {
            let received = self.next_message().await?;
            match greeting::read(received) {
                Ok(hello) => {
                    self.socket.hello_has_come();
                    return Box::pin(self.welcome(hello)).await;
                }
                Err(bad) => {
                    self.lobby.metrics().error_answered(bad.code);
                    self.outbox.push(bad.text);
                    if let Some(code) = bad.close {
                        self.outbox.close(code);
                    }
                }
            }
            self.close_if_bad();
        }
    }

    /// Lets the player in; the table where the player has a seat may be slow to answer.
    async fn welcome(&mut self, hello: Hello) -> Result<Box<Session>, End> {
        let (misses, outbox) = (self.misses.clone(), self.outbox.clone());
        let greeted = Session::greet(self.lobby.clone(), hello, misses, outbox);
        let mut greeted = Box::pin(greeted);
        let session = self.socket.deliver_during(greeted.as_mut()).await?;
        Ok(Box::new(session))
    }

    /// Lets the session answer until the connection ends, then tells the session.
    async fn attend(&mut self, mut session: Box<Session>) -> End {
        let Err(end) = self.answer_all(&mut session).await;
        Box::pin(session.disconnect()).await;
        end
    }

    async fn answer_all(&mut self, session: &mut Session) -> Result<Infallible, End> {
        loop {
            let received = self.next_message().await?;
            let mut handling = Box::pin(session.handle(received));
            self.socket.deliver_during(handling.as_mut()).await?;
            self.close_if_bad();
        }
    }

    /// The next message within its rate; a text that does not parse counts as within it.
    async fn next_message(&mut self) -> Result<Received, End> {
        loop {
            let received = Received::parse(&self.socket.next_text().await?);
            self.lobby.metrics().message_received();
            if self.passes(&received)? {
                return Ok(received);
            }
        }
    }

    /// Counts a message, and answers it if it is over its rate.
    fn passes(&mut self, received: &Received) -> Result<bool, End> {
        let Ok(message) = &received.message else {
            self.allowances.count_bad();
            return Ok(true);
        };
        match self.allowances.count(kind(message), self.socket.now_ms()) {
            Verdict::Passes => Ok(true),
            Verdict::Refused => {
                let answer = over_rate(message);
                self.lobby.metrics().answered(&answer);
                self.outbox.push(encode(&answer, received.id.as_ref()));
                Ok(false)
            }
            Verdict::Flood => Err(End::Close(CloseCode::Flooding)),
        }
    }

    fn close_if_bad(&self) {
        if self.allowances.has_too_many_bad() {
            self.outbox.close(CloseCode::BadMessages);
        }
    }
}

fn kind(message: &ClientMessage) -> Kind {
    match message {
        ClientMessage::Move { .. } => Kind::Move,
        _ => Kind::Other,
    }
}

/// The reply to a message that is over its rate.
fn over_rate(message: &ClientMessage) -> ServerMessage {
    match *message {
        ClientMessage::Move { turn, dir } => ServerMessage::Rejected {
            turn,
            dir,
            reason: RejectedReason::RateLimited,
        },
        _ => ServerMessage::error(
            ErrorCode::RateLimited,
            "you send too many messages a second; wait a little",
        ),
    }
}

#[cfg(test)]
mod tests;
