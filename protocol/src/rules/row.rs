//! One row of a board, packed into a word: this is what makes slides fast.

/// How many cells fit.
pub(super) const CELLS: usize = 8;

/// The lowest bit of every cell.
const ONES: u64 = u64::from_ne_bytes([1; CELLS]);
/// All bits of every cell but the highest.
const LOW_BITS: u64 = 0x7f * ONES;

/// Eight cells, the first in the lowest byte, each an exponent or 0 where it is empty.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Row(pub(super) u64);

impl Row {
    /// The exponent at a column.
    pub(super) const fn exponent(self, col: usize) -> u8 {
        low_byte(self.0 >> (8 * col))
    }

    /// The exponents, first column first.
    pub(super) const fn exponents(self) -> [u8; CELLS] {
        self.0.to_le_bytes()
    }

    /// The same row with another exponent at a column.
    pub(super) const fn with(self, col: usize, exponent: u8) -> Self {
        let mut exponents = self.0.to_le_bytes();
        exponents[col] = exponent;
        Self(u64::from_le_bytes(exponents))
    }

    /// The same first cells in the opposite order.
    pub(super) const fn reversed(self, length: usize) -> Self {
        Self(self.0.swap_bytes() >> (8 * (CELLS - length)))
    }

    /// The highest bit of each empty cell among the first ones.
    pub(super) const fn empty(self, length: usize) -> u64 {
        empty(self.0) & first(length)
    }

    /// The highest bit of each cell that holds the same tile as the cell with its place in another
    /// row, among the first ones.
    pub(super) const fn equal(self, other: Self, length: usize) -> u64 {
        empty(self.0 ^ other.0) & !empty(self.0) & first(length)
    }

    /// The highest bit of each cell that holds the same tile as the cell behind it.
    pub(super) const fn pairs(self) -> u64 {
        self.equal(Self(self.0 >> 8), CELLS)
    }

    /// A row of this length after a slide towards its first cell, and what its merges gained.
    pub(super) fn slid(self, length: usize) -> (Self, u64) {
        let mut cells = without_gaps(self.0, length);
        let mut gained = 0_u64;
        let mut unmerged = u64::MAX;
        loop {
            let pairs = Self(cells).pairs() & unmerged;
            if pairs == 0 {
                return (Self(cells), gained);
            }
            let place = pairs.trailing_zeros() / 8 * 8;
            let merged = low_byte(cells >> place).saturating_add(1);
            let before = cells & !(u64::MAX << place);
            let behind = (cells >> place >> 16) << place << 8;
            cells = before | u64::from(merged) << place | behind;
            gained = gained.saturating_add(value(merged));
            unmerged = u64::MAX << place << 8;
        }
    }
}

/// Turns rows into columns: cell `a` of row `b` becomes cell `b` of row `a`.
///
/// Source: Hacker's Delight, 7-3: swap the quarters, then the quarters of each, and so on.
pub(super) fn transposed(mut rows: [Row; CELLS]) -> [Row; CELLS] {
    for (distance, mask) in [
        (4, 0x0000_0000_ffff_ffff),
        (2, 0x0000_ffff_0000_ffff),
        (1, 0x00ff_00ff_00ff_00ff),
    ] {
        for upper in (0..CELLS).filter(|row| row & distance == 0) {
            let lower = upper + distance;
            let swapped = (rows[upper].0 >> (8 * distance) ^ rows[lower].0) & mask;
            rows[lower].0 ^= swapped;
            rows[upper].0 ^= swapped << (8 * distance);
        }
    }
    rows
}

/// The value of a tile: `2^exponent`, 0 for an empty cell.
pub(super) fn value(exponent: u8) -> u64 {
    if exponent == 0 {
        0
    } else {
        1_u64.checked_shl(exponent.into()).unwrap_or(u64::MAX)
    }
}

/// Closes all gaps before tiles, without a branch for each cell.
fn without_gaps(mut cells: u64, length: usize) -> u64 {
    for place in (0..length - 1).rev().map(|col| 8 * col) {
        let before = cells & !(u64::MAX << place);
        let is_gap = low_byte(cells >> place) == 0;
        cells = if is_gap {
            before | (cells >> 8) & (u64::MAX << place)
        } else {
            cells
        };
    }
    cells
}

/// The highest bit of each cell that is 0. No carry leaves a cell, so it is exact.
const fn empty(cells: u64) -> u64 {
    !(((cells & LOW_BITS) + LOW_BITS) | cells | LOW_BITS)
}

/// The lowest byte of a word.
const fn low_byte(word: u64) -> u8 {
    word.to_le_bytes()[0]
}

/// All bits of the first cells.
const fn first(length: usize) -> u64 {
    u64::MAX >> (8 * (CELLS - length))
}
