//! Slides of the tiles on a board, before the new tile appears.

use crate::rules::board::Board;
use crate::rules::direction::Direction;
use crate::rules::row::Row;

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
    /// Equal neighbours merge in pairs from the wall that the tiles move towards; a tile made by a
    /// merge does not merge again.
    #[must_use]
    pub fn slide(&self, direction: Direction) -> Option<Slide> {
        match direction {
            Direction::Left => self.slide_rows(Row::slid),
            Direction::Right => self.slide_rows(slid_back),
            Direction::Up => turned(self.transposed().slide_rows(Row::slid)),
            Direction::Down => turned(self.transposed().slide_rows(slid_back)),
        }
    }

    /// Whether no move changes the board: no cell is empty, and no two neighbours are equal.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        let width = usize::from(self.cols());
        let rows = self.packed();
        let is_stuck = |row: &Row| row.empty(width) == 0 && row.pairs() == 0;
        let are_unequal = |rows: &[Row]| rows[0].equal(rows[1], width) == 0;
        rows.iter().all(is_stuck) && rows.windows(2).all(are_unequal)
    }

    fn slide_rows(&self, slid: impl Fn(Row, usize) -> (Row, u64)) -> Option<Slide> {
        let width = usize::from(self.cols());
        let mut board = *self;
        let mut all_gained = 0_u64;
        for row in board.packed_mut() {
            let (after, gained) = slid(*row, width);
            *row = after;
            all_gained = all_gained.saturating_add(gained);
        }
        (board != *self).then_some(Slide {
            board,
            gained: all_gained,
        })
    }
}

/// A row of this length after a slide towards its last cell, and what its merges gained.
fn slid_back(row: Row, length: usize) -> (Row, u64) {
    let (after, gained) = row.reversed(length).slid(length);
    (after.reversed(length), gained)
}

/// The slide of a board whose rows had become columns.
fn turned(slide: Option<Slide>) -> Option<Slide> {
    slide.map(|slide| Slide {
        board: slide.board.transposed(),
        ..slide
    })
}
