//! The connection to a server: one task that connects, greets, measures the round trip and comes
//! back by itself. It knows nothing of matches; what the server says is passed on.

mod attempt;
mod backoff;
mod end;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use versus2048_protocol::wire::ClientMessage;

use crate::message::{Message, NetworkEvent};
use crate::network::attempt::Attempt;
use crate::network::backoff::Backoff;
use crate::network::end::End;
use crate::tokens::TokenSlot;

/// How much may wait to be sent; a person at a keyboard never fills it.
const MAX_COMMANDS: usize = 64;
/// How much may wait to be shown; then reading waits.
const MAX_EVENTS: usize = 256;
/// How long the end of a connection may take.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(800);

/// Who connects, and where.
#[derive(Debug)]
pub struct Greeting {
    /// `ws://HOST:PORT`.
    pub server: String,
    /// The name to go by.
    pub name: String,
    /// Where the token is kept, if anywhere.
    pub slot: Option<TokenSlot>,
}

/// A connection, up or coming back.
#[derive(Debug)]
pub struct Link {
    commands: mpsc::Sender<Command>,
    events: mpsc::Receiver<Message>,
    task: JoinHandle<()>,
}

/// What the task is told.
#[derive(Debug)]
enum Command {
    Say(ClientMessage),
    Close,
}

impl Link {
    /// Begins to connect.
    #[must_use]
    pub fn open(greeting: Greeting) -> Self {
        let (commands, commands_rx) = mpsc::channel(MAX_COMMANDS);
        let (events_tx, events) = mpsc::channel(MAX_EVENTS);
        let task = tokio::spawn(run(greeting, commands_rx, events_tx));
        Self {
            commands,
            events,
            task,
        }
    }

    /// Says something, if the connection is up; what does not fit is dropped.
    pub fn say(&self, message: ClientMessage) {
        // Full: the server has not taken anything for a long time, and the loss of the connection
        // is about to be told. Closed: it has been told.
        let _ = self.commands.try_send(Command::Say(message));
    }

    /// The next thing that the connection tells; nothing more ever comes after its end.
    pub async fn next(&mut self) -> Message {
        match self.events.recv().await {
            Some(message) => message,
            None => std::future::pending().await,
        }
    }

    /// What the connection has told already, without waiting.
    pub fn try_next(&mut self) -> Option<Message> {
        self.events.try_recv().ok()
    }

    /// Says what is still to be said and closes the connection.
    pub async fn close(mut self) {
        let _ = self.commands.try_send(Command::Close);
        let read_on = async { while self.events.recv().await.is_some() {} };
        if tokio::time::timeout(CLOSE_TIMEOUT, read_on).await.is_err() {
            self.task.abort();
        }
    }
}

/// The life of a connection: attempts with waits between them. Nobody comes back to a server that
/// has not greeted once.
async fn run(
    greeting: Greeting,
    mut commands: mpsc::Receiver<Command>,
    events: mpsc::Sender<Message>,
) {
    let mut attempt = Attempt::new(greeting, events.clone());
    let mut backoff = Backoff::default();
    loop {
        let end = match attempt.run(&mut commands).await {
            End::Closed => return,
            End::Final(end) => Some(end),
            End::Lost(end) if !attempt.was_welcomed() => Some(end),
            End::Lost(_) => None,
        };
        if let Some(end) = end {
            let _ = events
                .send(Message::Network(NetworkEvent::Ended(end)))
                .await;
            return;
        }
        let wait = backoff.next(attempt.health(), rand::random());
        let lost = NetworkEvent::Lost {
            attempt: backoff.attempt(),
            retry_in_ms: wait.as_millis().try_into().unwrap_or(u64::MAX),
        };
        if events.send(Message::Network(lost)).await.is_err()
            || is_closed_within(wait, &mut commands).await
        {
            return;
        }
        let connecting = NetworkEvent::Connecting {
            attempt: backoff.attempt(),
        };
        if events.send(Message::Network(connecting)).await.is_err() {
            return;
        }
    }
}

/// Waits. What is to be said meanwhile is dropped: it was meant for a connection that is gone.
async fn is_closed_within(wait: Duration, commands: &mut mpsc::Receiver<Command>) -> bool {
    let until_closed = async { while let Some(Command::Say(_)) = commands.recv().await {} };
    tokio::time::timeout(wait, until_closed).await.is_ok()
}
