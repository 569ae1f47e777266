//! Watches for the end of the terminal.
//!
//! crossterm reports nothing when its terminal is gone, and its thread spins from then on: only the
//! end of the process stops it.

use std::io;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::{stdin, stdout};

use crate::terminal::endings::Ending;

/// Begins the ending when the terminal is gone, from a thread of its own.
pub(super) fn watch(ending: Ending) -> io::Result<()> {
    let thread = std::thread::Builder::new().name("hangup".into());
    thread.spawn(|| {
        wait_for_hangup();
        ending.begin();
    })?;
    Ok(())
}

/// Returns when the other end is closed; a terminal that can't be watched counts as gone.
fn wait_for_hangup() {
    let (input, output) = (stdin(), stdout());
    // A hang-up is told without being asked for.
    let mut fds = [&input, &output].map(|end| PollFd::new(end, PollFlags::empty()));
    while let Ok(0) | Err(Errno::INTR) = poll(&mut fds, None) {}
}
