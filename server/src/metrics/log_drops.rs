//! The count of lost log lines. The program owns its log, so the metrics ask the program.

use std::fmt;
use std::sync::Arc;

/// How many lines of the log could not be written; 0 where nothing counts them.
#[derive(Clone, Default)]
pub(crate) struct LogDrops(Option<Arc<dyn Fn() -> u64 + Send + Sync>>);

impl LogDrops {
    /// Asks this function.
    pub(crate) fn counted_by(count: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(count)))
    }

    /// The number since the start.
    pub(crate) fn count(&self) -> u64 {
        self.0.as_ref().map_or(0, |count| count())
    }
}

impl fmt::Debug for LogDrops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LogDrops").field(&self.count()).finish()
    }
}
