//! What ratatui draws on.

use std::cell::Cell as Shared;
use std::io::{self, Write};

use crossterm::terminal;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use crate::terminal::encoder::Encoder;

/// The screen of a terminal that was entered.
///
/// Nothing is written where nothing has changed, so an idle match is silent. The terminal is never
/// asked anything: an answer comes between the keys, or not at all.
#[derive(Debug)]
pub struct ScreenBackend<Output> {
    output: Output,
    /// What was drawn, handed over as one piece when it is flushed.
    frame: Vec<u8>,
    /// As many as were there when that was asked last.
    columns: Shared<u16>,
}

impl<Output: Write> ScreenBackend<Output> {
    /// Draws by writing to an output, on a screen of so many columns.
    pub const fn new(output: Output, columns: u16) -> Self {
        Self {
            output,
            frame: Vec::new(),
            columns: Shared::new(columns),
        }
    }

    /// What is written to.
    pub const fn output(&mut self) -> &mut Output {
        &mut self.output
    }
}

impl<Output: Write> Backend for ScreenBackend<Output> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        Encoder::new(&mut self.frame, self.columns.get()).write(content);
        Ok(())
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
        self.frame.extend_from_slice(b"\x1b[2J");
        Ok(())
    }

    /// The cursor is nowhere in particular, so whatever is to be cleared is everything.
    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        let (columns, rows) = terminal::size()?;
        self.columns.set(columns);
        Ok(Size::new(columns, rows))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = terminal::window_size()?;
        Ok(WindowSize {
            columns_rows: Size::new(size.columns, size.rows),
            pixels: Size::new(size.width, size.height),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = if self.frame.is_empty() {
            Ok(())
        } else {
            self.output.write_all(&self.frame)
        };
        self.frame.clear();
        written
    }
}
