//! What was counted while the load ran.

use std::time::Duration;

use anyhow::bail;

use crate::load::latency::Latency;

/// Counts and times of a while.
#[derive(Clone, Debug)]
pub(in crate::load) struct Tally {
    /// How long the while was.
    pub(in crate::load) time: Duration,
    /// Boards that came to their mover.
    pub(in crate::load) moves: u64,
    /// Boards that came to anybody.
    pub(in crate::load) boards: u64,
    /// Boards that do not follow by the rules.
    pub(in crate::load) wrong_boards: u64,
    /// Boards before which others were left out.
    pub(in crate::load) jumps: u64,
    /// Moves that were refused in a match that is played.
    pub(in crate::load) refused: u64,
    /// Matches that ended.
    pub(in crate::load) matches: u64,
    /// Connections that ended, and errors that were told.
    pub(in crate::load) failures: u64,
    /// The first of them.
    pub(in crate::load) first_failure: Option<String>,
    /// From the time at which a move was due to its board at the mover.
    pub(in crate::load) mover: Latency,
    /// The same to its board at the opponent.
    pub(in crate::load) opponent: Latency,
    /// The same to its board at a spectator.
    pub(in crate::load) spectator: Latency,
    /// From the time at which a visitor was due to the table it watches.
    pub(in crate::load) visitor: Latency,
    /// How late the load itself sent moves that nothing held up.
    pub(in crate::load) lateness: Latency,
}

impl Tally {
    /// Nothing yet.
    pub(in crate::load) fn new() -> Self {
        Self {
            time: Duration::ZERO,
            moves: 0,
            boards: 0,
            wrong_boards: 0,
            jumps: 0,
            refused: 0,
            matches: 0,
            failures: 0,
            first_failure: None,
            mover: Latency::new(),
            opponent: Latency::new(),
            spectator: Latency::new(),
            visitor: Latency::new(),
            lateness: Latency::new(),
        }
    }

    /// Counts something that was not to happen.
    pub(super) fn fail(&mut self, why: &str) {
        self.failures += 1;
        self.first_failure.get_or_insert_with(|| why.into());
    }

    /// Fails where anything was counted that was not to happen.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if let Some(failure) = &self.first_failure {
            bail!("{failure}");
        }
        Ok(())
    }
}
