//! A row of the log before it is written.

use crate::journal::StoredPlayer;
use crate::journal::finished::Packed;

/// A row that is to be appended, and what is written with it, wholly or not at all.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The number that the row has to have.
    pub(super) number: u64,
    pub(super) body: &'a str,
    /// The matches that are over by it.
    pub(super) finished: &'a [Packed],
    /// Players, each in the place of what was known of it.
    pub(super) players: &'a [StoredPlayer],
    /// The number before which rows are to be gone.
    pub(super) trim_before: Option<u64>,
}
