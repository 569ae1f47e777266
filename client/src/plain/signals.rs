//! The signals that end a process which has no screen.
//!
//! Ctrl-Z is the terminal's own there and stops the process at once, a server in it too: taken over, it
//! would have to be raised anew for whoever says yes, and a script has nobody to ask.

use std::io;
use std::thread;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;

use crate::message::{Action, Message};

/// How long the program has to say goodbye after a signal that ends it: as long as with a screen. It may be
/// waiting for a reader of its lines that does not come.
const GRACE: Duration = Duration::from_millis(1200);

/// The signals that end the process.
#[derive(Debug)]
pub struct Signals {
    interrupt: Signal,
    endings: mpsc::Receiver<()>,
}

impl Signals {
    /// Takes the signals over. Has to be called inside of the runtime.
    ///
    /// # Errors
    /// The system refuses.
    pub fn watch() -> io::Result<Self> {
        // One of them is enough.
        let (tx, endings) = mpsc::channel(1);
        for kind in [
            SignalKind::terminate(),
            SignalKind::hangup(),
            SignalKind::quit(),
        ] {
            tokio::spawn(end_after(kind, signal(kind)?, tx.clone()));
        }
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            endings,
        })
    }

    /// What the next signal means: Ctrl-C asks first where leaving costs something, as on a screen.
    pub async fn next(&mut self) -> Message {
        tokio::select! {
            _ = self.interrupt.recv() => Message::Action(Action::Interrupt),
            _ = self.endings.recv() => Message::Terminate,
        }
    }
}

/// Asks the program to end after a signal, and ends it where it does not in time.
async fn end_after(kind: SignalKind, mut signal: Signal, tx: mpsc::Sender<()>) {
    if signal.recv().await.is_none() {
        return;
    }
    let _ = tx.try_send(());
    thread::spawn(move || {
        thread::sleep(GRACE);
        std::process::exit(128 + kind.as_raw_value());
    });
    // The sender stays, or the next signal would seem to have come.
    tx.closed().await;
}
