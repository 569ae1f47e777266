//! Where lines of the log go: to stderr, or into the count of those that it does not take.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::stdio::stderr;

use crate::log::Drops;
use crate::output::write_all;

/// How often at most the log says that lines are missing.
const WARNING_INTERVAL: Duration = Duration::from_secs(1);

/// Writes lines to stderr and never fails.
#[derive(Debug)]
pub(super) struct Lines {
    drops: Arc<Drops>,
    /// How many drops the log has mentioned.
    warned_of: u64,
    warned_at: Option<Instant>,
}

impl Lines {
    pub(super) fn new(drops: Arc<Drops>) -> Self {
        Self {
            drops,
            warned_of: 0,
            warned_at: None,
        }
    }

    /// Says, once lines can be written again, how many were not.
    fn warn_of_drops(&mut self) {
        let dropped = self.drops.count();
        let is_early = self
            .warned_at
            .is_some_and(|at| at.elapsed() < WARNING_INTERVAL);
        if dropped > self.warned_of && !is_early {
            let lines = dropped - self.warned_of;
            self.warned_of = dropped;
            self.warned_at = Some(Instant::now());
            tracing::warn!(lines, "lines of this log are missing");
        }
    }
}

impl Write for Lines {
    /// Takes the line, whatever becomes of it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match write_all(stderr(), line) {
            Ok(()) => self.warn_of_drops(),
            Err(_) => self.drops.add(),
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
