//! Signals, and the end of a process that does not end by itself.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, stream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::message::Input;
use crate::terminal::hangup;
use crate::terminal::screen::Screen;

/// How long the program has to say goodbye: a closed window has to be gone within two seconds.
const GRACE: Duration = Duration::from_millis(1200);

/// Reports the signals that end or continue the process and the end of the terminal; where the
/// program does not end in time after one of them, it is ended.
pub(super) fn watch(screen: &Arc<Screen>) -> io::Result<impl Stream<Item = Input> + Send + use<>> {
    // Whoever lets this many reports wait does not listen any more.
    let (tx, rx) = mpsc::channel(8);
    for kind in [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
        SignalKind::quit(),
    ] {
        let mut signals = signal(kind)?;
        let ending = Ending::new(screen, &tx, kind);
        tokio::spawn(async move {
            if signals.recv().await.is_some() {
                ending.begin();
            }
        });
    }
    hangup::watch(Ending::new(screen, &tx, SignalKind::hangup()))?;
    tokio::spawn(enter_when_continued(Arc::clone(screen), tx)?);
    Ok(stream::unfold(rx, |mut rx| async {
        let input = rx.recv().await?;
        Some((input, rx))
    }))
}

/// A reason to end.
pub(super) struct Ending {
    screen: Arc<Screen>,
    tx: mpsc::Sender<Input>,
    kind: SignalKind,
}

impl Ending {
    fn new(screen: &Arc<Screen>, tx: &mpsc::Sender<Input>, kind: SignalKind) -> Self {
        Self {
            screen: Arc::clone(screen),
            tx: tx.clone(),
            kind,
        }
    }

    /// Asks the program to end, and ends it where it does not in time. The thread needs neither the
    /// runtime nor the terminal, either of which may be what hangs.
    pub(super) fn begin(self) {
        let _ = self.tx.try_send(Input::Terminate);
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            self.screen.leave();
            std::process::exit(128 + self.kind.as_raw_value());
        });
    }
}

/// A shell that continues the process may have changed the terminal and drawn on it.
fn enter_when_continued(
    screen: Arc<Screen>,
    tx: mpsc::Sender<Input>,
) -> io::Result<impl Future<Output = ()> + Send + 'static> {
    const SIGCONT: i32 = rustix::process::Signal::CONT.as_raw();
    let mut continued = signal(SignalKind::from_raw(SIGCONT))?;
    Ok(async move {
        while continued.recv().await.is_some() {
            if screen.is_entered() && screen.enter().is_ok() {
                let _ = tx.try_send(Input::Resized);
            }
        }
    })
}
