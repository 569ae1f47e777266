//! The signals that end a process which has no screen.
//!
//! Ctrl-Z is the terminal's own there and stops the process at once, a server in it too: taken over, it
//! would have to be raised anew for whoever says yes, and a script has nobody to ask.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::message::{Action, Message};

/// The signals that end the process.
#[derive(Debug)]
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl Signals {
    /// Takes the signals over. Has to be called inside of the runtime.
    ///
    /// # Errors
    /// The system refuses.
    pub fn watch() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// What the next signal means: Ctrl-C asks first where leaving costs something, as on a screen.
    pub async fn next(&mut self) -> Message {
        tokio::select! {
            _ = self.interrupt.recv() => Message::Action(Action::Interrupt),
            _ = self.terminate.recv() => Message::Terminate,
            _ = self.hangup.recv() => Message::Terminate,
        }
    }
}
