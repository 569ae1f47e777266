//! The modes of the terminal, and the way into its other screen and out of it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::io::retry_on_intr;
use rustix::stdio::stdin;
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
use tokio::sync::watch;

use crate::terminal::writer::Writer;

/// Keeps the window's title.
const KEEP_TITLE: &[u8] = b"\x1b[22;2t";
/// The other screen, without a cursor and without what a killed program has left there.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J";
/// Plain letters, the cursor, the title that was kept, the screen that was left.
const LEAVE: &[u8] = b"\x1b[0m\x1b[?25h\x1b[23;2t\x1b[?1049l";

/// The terminal, entered or not.
#[derive(Debug)]
pub(super) struct Screen {
    /// The modes to go back to, while the program has the terminal.
    before: Mutex<Option<Termios>>,
    writer: Arc<Writer>,
}

impl Screen {
    /// The terminal as the shell has it.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            before: Mutex::default(),
            writer: Writer::start()?,
        })
    }

    /// Takes the terminal. Where the program has it already, it is made sure of: a shell may have
    /// changed it while the process was stopped.
    pub(super) fn enter(&self) -> io::Result<()> {
        let mut before = self.before();
        let is_new = before.is_none();
        let modes = tcgetattr(stdin())?;
        let mut raw = before.get_or_insert(modes).clone();
        raw.make_raw();
        retry_on_intr(|| tcsetattr(stdin(), OptionalActions::Now, &raw))?;
        if is_new {
            self.writer.write(KEEP_TITLE)?;
        }
        self.writer.write(ENTER)
    }

    /// Gives the terminal back as it was; a second time changes nothing, but waits for the first.
    pub(super) fn leave(&self) {
        let mut before = self.before();
        let Some(modes) = before.take() else {
            return;
        };
        // With the terminal gone nothing of this works, and nothing has to.
        self.writer.finish_with(LEAVE);
        // Keys that were pressed for the game are not for the shell.
        let _ = tcflush(stdin(), QueueSelector::IFlush);
        let _ = retry_on_intr(|| tcsetattr(stdin(), OptionalActions::Now, &modes));
    }

    /// Whether the program has the terminal.
    pub(super) fn is_entered(&self) -> bool {
        self.before().is_some()
    }

    /// Writes to the terminal, or nothing while the shell has it; waits for nothing. Tells what went
    /// wrong before. A terminal that is gone is no error here: that is told otherwise, and the program
    /// has to end in its own way.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match *self.before() {
            Some(_) => self.writer.write(bytes),
            None => Ok(()),
        }
    }

    /// Whether the terminal has taken everything, as it changes.
    pub(super) fn idle(&self) -> watch::Receiver<bool> {
        self.writer.idle()
    }

    fn before(&self) -> MutexGuard<'_, Option<Termios>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
