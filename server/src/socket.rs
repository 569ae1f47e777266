//! One WebSocket connection: its greeting, then what its session answers, until one side ends it.

mod closing;
#[cfg(feature = "echo")]
mod echo;
mod greeting;
mod line;
mod timers;
mod upgrade;

use std::convert::Infallible;

use axum::extract::ws::WebSocket;
use tokio_util::task::task_tracker::TaskTrackerToken;
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
use line::{End, Line};
pub(crate) use upgrade::upgrade;
#[cfg(feature = "echo")]
pub(crate) use upgrade::upgrade_to_echo;

/// Serves an upgraded connection until it ends, in a task of its own: that of the upgrade ends, and its
/// memory is free again.
pub(crate) fn spawn(socket: WebSocket, peer: Peer, site: &Site) {
    tokio::spawn(serving(socket, peer, site));
}

/// What a connection is for as long as it lasts. Idle ones are many, so everything is stored in it once:
/// what is only there for a moment is in a box.
fn serving(socket: WebSocket, peer: Peer, site: &Site) -> impl Future<Output = ()> + Send + use<> {
    let span = tracing::debug_span!("connection", number = peer.number);
    let mut connection = Connection::new(socket, peer, site);
    let outbox = connection.outbox.clone();
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
            () = connection.run() => {}
        }
    };
    serving.instrument(span)
}

struct Connection {
    line: Line,
    outbox: Outbox,
    allowances: Allowances,
    lobby: Lobby,
    misses: Misses,
    /// Held until the connection is wholly done, so that a server that stops can wait for it.
    _held: TaskTrackerToken,
}

impl Connection {
    fn new(socket: WebSocket, peer: Peer, site: &Site) -> Self {
        let (outbox, reader) = Outbox::new(site.limits.outbox_messages);
        let line = Line::new(socket, (outbox.clone(), reader), &peer, site);
        Self {
            allowances: Allowances::new(&site.limits, site.clock.now_ms()),
            line,
            lobby: site.lobby.clone(),
            outbox,
            misses: peer.misses,
            _held: peer.held,
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
        Box::pin(self.line.finish(end)).await;
    }

    /// Waits for a hello that holds; everything else is answered by an error.
    async fn greet(&mut self) -> Result<Box<Session>, End> {
        loop {
            let received = self.next_message().await?;
            match greeting::read(received) {
                Ok(hello) => {
                    self.line.hello_has_come();
                    return Box::pin(self.welcome(hello)).await;
                }
                Err(bad) => {
                    self.outbox.push(bad.text);
                    if let Some(code) = bad.close {
                        self.outbox.close(code);
                    }
                }
            }
            self.close_if_bad();
        }
    }

    /// Lets the player in; a table that it comes back to may take its time.
    async fn welcome(&mut self, hello: Hello) -> Result<Box<Session>, End> {
        let (misses, outbox) = (self.misses.clone(), self.outbox.clone());
        let greeted = Session::greet(self.lobby.clone(), hello, misses, outbox);
        let mut greeted = Box::pin(greeted);
        let session = self.line.deliver_during(greeted.as_mut()).await?;
        Ok(Box::new(session))
    }

    /// Lets the session answer until the connection ends, and tells it so.
    async fn attend(&mut self, mut session: Box<Session>) -> End {
        let Err(end) = self.answer_all(&mut session).await;
        Box::pin(session.disconnect()).await;
        end
    }

    async fn answer_all(&mut self, session: &mut Session) -> Result<Infallible, End> {
        loop {
            let received = self.next_message().await?;
            let mut handling = Box::pin(session.handle(received));
            self.line.deliver_during(handling.as_mut()).await?;
            self.close_if_bad();
        }
    }

    /// The next message that its rate lets pass; one that is no message passes too.
    async fn next_message(&mut self) -> Result<Received, End> {
        loop {
            let received = Received::parse(&self.line.next_text().await?);
            if self.passes(&received)? {
                return Ok(received);
            }
        }
    }

    /// Counts a message, and answers one that is over its rate.
    fn passes(&mut self, received: &Received) -> Result<bool, End> {
        let Ok(message) = &received.message else {
            self.allowances.count_bad();
            return Ok(true);
        };
        match self.allowances.count(kind(message), self.line.now_ms()) {
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

/// What answers a message that is over its rate.
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
