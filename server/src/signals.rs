//! What the signals of the system do to the program.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The exit code of a program that a second signal ends.
const ENDED_AT_ONCE: i32 = 1;

/// Stops in good order on the first SIGINT, SIGTERM or SIGQUIT, and at once on the second. SIGHUP says
/// that the terminal is gone, and a server needs none.
///
/// # Errors
/// The system refuses.
pub(crate) fn watch(shutdown: CancellationToken) -> io::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut quit = signal(SignalKind::quit())?;
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => stop(&shutdown),
                _ = terminate.recv() => stop(&shutdown),
                _ = quit.recv() => stop(&shutdown),
                _ = hangup.recv() => tracing::info!("the server goes on after a SIGHUP"),
            }
        }
    });
    Ok(())
}

fn stop(shutdown: &CancellationToken) {
    if shutdown.is_cancelled() {
        std::process::exit(ENDED_AT_ONCE);
    }
    shutdown.cancel();
}
