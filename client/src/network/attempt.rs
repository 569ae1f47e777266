//! One connection, from the first packet to its end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::mpsc;
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async_with_config};
use versus2048_protocol::wire::{ClientMessage, ErrorCode, PROTOCOL, ServerMessage, decode_server};

use crate::address;
use crate::message::{Foreign, LinkEnd, Message, NetworkEvent};
use crate::network::end::{End, broken, closed_by_server, not_read};
use crate::network::{Command, Greeting};
use crate::tls;
use crate::unreached::Unreached;

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
/// How many frames are read on for it; who has been heard by the server gets few more.
const MAX_LAST_FRAMES: usize = 1000;
/// The largest message that is read; a list of 50 tables has about 30 KiB.
const MAX_MESSAGE_BYTES: usize = 256 * 1024;
/// How much is read at once. Fragments without an end are no message, so that reading them goes on until
/// the runtime takes its turn away after some reads: by then they are not so many that a key, a clock or
/// the end would wait for them.
const READ_BYTES: usize = 4 * 1024;
/// The most bytes that wait to be written to a server that does not read; a message has far fewer.
const MAX_UNWRITTEN_BYTES: usize = 64 * 1024;
/// The longest token that is kept; those of the contract have 64 digits.
const MAX_TOKEN_BYTES: usize = 256;
/// What this program calls itself.
const CLIENT: &str = concat!("versus2048/", env!("CARGO_PKG_VERSION"));

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What all attempts have in common.
pub(super) struct Attempt {
    greeting: Greeting,
    events: mpsc::Sender<Message>,
    token: Option<String>,
    /// How to make secure connections, once one has been.
    tls: Option<Arc<ClientConfig>>,
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
            tls: None,
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
            socket = self.open() => socket,
            () = closed(commands) => return End::Closed,
        };
        let mut socket = match socket {
            Ok(socket) => socket,
            Err(end) => return end,
        };
        let up_since = Instant::now();
        let end = self.stay(&mut socket, commands).await;
        self.health = up_since.elapsed();
        end
    }

    async fn open(&mut self) -> Result<Socket, End> {
        let deadline = Instant::now() + GREETING_TIMEOUT;
        let stream = match timeout_at(deadline, connect(&self.greeting.server)).await {
            Ok(stream) => stream?,
            Err(_) => return Err(End::unreached(Unreached::TimedOut)),
        };
        match timeout_at(deadline, self.greet(stream)).await {
            Ok(greeted) => greeted,
            Err(_) => Err(End::Lost(LinkEnd::Foreign(Foreign::Silent))),
        }
    }

    async fn greet(&mut self, stream: TcpStream) -> Result<Socket, End> {
        let stream = self.secure(stream).await?;
        let mut socket = upgrade(&self.greeting.server, stream).await?;
        let hello = ClientMessage::Hello {
            protocol: PROTOCOL,
            name: self.greeting.name.clone(),
            client: Some(CLIENT.to_owned()),
            token: self.token.clone(),
        };
        send(&mut socket, &hello).await?;
        loop {
            match receive(&mut socket).await? {
                ServerMessage::Welcome { protocol, .. } if protocol != PROTOCOL => {
                    return Err(End::foreign(Foreign::Version(protocol)));
                }
                ServerMessage::Welcome { token, seated, .. } => {
                    self.keep(token)?;
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
                        End::unreached(Unreached::Broken)
                    } else {
                        End::Final(LinkEnd::Refused { code, message })
                    });
                }
                ServerMessage::Unknown => {}
                _ => return Err(End::foreign(Foreign::Nonsense)),
            }
        }
    }

    /// Makes a connection a secure one, where it is to be one.
    async fn secure(&mut self, stream: TcpStream) -> Result<MaybeTlsStream<TcpStream>, End> {
        let server = &self.greeting.server;
        if !address::is_secure(server) {
            return Ok(MaybeTlsStream::Plain(stream));
        }
        let config = match &self.tls {
            Some(config) => config.clone(),
            None => self.tls.insert(tls::client().map_err(broken)?).clone(),
        };
        let name = ServerName::try_from(address::host(server).to_owned()).map_err(broken)?;
        match TlsConnector::from(config).connect(name, stream).await {
            Ok(stream) => Ok(MaybeTlsStream::Rustls(stream)),
            Err(error) => Err(match tls::fault(&error) {
                Some(fault) => End::Lost(LinkEnd::Foreign(Foreign::Insecure(fault))),
                None => End::unreached(Unreached::of(&error)),
            }),
        }
    }

    async fn stay(&self, socket: &mut Socket, commands: &mut mpsc::Receiver<Command>) -> End {
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent_at = Instant::now() + SILENCE;
        loop {
            // What was read at once may be a thousand frames, and others have to have their turn.
            consume_budget().await;
            let done = tokio::select! {
                frame = timeout_at(silent_at, socket.next()) => {
                    silent_at = Instant::now() + SILENCE;
                    match frame {
                        Ok(frame) => self.take(frame.transpose()).await,
                        Err(_) => Err(End::unreached(Unreached::TimedOut)),
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

    async fn take(&self, frame: Result<Option<Frame>, Error>) -> Result<(), End> {
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

    fn keep(&mut self, token: String) -> Result<(), End> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(End::foreign(Foreign::Nonsense));
        }
        if self.token.as_ref() == Some(&token) {
            return Ok(());
        }
        if let Some(slot) = &mut self.greeting.slot {
            // While this process lives it has the token all the same.
            let _ = slot.write(&token);
        }
        self.token = Some(token);
        Ok(())
    }

    async fn tell(&self, message: Message) -> Result<(), End> {
        self.events.send(message).await.map_err(|_| End::Closed)
    }

    fn now_ms(&self) -> u64 {
        self.epoch.elapsed().as_millis().try_into().unwrap_or(0)
    }
}

async fn connect(server: &str) -> Result<TcpStream, End> {
    let found = lookup_host(address::authority(server)).await;
    let found = found.map_err(|_| End::unreached(Unreached::UnknownHost))?;
    let addresses: Vec<SocketAddr> = found.collect();
    let connected = TcpStream::connect(addresses.as_slice()).await;
    let stream = connected.map_err(|error| End::unreached(Unreached::of(&error)))?;
    stream.set_nodelay(true).map_err(broken)?;
    Ok(stream)
}

async fn upgrade(server: &str, stream: MaybeTlsStream<TcpStream>) -> Result<Socket, End> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_UNWRITTEN_BYTES);
    let url = format!("{server}/v1/ws");
    let upgraded = client_async_with_config(url, stream, Some(config)).await;
    let (socket, _) = upgraded.map_err(|error| match error {
        // Whoever has been here before comes back: it may be for the moment.
        Error::Http(answer) => {
            End::Lost(LinkEnd::Foreign(Foreign::Status(answer.status().as_u16())))
        }
        // What is no HTTP may be TLS, and who expects TLS hangs up.
        Error::Protocol(ProtocolError::HttparseError(_) | ProtocolError::HandshakeIncomplete)
        | Error::Io(_) => End::Lost(LinkEnd::Foreign(Foreign::NoHttp)),
        error => not_read(&error),
    })?;
    Ok(socket)
}

/// Comes back when this side wants the connection closed; what is to be said before it is up is
/// dropped.
async fn closed(commands: &mut mpsc::Receiver<Command>) {
    while let Some(Command::Say(_)) = commands.recv().await {}
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), End> {
    let text = serde_json::to_string(message).map_err(broken)?;
    match timeout(SEND_TIMEOUT, socket.send(Frame::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(broken(error)),
        Err(_) => Err(End::unreached(Unreached::TimedOut)),
    }
}

async fn receive(socket: &mut Socket) -> Result<ServerMessage, End> {
    loop {
        if let Some(message) = read(socket.next().await.transpose())? {
            return Ok(message);
        }
    }
}

/// The message in a frame, if one is. Newer servers may say what is not known here, but what is known
/// has to be as the contract says: whoever went on without it would show something that is not so.
fn read(frame: Result<Option<Frame>, Error>) -> Result<Option<ServerMessage>, End> {
    match frame {
        Ok(Some(Frame::Text(text))) => match decode_server(&text) {
            Ok(message) => Ok(Some(message)),
            Err(_) => Err(End::foreign(Foreign::Nonsense)),
        },
        Ok(Some(Frame::Binary(_))) => Err(End::foreign(Foreign::Nonsense)),
        Ok(Some(Frame::Close(close))) => Err(closed_by_server(close.as_ref())),
        Ok(Some(Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_))) => Ok(None),
        Ok(None) => Err(End::unreached(Unreached::Broken)),
        Err(error) => Err(not_read(&error)),
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

/// Says goodbye and reads on until the server has heard it.
async fn close(socket: &mut Socket) {
    let goodbye = async {
        socket.close(None).await?;
        let mut last = socket.take(MAX_LAST_FRAMES);
        while let Some(frame) = last.next().await {
            frame?;
        }
        Ok::<(), Error>(())
    };
    let _ = timeout(CLOSE_TIMEOUT, goodbye).await;
}
