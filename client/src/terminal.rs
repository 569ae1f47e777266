//! The terminal: entered and restored in one place, whatever way the program ends.
//!
//! It knows nothing of the game. What it reports are [`Input`]s; what is drawn goes through
//! [`ScreenBackend`], which is deaf while the shell has the terminal.

mod backend;
mod clipboard;
mod encoder;
mod endings;
mod hangup;
mod mender;
mod screen;
mod writer;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::{Stream, StreamExt, stream};
use rustix::process::{Signal, kill_current_process_group};
use tokio::sync::watch;

use crate::message::Input;
use crate::text;
pub use backend::ScreenBackend;

use mender::Mender;
use screen::Screen;

/// How long the signal that stops the process may take to arrive.
const STOPPING: Duration = Duration::from_millis(50);

/// Whether a person sits at both ends: keys come from a terminal and the screen goes to one.
#[must_use]
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The terminal as the program has it; whatever way it goes, the terminal is as it was before.
#[derive(Debug)]
pub struct Guard {
    screen: Arc<Screen>,
}

impl Guard {
    /// Enters the alternate screen and raw mode. From now on a panic in any thread restores the
    /// terminal and ends the process.
    ///
    /// # Errors
    /// Not a terminal, or the terminal refuses.
    pub fn enter() -> io::Result<Self> {
        let guard = Self {
            screen: Arc::new(Screen::new()?),
        };
        restore_on_panic(Arc::clone(&guard.screen));
        guard.screen.enter()?;
        Ok(guard)
    }

    /// Where the screen is drawn; the terminal may take it later, as [`Self::idle`] says.
    #[must_use]
    pub fn backend(&self) -> ScreenBackend<impl Write + use<>> {
        let columns = crossterm::terminal::size().map_or(0, |(columns, _)| columns);
        ScreenBackend::new(Output(Arc::clone(&self.screen)), columns)
    }

    /// Whether the terminal has taken everything that was drawn, as it changes. A slow line may need
    /// seconds for that, and a terminal that is held may never do it: until then nothing is drawn.
    #[must_use]
    pub fn idle(&self) -> watch::Receiver<bool> {
        self.screen.idle()
    }

    /// What the terminal and the system report, as it comes. Has to be called inside of the
    /// runtime, and once.
    ///
    /// After [`Input::Terminate`] the process has about a second to end by itself.
    ///
    /// # Errors
    /// The signals of the process can't be watched.
    pub fn inputs(&self) -> io::Result<impl Stream<Item = Input> + Unpin + use<>> {
        let endings = endings::watch(&self.screen)?;
        let keys = stream::unfold(Mender::new(EventStream::new()), |mut mender| async {
            let event = mender.next().await?;
            Some((event, mender))
        });
        let keys = keys.filter_map(|event| std::future::ready(input(&event)));
        let gone = stream::once(std::future::ready(Input::Terminate));
        Ok(Box::pin(stream::select(keys.chain(gone), endings)))
    }

    /// Gives the terminal back to the shell, stops the process, and enters again when it goes on.
    ///
    /// The signal goes to the whole group, as that of the key would, so that a program around this
    /// one stops too; where no shell could continue the process, the system ignores it.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn suspend(&mut self) -> io::Result<()> {
        self.screen.leave();
        kill_current_process_group(Signal::TSTP)?;
        // The signal may reach another thread first, and stops this one a little later.
        std::thread::sleep(STOPPING);
        self.screen.enter()
    }

    /// Rings the bell.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn bell(&mut self) -> io::Result<()> {
        self.screen.write(b"\x07")
    }

    /// Copies a text to the clipboard of whoever sits at the terminal, over any distance. Whether
    /// the terminal does so, it does not say.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        self.screen.write(clipboard::copying(text).as_bytes())
    }

    /// Sets the window's title; the one from before comes back with the rest.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn set_title(&mut self, title: &str) -> io::Result<()> {
        let title = text::clean(title);
        self.screen.write(format!("\x1b]2;{title}\x07").as_bytes())
    }

    /// Gives the terminal back; a second time changes nothing.
    pub fn leave(&self) {
        self.screen.leave();
    }
}

/// Writes to the terminal while the program has it.
#[derive(Debug)]
struct Output(Arc<Screen>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.leave();
    }
}

fn input(event: &Event) -> Option<Input> {
    match *event {
        Event::Key(key) if key.is_press() => Some(Input::Key(key)),
        Event::Resize(..) => Some(Input::Resized),
        _ => None,
    }
}

/// The message of a panic is for the shell's screen, and nothing may go on behind it: a client
/// without one of its threads would look alive and not be.
fn restore_on_panic(screen: Arc<Screen>) {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        screen.leave();
        report(info);
        std::process::exit(101);
    }));
}
