//! What ratatui draws on.

use std::io::{self, Write};
use std::sync::Arc;

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use crate::terminal::screen::Screen;

/// The screen of a terminal that was entered.
///
/// Nothing is written where nothing has changed, so an idle match is silent. The terminal is never
/// asked anything: an answer comes between the keys, or not at all.
#[derive(Debug)]
pub struct ScreenBackend(CrosstermBackend<Output>);

impl ScreenBackend {
    pub(super) fn new(screen: &Arc<Screen>) -> Self {
        Self(CrosstermBackend::new(Output {
            screen: Arc::clone(screen),
            frame: Vec::new(),
        }))
    }
}

impl Backend for ScreenBackend {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.0.draw(content)
    }

    /// It is hidden from the entry to the end.
    fn hide_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// It is wherever the last character was drawn, and nobody sees it.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, _: P) -> io::Result<()> {
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.0)
    }
}

/// Takes what is drawn, and hands it to the terminal as one piece when it is flushed.
#[derive(Debug)]
struct Output {
    screen: Arc<Screen>,
    frame: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = self.screen.write(&self.frame);
        self.frame.clear();
        written
    }
}
