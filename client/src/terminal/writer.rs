//! What is written to the terminal, by a thread of its own: a terminal that stands still holds up
//! nobody but that thread.
//!
//! Nothing here goes through the standard library's buffers or locks of output: a panic may hold them.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::stdout;
use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::watch;

/// The most bytes that the terminal is given at once: so many may still come out of it after the end
/// was asked for.
const PIECE: usize = 4096;
/// Where so many bytes wait already, nothing is put behind them: bells for a terminal that stands still.
const MAX_WAITING: usize = 64 * 1024;
/// How long a terminal that takes nothing may hold up the end, once with what it was told before and
/// once without.
const PATIENCE: Duration = Duration::from_millis(100);

/// Writes to the terminal. Whoever draws waits until it is idle, so that a frame shows what is true
/// when it can be seen.
#[derive(Debug)]
pub(super) struct Writer {
    state: Mutex<State>,
    changed: Condvar,
    idle: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<u8>,
    /// Whether the rest of what is being written is not wanted any more.
    is_cut: bool,
    /// What went wrong, until somebody is told.
    failure: Option<io::Error>,
}

impl Writer {
    /// Begins with nothing to write.
    pub(super) fn start() -> io::Result<Arc<Self>> {
        let writer = Arc::new(Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            idle: watch::Sender::new(true),
        });
        let of_thread = Arc::clone(&writer);
        let thread = std::thread::Builder::new().name("writer".into());
        thread.spawn(move || of_thread.run())?;
        Ok(writer)
    }

    /// Writes bytes when those before them are written; tells what went wrong with those.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        if let Some(error) = state.failure.take() {
            return Err(error);
        }
        if state.waiting.len() < MAX_WAITING && !bytes.is_empty() {
            state.waiting.extend_from_slice(bytes);
            self.begin();
        }
        Ok(())
    }

    /// Writes bytes instead of whatever is not written yet, and waits for that, but not for long.
    pub(super) fn finish_with(&self, bytes: &[u8]) {
        let mut state = self.state();
        state.waiting = bytes.to_vec();
        state.is_cut = true;
        self.begin();
        drop(state);
        if !self.is_idle_soon() {
            // What the terminal has not taken by now need not be seen, and stands in the way.
            let _ = tcflush(stdout(), QueueSelector::OFlush);
            self.is_idle_soon();
        }
    }

    /// Whether everything is written, as it changes.
    pub(super) fn idle(&self) -> watch::Receiver<bool> {
        self.idle.subscribe()
    }

    fn run(&self) -> ! {
        loop {
            let bytes = self.next();
            let mut pieces = bytes.chunks(PIECE).take_while(|_| !self.state().is_cut);
            match pieces.try_for_each(write_all) {
                // With the terminal gone the program has to end in its own way, which it is told
                // otherwise.
                Ok(()) | Err(Errno::IO) => {}
                Err(error) => self.state().failure = Some(error.into()),
            }
        }
    }

    /// What is to be written next, as soon as there is something.
    fn next(&self) -> Vec<u8> {
        let mut state = self.state();
        if state.waiting.is_empty() {
            self.idle.send_replace(true);
            self.changed.notify_all();
            let waited = self
                .changed
                .wait_while(state, |state| state.waiting.is_empty());
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        state.is_cut = false;
        std::mem::take(&mut state.waiting)
    }

    fn begin(&self) {
        self.idle.send_replace(false);
        self.changed.notify_all();
    }

    fn is_idle_soon(&self) -> bool {
        let is_busy = |_: &mut State| !*self.idle.borrow();
        let waited = self
            .changed
            .wait_timeout_while(self.state(), PATIENCE, is_busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_all(mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            // Somebody else who has the terminal open may have made it non-blocking.
            Err(Errno::AGAIN) => {
                let output = stdout();
                poll(&mut [PollFd::new(&output, PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
