//! One connection, from the first packet to its end.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use versus2048_protocol::wire::{
    ClientMessage, CloseCode, ErrorCode, PROTOCOL, ServerMessage, decode_server,
};

use crate::message::{LinkEnd, Message, NetworkEvent};
use crate::network::{Command, Greeting};

/// How long connecting and greeting may take.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the round trip is measured; far below the messages that a server takes.
const PING_EVERY: Duration = Duration::from_secs(2);
/// Without a frame for this long the server is gone: it pings every 5 s.
const SILENCE: Duration = Duration::from_secs(15);
/// How long one message may take to be written.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the server's answer to a close is waited for.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);
/// The largest message that is read; a list of 50 tables has about 30 KiB.
const MAX_MESSAGE_BYTES: usize = 256 * 1024;
/// What this program calls itself.
const CLIENT: &str = concat!("versus2048/", env!("CARGO_PKG_VERSION"));

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How a connection ended.
pub(super) enum End {
    /// It was closed from this side.
    Closed,
    /// Coming back makes no sense.
    Final(LinkEnd),
    /// It broke, or never came to be; says why.
    Lost(String),
}

/// What all attempts have in common.
pub(super) struct Attempt {
    greeting: Greeting,
    events: mpsc::Sender<Message>,
    token: Option<String>,
    /// When the last greeting was answered.
    welcomed_at: Option<Instant>,
    /// How long the last connection was up.
    health: Duration,
    /// What the times in pings count from.
    epoch: Instant,
}

impl Attempt {
    pub(super) fn new(mut greeting: Greeting, events: mpsc::Sender<Message>) -> Self {
        // A token that can't be read is as good as none: a fresh player plays as well.
        let token = greeting
            .slot
            .as_mut()
            .and_then(|slot| slot.read().unwrap_or_default());
        Self {
            greeting,
            events,
            token,
            welcomed_at: None,
            health: Duration::ZERO,
            epoch: Instant::now(),
        }
    }

    /// Whether a server has greeted once.
    pub(super) const fn was_welcomed(&self) -> bool {
        self.welcomed_at.is_some()
    }

    /// How long the last connection was up.
    pub(super) const fn health(&self) -> Duration {
        self.health
    }

    /// Connects and stays until the connection ends.
    pub(super) async fn run(&mut self, commands: &mut mpsc::Receiver<Command>) -> End {
        self.health = Duration::ZERO;
        let socket = tokio::select! {
            socket = timeout(GREETING_TIMEOUT, self.greet()) => socket,
            () = closed(commands) => return End::Closed,
        };
        let mut socket = match socket {
            Ok(Ok(socket)) => socket,
            Ok(Err(end)) => return end,
            Err(_) => return End::Lost("no answer in time".to_owned()),
        };
        let up_since = Instant::now();
        let end = self.stay(&mut socket, commands).await;
        self.health = up_since.elapsed();
        end
    }

