//! What a move does to the tiles of a board, before the new tile appears.

use crate::rules::board::{Board, value};
use crate::rules::direction::Direction;

/// A slide that changed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The board after the slide and before the new tile.
    pub board: Board,
    /// The sum of the tiles that merges made.
    pub gained: u64,
}

impl Board {
    /// Slides all tiles as far as they go, or `None` where that changes nothing.
    ///
    /// Every direction is the slide towards the first cell of a line, read from the wall that the
    /// tiles move towards. Equal neighbours merge in pairs from that wall; a tile made by a merge
    /// does not merge again.
    #[must_use]
    pub fn slide(&self, direction: Direction) -> Option<Slide> {
        let mut after = *self;
        let gained = after.lines(direction).fold(0_u64, |gained, line| {
            let cells = after.cells_mut();
            gained.saturating_add(slide_line(cells, &line))
        });
        (after != *self).then_some(Slide {
            board: after,
            gained,
        })
    }

    /// Whether no move changes the board.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        Direction::ALL
            .into_iter()
            .all(|direction| self.slide(direction).is_none())
    }

    /// The lines of cells that a move slides along, each read from the wall inwards.
    fn lines(&self, direction: Direction) -> impl Iterator<Item = Line> + use<> {
        let (rows, cols) = (usize::from(self.rows()), usize::from(self.cols()));
        let (count, length) = match direction {
            Direction::Left | Direction::Right => (rows, cols),
            Direction::Up | Direction::Down => (cols, rows),
        };
        (0..count).map(move |number| Line {
            direction,
            number,
            length,
            rows,
            cols,
        })
    }
}

/// One row or column, read from the wall that the tiles move towards.
struct Line {
    direction: Direction,
    number: usize,
    length: usize,
    rows: usize,
    cols: usize,
}

impl Line {
    /// The index among the board's cells of the cell at this distance from the wall.
    fn cell(&self, distance: usize) -> usize {
        match self.direction {
            Direction::Left => self.number * self.cols + distance,
            Direction::Right => self.number * self.cols + (self.cols - 1 - distance),
            Direction::Up => distance * self.cols + self.number,
            Direction::Down => (self.rows - 1 - distance) * self.cols + self.number,
        }
    }
}

/// Slides one line of exponents towards its first cell and returns what its merges gained.
fn slide_line(cells: &mut [u8], line: &Line) -> u64 {
    let mut gained = 0_u64;
    let mut filled = 0;
    let mut may_merge = false;
    for distance in 0..line.length {
        let tile = std::mem::take(&mut cells[line.cell(distance)]);
        if tile == 0 {
            continue;
        }
        if may_merge && cells[line.cell(filled - 1)] == tile {
            let merged = tile.saturating_add(1);
            cells[line.cell(filled - 1)] = merged;
            gained = gained.saturating_add(value(merged));
            may_merge = false;
        } else {
            cells[line.cell(filled)] = tile;
            filled += 1;
            may_merge = true;
        }
    }
    gained
}
