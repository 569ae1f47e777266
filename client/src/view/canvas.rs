//! Writing into a buffer, clipped to it: a window may have any size, and change at any time.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::text::fit;

/// A buffer that takes what fits and leaves out what does not.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
}

impl<'a> Canvas<'a> {
    /// Draws into a buffer.
    pub(super) fn new(buffer: &'a mut Buffer) -> Self {
        Self { buffer }
    }

    /// An area made as wide as the canvas is to its right.
    pub(super) fn to_the_right(&self, area: Rect) -> Rect {
        Rect {
            width: self.buffer.area.right().saturating_sub(area.x),
            ..area
        }
    }

    /// An area so many columns to the right, or where it is if it would stand over the edge there.
    pub(super) fn beside(&self, area: Rect, columns: i16) -> Rect {
        let moved = Rect {
            x: area.x.saturating_add_signed(columns),
            ..area
        };
        let has_room = moved.right() <= self.buffer.area.right();
        if has_room && moved.x != area.x {
            moved
        } else {
            area
        }
    }

    /// Writes a line into the first row of an area, by its own alignment, cut with an ellipsis.
    pub(super) fn line(&mut self, area: Rect, line: &Line<'_>) {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return;
        }
        let line = cut(line, area.width);
        let spare = area.width.saturating_sub(columns(line.width()));
        let x = match line.alignment {
            Some(Alignment::Center) => area.x + spare / 2,
            Some(Alignment::Right) => area.x + spare,
            _ => area.x,
        };
        self.buffer
            .set_line(x, area.y, &line, area.right().saturating_sub(x));
    }

    /// Writes lines into an area, each in a row of its own, as many as there are rows.
    pub(super) fn lines<'l>(&mut self, area: Rect, lines: impl IntoIterator<Item = &'l Line<'l>>) {
        for (row, line) in area.rows().zip(lines) {
            self.line(row, line);
        }
    }

    /// Writes a line where nothing else stands, nor right beside it.
    pub(super) fn line_on_blank(&mut self, area: Rect, line: &Line<'_>) {
        let around = Rect {
            x: area.x.saturating_sub(1),
            width: area.width.saturating_add(2),
            ..area
        };
        let mut cells = around.intersection(self.buffer.area).positions();
        if cells.all(|place| self.buffer[place].symbol() == " ") {
            self.line(area, line);
        }
    }

    /// Writes one line to the left and one to the right; the right one is cut last.
    pub(super) fn split_line(&mut self, area: Rect, left: &Line<'_>, right: &Line<'_>) {
        let taken = columns(right.width()).min(area.width);
        let gap = u16::from(taken > 0);
        let rest = area.width.saturating_sub(taken).saturating_sub(gap);
        self.line(
            Rect {
                width: rest,
                ..area
            },
            left,
        );
        let right_area = Rect {
            x: area.right().saturating_sub(taken),
            width: taken,
            ..area
        };
        self.line(right_area, right);
    }

    /// Fills an area with one character.
    pub(super) fn fill(&mut self, area: Rect, symbol: &str, style: Style) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }

    /// Fills an area of half rows with one colour: each row of characters has two of them, one above
    /// the other.
    pub(super) fn paint(&mut self, area: Halves, color: Color) {
        let last = area.y.saturating_add(area.height);
        for row in area.y / 2..last.div_ceil(2) {
            let covers = |half: u16| (area.y..last).contains(&half);
            let (upper, lower) = (covers(2 * row), covers(2 * row + 1));
            for column in area.x..area.x.saturating_add(area.width) {
                let Some(cell) = self.buffer.cell_mut((column, row)) else {
                    break;
                };
                let (above, below) = halves(cell);
                let pick = |is_covered, kept| if is_covered { color } else { kept };
                set_halves(cell, pick(upper, above), pick(lower, below));
            }
        }
    }

    /// Paints half a row of one column in the colour of letters: what is written with dots can be read
    /// as characters too.
    pub(super) fn dot(&mut self, (x, y): (u16, u16), ink: Color) {
        let Some(cell) = self.buffer.cell_mut((x, y / 2)) else {
            return;
        };
        let (above, below) = halves(cell);
        let (above, below) = if y.is_multiple_of(2) {
            (ink, below)
        } else {
            (above, ink)
        };
        let (symbol, ground) = match (above == ink, below == ink) {
            (true, true) => ("█", ink),
            (true, false) => ("▀", below),
            (false, _) => ("▄", above),
        };
        cell.set_symbol(symbol);
        (cell.fg, cell.bg) = (ink, ground);
    }

    /// Writes a text in one style in the middle of an area's row.
    pub(super) fn centered(&mut self, area: Rect, text: &str, style: Style) {
        self.line(area, &Line::from(Span::styled(text, style)).centered());
    }
}

/// An area whose rows are half as high as a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves {
    /// The left end, in columns.
    pub(super) x: u16,
    /// The upper end, in half rows from the top of the canvas.
    pub(super) y: u16,
    /// Columns.
    pub(super) width: u16,
    /// Half rows.
    pub(super) height: u16,
}

/// The colours of both halves of a cell that was painted, or is blank.
fn halves(cell: &Cell) -> (Color, Color) {
    match cell.symbol() {
        "▄" if cell.modifier.contains(Modifier::REVERSED) => (cell.fg, cell.bg),
        "▀" => (cell.fg, cell.bg),
        "▄" => (cell.bg, cell.fg),
        _ => (cell.bg, cell.bg),
    }
}

