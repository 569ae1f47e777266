//! The cells of one board.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::rules::spawn::Spawn;

/// The fewest rows or columns.
pub const MIN_SIDE: u8 = 2;
/// The most rows or columns.
pub const MAX_SIDE: u8 = 8;
/// Room for the largest board.
const MAX_CELLS: usize = (MAX_SIDE as usize) * (MAX_SIDE as usize);

/// The largest exponent that a received tile may have: 2^52 still is a whole number to every JSON reader.
const MAX_RECEIVED_EXPONENT: u32 = 52;

/// A board of 2 to 8 rows and columns; cells in row-major order, each empty or a power of two.
///
/// Cells are kept as exponents (0 is empty, 1 is a 2), so a board is a small `Copy` value and no
/// sequence of moves can overflow a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    cols: u8,
    exponents: [u8; MAX_CELLS],
}

/// Why rows of numbers are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Fewer than 2 or more than 8 rows or columns, or rows of different lengths.
    #[error(
        "a board has {MIN_SIDE} to {MAX_SIDE} rows of {MIN_SIDE} to {MAX_SIDE} cells each, all of one length"
    )]
    Shape,
    /// A cell that is neither 0 nor a power of two from 2 on.
    #[error("{0} is not a tile: a cell is 0 or a power of two from 2 to 2^{MAX_RECEIVED_EXPONENT}")]
    Tile(u64),
}

impl Board {
    /// An empty board; sides are clamped to 2 to 8.
    #[must_use]
    pub fn empty(rows: u8, cols: u8) -> Self {
        Self {
            rows: rows.clamp(MIN_SIDE, MAX_SIDE),
            cols: cols.clamp(MIN_SIDE, MAX_SIDE),
            exponents: [0; MAX_CELLS],
        }
    }

    /// Reads tile values, top row first, 0 for an empty cell.
    ///
    /// # Errors
    /// Says what is wrong with the shape or with the first wrong cell.
    pub fn from_rows(rows: &[Vec<u64>]) -> Result<Self, BoardError> {
        let height = side(rows.len())?;
        let width = side(rows.first().map_or(0, Vec::len))?;
        let mut board = Self::empty(height, width);
        if rows.iter().any(|row| row.len() != usize::from(width)) {
            return Err(BoardError::Shape);
        }
        for (cell, &value) in board.exponents.iter_mut().zip(rows.iter().flatten()) {
            *cell = exponent(value)?;
        }
        Ok(board)
    }

    /// Tile values, top row first, 0 for an empty cell.
    #[must_use]
    pub fn to_rows(&self) -> Vec<Vec<u64>> {
        self.cells()
            .chunks(usize::from(self.cols))
            .map(|row| row.iter().map(|&cell| value(cell)).collect())
            .collect()
    }

    /// How many rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns.
    #[must_use]
    pub const fn cols(&self) -> u8 {
        self.cols
    }

    /// The tile at a row and a column from 0, or 0 where none is (outside of the board too).
    #[must_use]
    pub fn tile(&self, row: u8, col: u8) -> u64 {
        if row < self.rows && col < self.cols {
            value(self.exponents[self.index(row, col)])
        } else {
            0
        }
    }

    /// The largest tile, 0 on an empty board.
    #[must_use]
    pub fn best_tile(&self) -> u64 {
        self.cells().iter().copied().max().map_or(0, value)
    }

    /// The sum of all tiles.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.cells()
            .iter()
            .fold(0, |sum, &cell| sum.saturating_add(value(cell)))
    }

    /// How many cells are empty.
    #[must_use]
    pub fn empty_cells(&self) -> u64 {
        self.cells().iter().map(|&cell| u64::from(cell == 0)).sum()
    }

    /// The place (row, column) of the empty cell with this number, counted row by row from 0.
    #[must_use]
    pub fn empty_cell(&self, number: u64) -> Option<(u8, u8)> {
        let empty = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
        empty
            .filter(|&(row, col)| self.tile(row, col) == 0)
            .nth(usize::try_from(number).ok()?)
    }

    /// Puts a new tile down; a place outside of the board changes nothing.
    pub fn place(&mut self, spawn: Spawn) {
        if spawn.row < self.rows && spawn.col < self.cols {
            let index = self.index(spawn.row, spawn.col);
            self.exponents[index] = u8::try_from(spawn.value.max(1).ilog2()).unwrap_or(u8::MAX);
        }
    }

    /// The exponents in use, row by row.
    fn cells(&self) -> &[u8] {
        &self.exponents[..usize::from(self.rows) * usize::from(self.cols)]
    }

    /// The exponents in use, row by row.
    pub(super) fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.exponents[..usize::from(self.rows) * usize::from(self.cols)]
    }

    fn index(&self, row: u8, col: u8) -> usize {
        usize::from(row) * usize::from(self.cols) + usize::from(col)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One line of text a row, tiles as numbers, `.` for an empty cell.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.to_rows() {
            let cells: Vec<String> = row
                .iter()
                .map(|&tile| {
                    if tile == 0 {
                        ".".into()
                    } else {
                        tile.to_string()
                    }
                })
                .collect();
            writeln!(f, "{}", cells.join(" "))?;
        }
        Ok(())
    }
}

/// A board travels as its rows.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_rows().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_rows(&Vec::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl JsonSchema for Board {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rows".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Vec<u64>>::json_schema(generator)
    }
}

/// The value of a tile: `2^exponent`, 0 for an empty cell.
pub(super) fn value(exponent: u8) -> u64 {
    if exponent == 0 {
        0
    } else {
        1_u64.checked_shl(exponent.into()).unwrap_or(u64::MAX)
    }
}

fn side(length: usize) -> Result<u8, BoardError> {
    u8::try_from(length)
        .ok()
        .filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side))
        .ok_or(BoardError::Shape)
}

fn exponent(value: u64) -> Result<u8, BoardError> {
    let exponent = value.trailing_zeros();
    match value {
        0 => Ok(0),
        _ if value.is_power_of_two() && (1..=MAX_RECEIVED_EXPONENT).contains(&exponent) => {
            u8::try_from(exponent).map_err(|_| BoardError::Tile(value))
        }
        _ => Err(BoardError::Tile(value)),
    }
}
