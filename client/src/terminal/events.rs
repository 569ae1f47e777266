//! Keys and sizes of the window, as the terminal reports them.

use crossterm::event::{Event, EventStream};
use futures_util::{Stream, stream};
use tokio::sync::mpsc;

use crate::message::Input;
use crate::terminal::mender::Mender;

/// More reports than that wait in the terminal: a fast hand is far below, and a paste is no game.
const MAX_WAITING: usize = 64;

/// Reports until the terminal has nothing more, and then that the program has to end.
///
/// A task of its own asks crossterm, which takes a lock and makes ten system calls each time it is
/// asked, so it is asked only when it has something: a clock on the screen costs none of that.
pub(super) fn watch() -> impl Stream<Item = Input> + use<> {
    let (tx, rx) = mpsc::channel(MAX_WAITING);
    tokio::spawn(report(tx));
    stream::unfold(rx, |mut rx| async {
        let input = rx.recv().await?;
        Some((input, rx))
    })
}

/// Ends with who listens too: keys that are pressed then are for the shell.
async fn report(tx: mpsc::Sender<Input>) {
    let mut mender = Mender::new(EventStream::new());
    loop {
        let event = tokio::select! {
            () = tx.closed() => return,
            event = mender.next() => event,
        };
        let is_last = event.is_none();
        let input = event.map_or(Some(Input::Terminate), |event| input(&event));
        if let Some(input) = input
            && tx.send(input).await.is_err()
        {
            return;
        }
        if is_last {
            return;
        }
    }
}

fn input(event: &Event) -> Option<Input> {
    match *event {
        Event::Key(key) if key.is_press() => Some(Input::Key(key)),
        Event::Resize(..) => Some(Input::Resized),
        _ => None,
    }
}
