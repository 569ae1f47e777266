//! The modes of the terminal, and what is written to it.
//!
//! Nothing here goes through the standard library's buffers or locks: a panic may hold them.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};

/// Keeps the window's title.
const KEEP_TITLE: &[u8] = b"\x1b[22;2t";
/// The other screen, without a cursor and without what a killed program has left there.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J";
/// Plain letters, the cursor, the title that was kept, the screen that was left.
const LEAVE: &[u8] = b"\x1b[0m\x1b[?25h\x1b[23;2t\x1b[?1049l";
/// How long a terminal that takes nothing may hold up the end.
const PATIENCE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// The terminal, entered or not.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// The modes to go back to, while the program has the terminal.
    before: Mutex<Option<Termios>>,
}

impl Screen {
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
            write_all(KEEP_TITLE)?;
        }
        write_all(ENTER)
    }

    /// Gives the terminal back as it was; a second time changes nothing.
    pub(super) fn leave(&self) {
        let Some(modes) = self.before().take() else {
            return;
        };
        // With the terminal gone nothing of this works, and nothing has to.
        if takes_more() {
            let _ = write_all(LEAVE);
        }
        // Keys that were pressed for the game are not for the shell.
        let _ = tcflush(stdin(), QueueSelector::IFlush);
        let _ = retry_on_intr(|| tcsetattr(stdin(), OptionalActions::Now, &modes));
    }

    /// Whether the program has the terminal.
    pub(super) fn is_entered(&self) -> bool {
        self.before().is_some()
    }

    /// Writes to the terminal, or nothing while the shell has it. A terminal that is gone is no
    /// error here: that is told otherwise, and the program has to end in its own way.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        if !self.is_entered() {
            return Ok(());
        }
        match write_all(bytes) {
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => Ok(()),
            written => written,
        }
    }

    fn before(&self) -> MutexGuard<'_, Option<Termios>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the terminal takes output now or soon.
fn takes_more() -> bool {
    let output = stdout();
    let mut fds = [PollFd::new(&output, PollFlags::OUT)];
    matches!(poll(&mut fds, Some(&PATIENCE)), Ok(ready) if ready > 0)
}

fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            // Somebody else who has the terminal open may have made it non-blocking.
            Err(Errno::AGAIN) => {
                let output = stdout();
                poll(&mut [PollFd::new(&output, PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
