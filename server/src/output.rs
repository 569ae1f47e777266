//! Writing to stdout and stderr. Each may be a pipe that is full, a terminal that is stopped or a disk
//! that hangs, so a thread of its own waits for it.
//!
//! Nothing here takes the standard library's locks of these streams: a thread that waits would hold them.

use std::os::fd::BorrowedFd;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// How long the end of the program waits until its last words are written.
const PATIENCE: Duration = Duration::from_secs(1);

/// A text that is being written.
#[derive(Debug)]
pub(crate) struct Writing(Receiver<()>);

impl Writing {
    /// Waits until the text is written or can't be, but not for long.
    pub(crate) fn wait(self) {
        // The thread sends nothing; it drops its end when it is done.
        let _ = self.0.recv_timeout(PATIENCE);
    }
}

/// Begins to write a text.
pub(crate) fn write(stream: BorrowedFd<'static>, text: String) -> Writing {
    let (done_tx, done) = mpsc::channel();
    let thread = thread::Builder::new().name("output".into());
    // Without a thread nothing is written, as where nobody reads.
    let _ = thread.spawn(move || {
        let _ = write_all(stream, text.as_bytes());
        drop(done_tx);
    });
    Writing(done)
}

/// Writes all bytes, however long that takes.
///
/// # Errors
/// The stream takes no more.
pub(crate) fn write_all(stream: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(stream, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            // Another program that shares the stream may have made it non-blocking.
            Err(Errno::AGAIN) => {
                poll(&mut [PollFd::new(&stream, PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
