//! Stdout and stderr where the program must not wait for them: a terminal that is stopped, or a pipe that
//! nobody reads, would hold up its end.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::os::fd::BorrowedFd;
use std::panic::PanicHookInfo;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stderr;

/// How long a text may take until it is written.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writes a text, and waits for that, but not for long. Where nobody reads it, nothing can be done about
/// it.
pub fn write(stream: BorrowedFd<'static>, text: String) {
    let (done_tx, done) = mpsc::channel::<()>();
    let thread = thread::Builder::new().name("stdio".into());
    // Without a thread nothing is written, as where nobody reads.
    let _ = thread.spawn(move || {
        let _ = write_all(stream, text.as_bytes());
        drop(done_tx);
    });
    // The thread sends nothing; it drops its end when it is done.
    let _ = done.recv_timeout(PATIENCE);
}

/// Says a message for the shell.
pub fn say(message: &str) {
    write(stderr(), format!("versus2048: {message}\n"));
}

/// Reports panics from now on without waiting for stderr, as the standard library's own report would.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| write(stderr(), report(info))));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let name = thread.name().unwrap_or("without a name");
    let backtrace = Backtrace::capture();
    match backtrace.status() {
        BacktraceStatus::Captured => format!("thread {name} {info}\n{backtrace}\n"),
        _ => format!("thread {name} {info}\n"),
    }
}

fn write_all(stream: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
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