    async fn greet(&mut self) -> Result<Socket, End> {
        let mut socket = connect(&self.greeting.server).await?;
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            name: self.greeting.name.clone(),
            client: Some(CLIENT.to_owned()),
            token: self.token.clone(),
        };
        send(&mut socket, &hello).await?;
        loop {
            match receive(&mut socket).await? {
                ServerMessage::Welcome { token, seated, .. } => {
                    self.keep(token);
                    self.welcomed_at = Some(Instant::now());
                    let welcomed = NetworkEvent::Welcomed { seated };
                    self.tell(Message::Network(welcomed)).await?;
                    return Ok(socket);
                }
                ServerMessage::Error {
                    code: ErrorCode::UnsupportedProtocol,
                    message,
                    ..
                } => return Err(End::Final(LinkEnd::OtherVersion(message))),
                ServerMessage::Error { code, message, .. } => {
                    return Err(if self.was_welcomed() && is_for_the_moment(code) {
                        End::Lost(message)
                    } else {
                        End::Final(LinkEnd::Refused { code, message })
                    });
                }
                _ => {}
            }
        }
    }

    async fn stay(&self, socket: &mut Socket, commands: &mut mpsc::Receiver<Command>) -> End {
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent_at = Instant::now() + SILENCE;
        loop {
            let done = tokio::select! {
                frame = timeout_at(silent_at, socket.next()) => {
                    silent_at = Instant::now() + SILENCE;
                    match frame {
                        Ok(frame) => self.take(frame.transpose()).await,
                        Err(_) => Err(End::Lost("the server is silent".to_owned())),
                    }
                }
                command = commands.recv() => match command {
                    Some(Command::Say(message)) => send(socket, &message).await,
                    Some(Command::Close) | None => {
                        close(socket).await;
                        Err(End::Closed)
                    }
                },
                _ = pings.tick() => send(socket, &ClientMessage::Ping { t: self.now_ms() }).await,
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn take(
        &self,
        frame: Result<Option<Frame>, tokio_tungstenite::tungstenite::Error>,
    ) -> Result<(), End> {
        match read(frame)? {
            Some(ServerMessage::Pong { t }) => {
                let rtt_ms = self
                    .now_ms()
                    .saturating_sub(t)
                    .try_into()
                    .unwrap_or(u32::MAX);
                self.tell(Message::Network(NetworkEvent::RoundTrip { rtt_ms }))
                    .await
            }
            Some(message) => self.tell(Message::Server(Box::new(message))).await,
            None => Ok(()),
        }
    }

    fn keep(&mut self, token: String) {
        if self.token.as_ref() == Some(&token) {
            return;
        }
        if let Some(slot) = &mut self.greeting.slot {
            // While this process lives it has the token all the same.
            let _ = slot.write(&token);
        }
        self.token = Some(token);
    }

    async fn tell(&self, message: Message) -> Result<(), End> {
        self.events.send(message).await.map_err(|_| End::Closed)
    }

    fn now_ms(&self) -> u64 {
        self.epoch.elapsed().as_millis().try_into().unwrap_or(0)
    }
}

async fn connect(server: &str) -> Result<Socket, End> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let url = format!("{server}/v1/ws");
    let connected = connect_async_with_config(url, Some(config), true).await;
    let (socket, _) = connected.map_err(|error| End::Lost(error.to_string()))?;
    Ok(socket)
}

/// Comes back when this side wants the connection closed; what is to be said before it is up is
/// dropped.
async fn closed(commands: &mut mpsc::Receiver<Command>) {
    while let Some(Command::Say(_)) = commands.recv().await {}
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), End> {
    let text = serde_json::to_string(message).map_err(|error| End::Lost(error.to_string()))?;
    match timeout(SEND_TIMEOUT, socket.send(Frame::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(End::Lost(error.to_string())),
        Err(_) => Err(End::Lost("the server does not read".to_owned())),
    }
}

async fn receive(socket: &mut Socket) -> Result<ServerMessage, End> {
    loop {
        if let Some(message) = read(socket.next().await.transpose())? {
            return Ok(message);
        }
    }
}

/// The message in a frame, if one is. What is not understood is for newer clients.
fn read(
    frame: Result<Option<Frame>, tokio_tungstenite::tungstenite::Error>,
) -> Result<Option<ServerMessage>, End> {
    match frame {
        Ok(Some(Frame::Text(text))) => Ok(decode_server(&text).ok()),
        Ok(Some(Frame::Close(close))) => Err(closed_by_server(close.as_ref())),
        Ok(Some(_)) => Ok(None),
        Ok(None) => Err(End::Lost("the connection broke".to_owned())),
        Err(error) => Err(End::Lost(error.to_string())),
    }
}

/// Whether the same greeting may be answered otherwise a little later: whoever has a seat asks again.
const fn is_for_the_moment(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::RateLimited
            | ErrorCode::Unavailable
            | ErrorCode::ServerFull
            | ErrorCode::ShuttingDown
            | ErrorCode::Internal
    )
}

/// After most closes the client comes back; not after those that say that it should not, or that
/// coming back would change nothing.
fn closed_by_server(close: Option<&CloseFrame>) -> End {
    let code = close.map(|close| u16::from(close.code));
    let is = |wanted: CloseCode| code == Some(wanted.number());
    if is(CloseCode::Replaced) {
        End::Final(LinkEnd::Replaced)
    } else if is(CloseCode::Done)
        || is(CloseCode::UnsupportedProtocol)
        || is(CloseCode::BadMessages)
    {
        End::Final(LinkEnd::Closed(code.unwrap_or_default()))
    } else {
        End::Lost(close.map_or_else(
            || "the server closed the connection".to_owned(),
            |close| close.reason.to_string(),
        ))
    }
}

/// Says goodbye and reads on until the server has heard it.
async fn close(socket: &mut Socket) {
    let goodbye = async {
        socket.close(None).await?;
        while let Some(frame) = socket.next().await {
            frame?;
        }
        Ok::<(), tokio_tungstenite::tungstenite::Error>(())
    };
    let _ = timeout(CLOSE_TIMEOUT, goodbye).await;
}
