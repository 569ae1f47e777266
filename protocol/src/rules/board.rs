//! The cells of one board.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::rules::row::{CELLS, Row, transposed, value};
use crate::rules::spawn::Spawn;

/// The fewest rows or columns.
pub const MIN_SIDE: u8 = 2;
/// The most rows or columns.
pub const MAX_SIDE: u8 = 8;

/// The largest exponent that a received tile may have: 2^52 still is a whole number to every JSON reader.
const MAX_RECEIVED_EXPONENT: u32 = 52;

/// A board of 2 to 8 rows and columns; cells in row-major order, each empty or a power of two.
///
/// Cells are kept as exponents (0 is empty, 1 is a 2), so a board is a small `Copy` value and no
/// sequence of moves can overflow a tile. Each row is a word, and words and bytes beyond the sides
/// are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    height: u8,
    width: u8,
    rows: [Row; CELLS],
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
            height: rows.clamp(MIN_SIDE, MAX_SIDE),
            width: cols.clamp(MIN_SIDE, MAX_SIDE),
            rows: [Row::default(); CELLS],
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
        for (row, values) in board.rows.iter_mut().zip(rows) {
            for (col, &value) in values.iter().enumerate() {
                *row = row.with(col, exponent(value)?);
            }
        }
        Ok(board)
    }

    /// Tile values, top row first, 0 for an empty cell.
    #[must_use]
    pub fn to_rows(&self) -> Vec<Vec<u64>> {
        let width = usize::from(self.width);
        let tiles = |row: &Row| {
            row.exponents()[..width]
                .iter()
                .map(|&cell| value(cell))
                .collect()
        };
        self.packed().iter().map(tiles).collect()
    }

    /// How many rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.height
    }

    /// How many columns.
    #[must_use]
    pub const fn cols(&self) -> u8 {
        self.width
    }

    /// The tile at a row and a column from 0, or 0 where none is (outside of the board too).
    #[must_use]
    pub fn tile(&self, row: u8, col: u8) -> u64 {
        if row < self.height && col < self.width {
            value(self.rows[usize::from(row)].exponent(col.into()))
        } else {
            0
        }
    }

    /// The largest tile, 0 on an empty board.
    #[must_use]
    pub fn best_tile(&self) -> u64 {
        let exponents = self.rows.iter().flat_map(|row| row.exponents());
        exponents.max().map_or(0, value)
    }

    /// The sum of all tiles.
    #[must_use]
    pub fn sum(&self) -> u64 {
        let tiles = self.rows.iter().flat_map(|row| row.exponents()).map(value);
        tiles.fold(0, u64::saturating_add)
    }

    /// How many cells are empty.
    #[must_use]
    pub fn empty_cells(&self) -> u64 {
        let empty = self.packed().iter().map(|row| row.empty(self.width.into()));
        empty.map(|cells| u64::from(cells.count_ones())).sum()
    }

    /// The place (row, column) of the empty cell with this number, counted row by row from 0.
    #[must_use]
    pub fn empty_cell(&self, number: u64) -> Option<(u8, u8)> {
        let mut left = u32::try_from(number).ok()?;
        for (row, cells) in (0..).zip(self.packed()) {
            let empty = cells.empty(self.width.into());
            if left < empty.count_ones() {
                let behind = (0..left).fold(empty, |empty, _| empty & (empty - 1));
                return Some((row, u8::try_from(behind.trailing_zeros() / 8).ok()?));
            }
            left -= empty.count_ones();
        }
        None
    }

    /// Puts a new tile down; a place outside of the board changes nothing.
    pub fn place(&mut self, spawn: Spawn) {
        if spawn.row < self.height && spawn.col < self.width {
            let exponent = u8::try_from(spawn.value.max(1).ilog2()).unwrap_or(u8::MAX);
            let row = &mut self.rows[usize::from(spawn.row)];
            *row = row.with(spawn.col.into(), exponent);
        }
    }

    /// The same board with its rows as columns.
    pub(super) fn transposed(&self) -> Self {
        Self {
            height: self.width,
            width: self.height,
            rows: transposed(self.rows),
        }
    }

    /// The rows in use.
    pub(super) fn packed(&self) -> &[Row] {
        &self.rows[..usize::from(self.height)]
    }

    /// The rows in use.
    pub(super) fn packed_mut(&mut self) -> &mut [Row] {
        &mut self.rows[..usize::from(self.height)]
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
        serializer.collect_seq(self.packed().iter().map(|row| Tiles {
            row: *row,
            width: self.width.into(),
        }))
    }
}

/// One row of a board that travels.
struct Tiles {
    row: Row,
    width: usize,
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            self.row.exponents()[..self.width]
                .iter()
                .map(|&cell| value(cell)),
        )
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
