//! The cells of a board in several sizes.
//!
//! With colour a tile is a block, and the board shows through between the blocks: one column wide,
//! half a row high, which is about the same on a screen. Without colour lines stand in between.

use ratatui::layout::Rect;
use ratatui::style::Style;
use versus2048_protocol::rules::Board;

use crate::view::canvas::Canvas;
use crate::view::look::Look;

/// How large cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSize {
    /// Columns of a cell, six of them for six digits.
    pub(super) width: u16,
    /// Rows from one cell to the next.
    pub(super) pitch: u16,
}

impl CellSize {
    /// Large cells.
    pub(super) const LARGE: Self = Self::new(12, 6);
    /// Normal cells.
    pub(super) const NORMAL: Self = Self::new(8, 4);
    /// Between normal and compact, for boards of many cells.
    pub(super) const SMALL: Self = Self::new(6, 3);
    /// The tiles of the game's name.
    pub(super) const LOGO: Self = Self::new(5, 3);
    /// The least that shows six digits.
    pub(super) const COMPACT: Self = Self::new(6, 1);

    const fn new(width: u16, pitch: u16) -> Self {
        Self { width, pitch }
    }

    /// A board of such cells in an area.
    pub(super) const fn at(self, area: Rect) -> Place {
        Place { area, cell: self }
    }

    /// Columns and rows of a board with so many rows and columns of cells.
    pub(super) const fn board(self, rows: u16, cols: u16) -> (u16, u16) {
        let edge = if self.pitch > 1 { 1 } else { 0 };
        (cols * (self.width + 1) + 1, rows * self.pitch + edge)
    }
}

/// Where a board stands, and how large its cells are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its upper left corner is that of the board.
    pub(super) area: Rect,
    /// How large cells are.
    pub(super) cell: CellSize,
}

/// A grid of cells to be drawn: how many rows and columns, and what each cell holds.
pub(super) struct Grid<'a> {
    /// Rows of cells.
    pub(super) rows: u16,
    /// Columns of cells.
    pub(super) cols: u16,
    /// The text and the style of the cell at a row and a column.
    pub(super) cell: &'a dyn Fn(u16, u16) -> (String, Style),
}

/// Draws a board.
pub(super) fn draw_board(look: &Look, canvas: &mut Canvas<'_>, place: Place, board: &Board) {
    let tile = |row: u16, col: u16| {
        let index = |place: u16| u8::try_from(place).unwrap_or(u8::MAX);
        let value = board.tile(index(row), index(col));
        (digits(value), look.theme.tile(value))
    };
    let grid = Grid {
        rows: board.rows().into(),
        cols: board.cols().into(),
        cell: &tile,
    };
    draw_grid(look, canvas, place, &grid);
}

/// Draws a grid.
pub(super) fn draw_grid(look: &Look, canvas: &mut Canvas<'_>, place: Place, grid: &Grid<'_>) {
    let Place { area, cell: size } = place;
    let (width, height) = size.board(grid.rows, grid.cols);
    let frame = Rect::new(area.x, area.y, width, height);
    if look.lined {
        draw_lines(canvas, size.at(frame), grid);
    } else {
        draw_ground(look, canvas, frame, size);
    }
    for row in 0..grid.rows {
        for col in 0..grid.cols {
            let cell = Rect {
                x: area.x + 1 + col * (size.width + 1),
                y: area.y + row * size.pitch,
                width: size.width,
                height: size.pitch,
            };
            draw_cell(look, canvas, cell, &(grid.cell)(row, col));
        }
    }
}

/// The digits of a tile; from 2^20 on with a letter, so that six columns are enough.
pub(super) fn digits(value: u64) -> String {
    const UNITS: [(u32, &str); 5] = [(60, "E"), (50, "P"), (40, "T"), (30, "G"), (20, "M")];
    if value == 0 {
        return String::new();
    }
    let unit = UNITS.iter().find(|(bits, _)| value >> bits > 0);
    unit.map_or_else(
        || value.to_string(),
        |(bits, letter)| format!("{}{letter}", value >> bits),
    )
}

/// The board under the tiles; its last row is half a row high.
fn draw_ground(look: &Look, canvas: &mut Canvas<'_>, frame: Rect, size: CellSize) {
    let ground = look.theme.board();
    if size.pitch == 1 {
        canvas.fill(frame, " ", ground);
        return;
    }
    let above = frame.height.saturating_sub(1);
    canvas.fill(
        Rect {
            height: above,
            ..frame
        },
        " ",
        ground,
    );
    let edge = Rect {
        y: frame.y + above,
        height: 1,
        ..frame
    };
    canvas.fill(edge, "▀", Style::new().fg(ground.bg.unwrap_or_default()));
}

/// A block whose first row is half a row high, or the inside of four lines.
fn draw_cell(look: &Look, canvas: &mut Canvas<'_>, cell: Rect, (text, style): &(String, Style)) {
    let style = *style;
    let inner = if cell.height == 1 {
        cell
    } else {
        Rect {
            y: cell.y + 1,
            height: cell.height - 1,
            ..cell
        }
    };
    if !look.lined && cell.height > 1 {
        let half = Style::new().fg(style.bg.unwrap_or_default()).bg(look
            .theme
            .board()
            .bg
            .unwrap_or_default());
        canvas.fill(Rect { height: 1, ..cell }, "▄", half);
    }
    canvas.fill(inner, " ", style);
    let middle = Rect {
        y: cell.y + cell.height / 2,
        height: 1,
        ..cell
    };
    canvas.centered(middle, text, style);
}

/// The lines around and between the cells; compact cells have none above and below.
fn draw_lines(canvas: &mut Canvas<'_>, place: Place, grid: &Grid<'_>) {
    let Place {
        area: frame,
        cell: size,
    } = place;
    canvas.fill(frame, " ", Style::new());
    for row in 0..frame.height {
        let is_rule = size.pitch > 1 && row % size.pitch == 0;
        let [first, between, last, fill] = match row {
            _ if !is_rule => ["│", "│", "│", " "],
            0 => ["┌", "┬", "┐", "─"],
            _ if row + 1 == frame.height => ["└", "┴", "┘", "─"],
            _ => ["├", "┼", "┤", "─"],
        };
        let inside = fill.repeat(size.width.into());
        let cells = vec![inside; grid.cols.into()].join(between);
        let line = format!("{first}{cells}{last}");
        let area = Rect {
            y: frame.y + row,
            height: 1,
            ..frame
        };
        canvas.line(area, &line.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_columns_hold_every_tile() {
        for exponent in 1..64 {
            assert!(digits(1 << exponent).len() <= 6, "2^{exponent}");
        }
        assert_eq!(digits(524_288), "524288");
        assert_eq!(digits(1 << 20), "1M");
        assert_eq!(digits(1 << 39), "512G");
        assert_eq!(digits(u64::MAX), "15E");
    }

    #[test]
    fn boards_are_as_large_as_they_say() {
        assert_eq!(CellSize::NORMAL.board(4, 4), (37, 17));
        assert_eq!(CellSize::COMPACT.board(4, 4), (29, 4));
        assert_eq!(CellSize::LARGE.board(4, 4), (53, 25));
    }
}
