//! The log of the program: lines to stderr, written by a thread of its own behind a bounded queue.
//! Lines that don't fit or can't be written are dropped and counted; nothing that logs waits or fails.

mod drops;
mod lines;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal as _};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use versus2048_server::{LogConfig, LogFormat};

pub(crate) use drops::Drops;
use lines::Lines;

/// The most lines that wait to be written: about half a megabyte, and more than a busy server logs
/// while a disk syncs.
const WAITING_LINES: usize = 4_096;
/// How long the end of the program waits for the lines that are not written yet.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The log of this process; its end writes what still waits.
#[derive(Debug)]
pub(crate) struct Log {
    drops: Arc<Drops>,
    writing: Option<WorkerGuard>,
}

impl Log {
    /// Logs to stderr from now on, panics too.
    ///
    /// # Errors
    /// The filter is wrong, or this process logs already.
    pub(crate) fn start(config: &LogConfig) -> anyhow::Result<Self> {
        let mut filter = EnvFilter::try_new(&config.filter)?;
        // These log what is said, tokens included.
        for target in ["tungstenite=warn", "tokio_tungstenite=warn"] {
            filter = filter.add_directive(target.parse()?);
        }
        let drops = Arc::new(Drops::default());
        let (queue, writing) = NonBlockingBuilder::default()
            .lossy(true)
            .buffered_lines_limit(WAITING_LINES)
            .thread_name("log")
            .finish(Lines::new(Arc::clone(&drops)));
        drops.include(queue.error_counter());
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(queue)
            .with_ansi(io::stderr().is_terminal())
            // They would go straight to stderr.
            .log_internal_errors(false);
        let started = match config.format {
            LogFormat::Text => log.try_init(),
            LogFormat::Json => log.json().with_current_span(false).try_init(),
        };
        started.map_err(|error| anyhow!(error))?;
        panic::set_hook(Box::new(log_panic));
        Ok(Self {
            drops,
            writing: Some(writing),
        })
    }

    /// How many lines were not written, as it changes.
    pub(crate) fn drops(&self) -> Arc<Drops> {
        Arc::clone(&self.drops)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let writing = self.writing.take();
        let (done_tx, done) = mpsc::channel::<()>();
        // The guard prints to stdout where the queue is full, and that may block.
        let thread = thread::Builder::new().name("last log".into());
        let _ = thread.spawn(move || {
            drop(writing);
            drop(done_tx);
        });
        // The thread sends nothing; it drops its end when it is done.
        let _ = done.recv_timeout(FLUSH_TIMEOUT);
    }
}

/// Logs a panic. The standard library's own hook writes to stderr, and the thread would wait for that.
fn log_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let literal = payload.downcast_ref::<&str>().copied();
    let why = literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let backtrace = Backtrace::capture();
    let backtrace =
        (backtrace.status() == BacktraceStatus::Captured).then(|| backtrace.to_string());
    tracing::error!(why, place, backtrace, "a thread has panicked");
}
