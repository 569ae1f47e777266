//! The cells of a board in several sizes.
//!
//! With colour a tile is a block, and the board shows through between the blocks: one column wide,
//! half a row high, which is about the same on a screen. Without colour lines stand in between.

use ratatui::layout::Rect;
use ratatui::style::Style;
use versus2048_protocol::rules::Board;

use crate::model::Motion;
use crate::view::canvas::{Canvas, Halves};
use crate::view::figures;
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
    /// Huge cells, with large figures of four digits; like all large figures these have an odd width.
    pub(super) const HUGE: Self = Self::new(17, 8);
    /// Large cells, with large figures of three digits.
    pub(super) const LARGE: Self = Self::new(13, 6);
    /// Normal cells.
    pub(super) const NORMAL: Self = Self::new(8, 4);
    /// Between normal and compact, for boards of many cells.
    pub(super) const SMALL: Self = Self::new(6, 3);
    /// The tiles of the game's name.
    pub(super) const LOGO: Self = Self::new(5, 3);
    /// The same with large figures.
    pub(super) const LARGE_LOGO: Self = Self::new(9, 5);
    /// The least that shows four digits in a block of its own.
    pub(super) const NARROW: Self = Self::new(4, 2);
    /// The least that shows six digits.
    pub(super) const COMPACT: Self = Self::new(6, 1);

    const fn new(width: u16, pitch: u16) -> Self {
        Self { width, pitch }
    }

    /// A board of such cells in an area.
    pub(super) const fn at(self, area: Rect) -> Place {
        Place { area, cell: self }
    }

    /// Half rows between a tile and the next.
    const fn gap(self) -> u16 {
        if self.pitch > 1 { 1 } else { 0 }
    }

    /// Columns from one cell to the next.
    const fn step(self) -> u16 {
        self.width + 1
    }

    /// Columns and rows of a board with so many rows and columns of cells.
    pub(super) const fn board(self, rows: u16, cols: u16) -> (u16, u16) {
        (cols * self.step() + 1, rows * self.pitch + self.gap())
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

impl Place {
    /// The block of a tile, so many columns and half rows from the upper left one.
    const fn block(self, (x, y): (u16, u16)) -> Halves {
        let size = self.cell;
        Halves {
            x: self.area.x + 1 + x,
            y: 2 * self.area.y + y + size.gap(),
            width: size.width,
            height: 2 * size.pitch - size.gap(),
        }
    }

    /// What lies inside of the lines around a tile, so many columns and half rows from the upper left
    /// one.
    const fn inside(self, (x, y): (u16, u16)) -> Rect {
        let size = self.cell;
        Rect {
            x: self.area.x + 1 + x,
            y: self.area.y + size.gap() + y / 2,
            width: size.width,
            height: size.pitch - size.gap(),
        }
    }
}

/// A grid of cells and what lies on it.
pub(super) struct Grid {
    /// Rows of cells.
    pub(super) rows: u16,
    /// Columns of cells.
    pub(super) cols: u16,
    /// The tiles, the lowest first.
    pub(super) tiles: Vec<Sprite>,
}

/// A tile as it is drawn.
pub(super) struct Sprite {
    /// What stands on it.
    pub(super) text: String,
    /// Its colours.
    pub(super) style: Style,
    /// The row and the column that it comes from.
    pub(super) from: (u8, u8),
    /// Those that it goes to.
    pub(super) to: (u8, u8),
    /// How far it is, in thousandths.
    pub(super) way: u16,
}

/// Draws a board as it is to be seen now.
pub(super) fn draw_board(
    look: &Look,
    canvas: &mut Canvas<'_>,
    place: Place,
    (board, motion): (&Board, &Motion),
) {
    let tiles = motion.tiles(board, look.now_ms).into_iter();
    let sprites = tiles.map(|tile| Sprite {
        text: digits(tile.value),
        style: look.theme.glowing(tile.value, tile.glow),
        from: tile.from,
        to: tile.to,
        way: tile.way,
    });
    let grid = Grid {
        rows: board.rows().into(),
        cols: board.cols().into(),
        tiles: sprites.collect(),
    };
    draw_grid(look, canvas, place, &grid);
}

/// Draws a grid.
pub(super) fn draw_grid(look: &Look, canvas: &mut Canvas<'_>, place: Place, grid: &Grid) {
    let Place { area, cell: size } = place;
    let (width, height) = size.board(grid.rows, grid.cols);
    let frame = Rect::new(area.x, area.y, width, height);
    if look.lined {
        draw_lines(canvas, size.at(frame), grid);
    } else {
        draw_ground(look, canvas, size.at(frame), grid);
    }
    for tile in &grid.tiles {
        draw_tile(look, canvas, place, tile);
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

/// The board with its empty cells; its last row is half a row high.
fn draw_ground(look: &Look, canvas: &mut Canvas<'_>, place: Place, grid: &Grid) {
    let Place { area, cell: size } = place;
    let ground = look.theme.board().bg.unwrap_or_default();
    let all = Halves {
        x: area.x,
        y: 2 * area.y,
        width: area.width,
        height: 2 * area.height - size.gap(),
    };
    canvas.paint(all, ground);
    let plain = look.theme.tile(0).bg.unwrap_or_default();
    let shaded = look.theme.shaded().bg.unwrap_or_default();
    for row in 0..grid.rows {
        // Where nothing lies between the rows they are told apart by their shade.
        let is_shaded = size.gap() == 0 && row % 2 == 1;
        let empty = if is_shaded { shaded } else { plain };
        for col in 0..grid.cols {
            let corner = (col * size.step(), row * 2 * size.pitch);
            canvas.paint(place.block(corner), empty);
        }
    }
}

/// A block with digits, or what lies inside of the lines around a cell.
fn draw_tile(look: &Look, canvas: &mut Canvas<'_>, place: Place, tile: &Sprite) {
    let size = place.cell;
    let corner = |(row, col): (u8, u8)| {
        let (row, col) = (u16::from(row), u16::from(col));
        (col * size.step(), row * 2 * size.pitch)
    };
    let (from, to) = (corner(tile.from), corner(tile.to));
    let corner = (
        between(from.0, to.0, tile.way),
        between(from.1, to.1, tile.way),
    );
    let inside = place.inside(corner);
    if look.lined {
        canvas.fill(inside, " ", tile.style);
    } else {
        let block = place.block(corner);
        let [ink, ground] = [tile.style.fg, tile.style.bg].map(Option::unwrap_or_default);
        canvas.paint(block, ground);
        if figures::draw(canvas, block, &tile.text, ink) {
            return;
        }
    }
    canvas.centered(digits_row(inside), &tile.text, tile.style);
}

/// The row in the middle of what lies inside of a cell; above it lies half a row of its block.
const fn digits_row(inside: Rect) -> Rect {
    Rect {
        y: inside.y + (inside.height - 1) / 2,
        height: 1,
        ..inside
    }
}

/// The number at so many thousandths of the way from one to another.
fn between(from: u16, to: u16, way: u16) -> u16 {
    let (from, to, way) = (u32::from(from), u32::from(to), u32::from(way.min(1000)));
    let between = (from * (1000 - way) + to * way + 500) / 1000;
    u16::try_from(between).unwrap_or(u16::MAX)
}

/// The lines around and between the cells; compact cells have none above and below.
fn draw_lines(canvas: &mut Canvas<'_>, place: Place, grid: &Grid) {
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
    fn digits_stand_in_the_middle_of_their_tiles() {
        for size in [
            CellSize::LOGO,
            CellSize::SMALL,
            CellSize::NORMAL,
            CellSize::LARGE,
        ] {
            let area = Rect::new(0, 0, 40, 20);
            let block = size.at(area).block((0, 0));
            let above = 2 * digits_row(size.at(area).inside((0, 0))).y - block.y;
            let below = block.height - above - 2;
            assert!(above.abs_diff(below) <= 1, "{size:?}: {above} {below}");
        }
    }

    #[test]
    fn boards_are_as_large_as_they_say() {
        assert_eq!(CellSize::NORMAL.board(4, 4), (37, 17));
        assert_eq!(CellSize::COMPACT.board(4, 4), (29, 4));
        assert_eq!(CellSize::LARGE.board(4, 4), (57, 25));
    }
}
