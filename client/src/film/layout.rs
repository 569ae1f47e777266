//! What stands where in a film.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;

/// A cell's side, and what lies between two of them.
pub(super) const CELL: u64 = 60;
const GAP: u64 = 6;
/// Around everything, and between the boards.
pub(super) const MARGIN: u64 = 20;
const BETWEEN: u64 = 40;
/// The least width of a side, so that a name and a score have room over a small board.
const MIN_SIDE_WIDTH: u64 = 270;
/// The least width of all, so that one board leaves room for what stands above and below.
const MIN_WIDTH: u64 = 480;
/// The baselines of the first line and of the names, and where the boards begin.
pub(super) const TITLE_Y: u64 = 38;
const NAMES_Y: u64 = 84;
const BOARDS_Y: u64 = 98;
/// From the boards to the baseline of the result, and to the lower edge.
const RESULT_BELOW: u64 = 38;
const BELOW: u64 = 66;
/// What a digit, a colon and the space between thousands take of a line.
pub(super) const DIGIT_WIDTH: u64 = 13;
const COLON_WIDTH: u64 = 7;
const THOUSANDS_WIDTH: u64 = 5;

/// What stands where in a film, in the picture's units.
pub(super) struct Layout {
    rows: u8,
    cols: u8,
    is_solo: bool,
}

/// A rectangle: its left upper corner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) width: u64,
    pub(super) height: u64,
}

impl Layout {
    /// The picture of boards of a size, two or one.
    pub(super) const fn new(options: &Options, is_solo: bool) -> Self {
        Self {
            rows: options.rows,
            cols: options.cols,
            is_solo,
        }
    }

    /// Whose boards are shown, from left to right.
    pub(super) const fn seats(&self) -> &'static [Seat] {
        if self.is_solo {
            &[Seat::Zero]
        } else {
            &Seat::ALL
        }
    }

    /// All of the picture.
    pub(super) fn all(&self) -> Area {
        Area {
            x: 0,
            y: 0,
            width: (2 * MARGIN + self.sides_width()).max(MIN_WIDTH),
            height: BOARDS_Y + self.board_height() + BELOW,
        }
    }

    /// The board of a seat: in the middle of its side.
    pub(super) fn board(&self, seat: Seat) -> Area {
        let width = self.board_width();
        let (left, right) = self.side(seat);
        Area {
            x: left + (right - left - width) / 2,
            y: BOARDS_Y,
            width,
            height: self.board_height(),
        }
    }

    /// Every cell of a board by its row and its column.
    pub(super) fn places(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    /// Where a cell is, told by its row and its column.
    pub(super) fn cell(&self, seat: Seat, (row, col): (u8, u8)) -> (u64, u64) {
        let board = self.board(seat);
        let place = |number: u8| GAP + u64::from(number) * (CELL + GAP);
        (board.x + place(col), board.y + place(row))
    }

    /// How far it is from a cell to another, across and down.
    pub(super) fn way(&self, from: (u8, u8), to: (u8, u8)) -> (i64, i64) {
        let (from, to) = (self.cell(Seat::Zero, from), self.cell(Seat::Zero, to));
        let distance = |from: u64, to: u64| to.cast_signed() - from.cast_signed();
        (distance(from.0, to.0), distance(from.1, to.1))
    }

    /// Where a name begins.
    pub(super) fn name(&self, seat: Seat) -> (u64, u64) {
        (self.side(seat).0, NAMES_Y)
    }

    /// The width that a name has where the score beside it is so large.
    pub(super) fn name_width(&self, seat: Seat, score: u64) -> u64 {
        // There is room for one digit more.
        let digits = u64::from(score.checked_ilog10().unwrap_or(0)) + 2;
        let (left, right) = self.side(seat);
        right - left - digits * DIGIT_WIDTH - digits / 3 * THOUSANDS_WIDTH
    }

    /// Where a digit of a score is, the last at place 0.
    pub(super) fn score_digit(&self, seat: Seat, place: usize) -> (u64, u64) {
        let place = to_u64(place);
        let right = self.side(seat).1 - place / 3 * THOUSANDS_WIDTH;
        (right - (place + 1) * DIGIT_WIDTH, NAMES_Y)
    }

    /// Where a digit of the clock is: seconds at places 0 and 1, minutes from place 2 on.
    pub(super) fn clock_digit(&self, place: usize) -> (u64, u64) {
        let colon = if place < 2 { 0 } else { COLON_WIDTH };
        let right = self.all().width - MARGIN - colon;
        (right - (to_u64(place) + 1) * DIGIT_WIDTH, TITLE_Y)
    }

    /// Where the colon of the clock is.
    pub(super) fn colon(&self) -> (u64, u64) {
        let (x, y) = self.clock_digit(1);
        (x - COLON_WIDTH, y)
    }

    /// Where the result begins.
    pub(super) fn result(&self) -> (u64, u64) {
        (MARGIN, BOARDS_Y + self.board_height() + RESULT_BELOW)
    }

    /// What the width of the picture leaves of a line.
    pub(super) fn line_width(&self) -> u64 {
        self.all().width - 2 * MARGIN
    }

    /// The left and the right edge of a side; all of them stand in the middle.
    fn side(&self, seat: Seat) -> (u64, u64) {
        let before = u64::from(seat.number()) * (self.side_width() + BETWEEN);
        let left = (self.all().width - self.sides_width()) / 2 + before;
        (left, left + self.side_width())
    }

    fn sides_width(&self) -> u64 {
        let sides = to_u64(self.seats().len());
        sides * self.side_width() + (sides - 1) * BETWEEN
    }

    fn side_width(&self) -> u64 {
        self.board_width().max(MIN_SIDE_WIDTH)
    }

    fn board_width(&self) -> u64 {
        GAP + u64::from(self.cols) * (CELL + GAP)
    }

    fn board_height(&self) -> u64 {
        GAP + u64::from(self.rows) * (CELL + GAP)
    }
}

pub(super) fn to_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