/// Gives both halves of a cell their colours. Where the lower one is the terminal's own ground it is a
/// character all the same, reversed: in many fonts that of the upper half ends a little below the upper
/// edge, and a line of the ground would shine through the board.
fn set_halves(cell: &mut Cell, above: Color, below: Color) {
    let plain = Modifier::empty();
    let (symbol, ink, ground, modifier) = match (above, below) {
        _ if above == below => (" ", Color::Reset, above, plain),
        (_, Color::Reset) => ("▄", above, below, Modifier::REVERSED),
        _ => ("▄", below, above, plain),
    };
    cell.set_symbol(symbol);
    cell.modifier = modifier;
    (cell.fg, cell.bg) = (ink, ground);
}

/// A width in columns as the terminal counts.
pub(super) fn columns(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// The width of a text in columns.
pub(super) fn width(text: &str) -> u16 {
    columns(text.width())
}

/// A text in so many columns, cut or filled up.
pub(super) fn padded(text: &str, columns: u16) -> String {
    let text = fit(text, columns.into());
    let blank = " ".repeat(columns.saturating_sub(width(&text)).into());
    format!("{text}{blank}")
}

/// A line that is at most so wide, with an ellipsis where something is missing.
fn cut<'a>(line: &Line<'a>, width: u16) -> Line<'a> {
    let width = usize::from(width);
    if trimmed_width(line) <= width {
        return line.clone();
    }
    let mut cut = Line::default().style(line.style);
    let mut left = width.saturating_sub(1);
    for span in &line.spans {
        let piece = prefix(&span.content, left);
        left = left.saturating_sub(piece.width());
        let is_whole = piece.len() == span.content.len();
        cut.push_span(Span::styled(piece, span.style));
        if !is_whole {
            cut.push_span(Span::styled("…", span.style));
            break;
        }
    }
    cut
}

/// The width without the blanks at the end: these may be cut off without a sign.
fn trimmed_width(line: &Line<'_>) -> usize {
    let blanks = line.iter().rev().map(|span| span.content.as_ref());
    let mut spare = 0;
    for text in blanks {
        let kept = text.trim_end_matches(' ');
        spare += text.len() - kept.len();
        if !kept.is_empty() {
            break;
        }
    }
    line.width().saturating_sub(spare)
}

fn prefix(text: &str, width: usize) -> String {
    let mut taken = 0;
    text.graphemes(true)
        .take_while(|grapheme| {
            taken += grapheme.width();
            taken <= width
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use ratatui::style::Stylize as _;

    use super::*;

    #[track_caller]
    fn check(width: u16, draw: impl FnOnce(&mut Canvas<'_>, Rect), expected: &str) {
        let area = Rect::new(0, 0, width, 1);
        let mut buffer = Buffer::empty(area);
        draw(&mut Canvas::new(&mut buffer), area);
        assert_eq!(buffer, Buffer::with_lines([expected]));
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let line = Line::from(vec!["one ".into(), "two".into()]);
        check(7, |canvas, area| canvas.line(area, &line), "one two");
        check(6, |canvas, area| canvas.line(area, &line), "one t…");
        check(4, |canvas, area| canvas.line(area, &line), "one…");
        check(1, |canvas, area| canvas.line(area, &line), "…");
        let blanks = Line::from(vec!["one ".into(), "  ".into()]);
        check(3, |canvas, area| canvas.line(area, &blanks), "one");
        let wide = Line::from("王小明");
        check(5, |canvas, area| canvas.line(area, &wide), "王小…");
        check(4, |canvas, area| canvas.line(area, &wide), "王… ");
    }

    #[test]
    fn the_right_side_of_a_split_line_is_kept() {
        let (left, right) = (Line::from("王小明 (you)"), Line::from("1 284"));
        let split = |canvas: &mut Canvas<'_>, area| canvas.split_line(area, &left, &right);
        check(20, split, "王小明 (you)   1 284");
        check(12, split, "王小…  1 284");
        check(5, split, "1 284");
        check(4, split, "1 2…");
    }

    #[test]
    fn what_stands_there_already_stays() {
        let mut buffer = Buffer::with_lines(["ab     cd"]);
        let mut canvas = Canvas::new(&mut buffer);
        let mut write = |x| canvas.line_on_blank(Rect::new(x, 0, 3, 1), &Line::from("+16"));
        write(2);
        write(4);
        write(3);
        assert_eq!(buffer, Buffer::with_lines(["ab +16 cd"]));
    }

    #[test]
    fn half_a_row_is_painted_and_the_other_half_stays() {
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        let mut canvas = Canvas::new(&mut buffer);
        let mut paint = |x, y, height, color| {
            let width = 1;
            canvas.paint(
                Halves {
                    x,
                    y,
                    width,
                    height,
                },
                color,
            );
        };
        paint(0, 0, 3, Color::Red);
        paint(1, 1, 2, Color::Red);
        paint(2, 0, 4, Color::Red);
        paint(2, 1, 2, Color::Blue);
        paint(2, 2, 1, Color::Red);
        paint(3, 3, 9, Color::Red);
        let expected = Buffer::with_lines([
            Line::from(vec![
                " ".on_red(),
                "▄".red(),
                "▄".blue().on_red(),
                " ".into(),
            ]),
            Line::from(vec![
                "▄".red().reversed(),
                "▄".red().reversed(),
                " ".on_red(),
                "▄".red(),
            ]),
        ]);
        assert_eq!(buffer, expected);
    }

    #[test]
    fn nothing_is_written_outside() {
        let area = Rect::new(0, 0, 3, 1);
        let mut buffer = Buffer::empty(area);
        let mut canvas = Canvas::new(&mut buffer);
        canvas.line(Rect::new(5, 5, 10, 10), &Line::from("x"));
        canvas.fill(Rect::new(2, 0, 9, 9), "#", Style::new());
        assert_eq!(buffer, Buffer::with_lines(["  #"]));
    }
}
