//! Which rows the log has, and when it is long enough for its oldest ones to go.

use std::collections::VecDeque;

/// The most rows of a log before states are written anew, beside those for each open table: what a
/// start reads in a tenth of a second.
const MAX_ROWS: u64 = 8192;
const MAX_ROWS_A_TABLE: u64 = 8;
/// The most bytes of them, beside a multiple of those of the states: the longer the log, the seldomer
/// a state is written.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
const MAX_BYTES_A_STATE: u64 = 4;
/// How many rows go at once: few enough for no commit to be slow, many enough to share what it costs.
const SLICE_ROWS: u64 = 128;

/// The numbers and sizes of all rows of the log.
#[derive(Debug, Default)]
pub(super) struct Extent {
    /// The number of the first row.
    first: u64,
    sizes: VecDeque<u32>,
    bytes: u64,
}

impl Extent {
    /// The number of the next row.
    pub(super) fn next(&self) -> u64 {
        self.first + self.rows()
    }

    /// How many bytes the rows have.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds a row; the first one of all says where the log begins.
    pub(super) fn push(&mut self, number: u64, bytes: usize) {
        if self.sizes.is_empty() {
            self.first = number;
        }
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.bytes += u64::from(bytes);
        self.sizes.push_back(bytes);
    }

    /// Where there are no rows, the next one has this number.
    pub(super) fn begin(&mut self, next: u64) {
        if self.sizes.is_empty() {
            self.first = next;
        }
    }

    /// Rows before this number are gone.
    pub(super) fn trim(&mut self, before: u64) {
        while self.first < before
            && let Some(bytes) = self.sizes.pop_front()
        {
            self.bytes -= u64::from(bytes);
            self.first += 1;
        }
    }

    /// Whether a state is to be written anew, so that old rows can go.
    pub(super) fn is_long(&self, (tables, state_bytes): (u64, u64)) -> bool {
        self.rows() > MAX_ROWS + tables * MAX_ROWS_A_TABLE
            || self.bytes > MAX_BYTES + state_bytes * MAX_BYTES_A_STATE
    }

    /// Before which row all can go, where it is worth it and no table needs one before `base`.
    pub(super) fn slice(&self, base: u64) -> Option<u64> {
        let before = base.min(self.first + SLICE_ROWS);
        (before == self.first + SLICE_ROWS).then_some(before)
    }

    fn rows(&self) -> u64 {
        self.sizes.len().try_into().unwrap_or(u64::MAX)
    }
}
