//! Whether the journal takes what it is given.

use std::sync::Arc;

/// How the journal is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// The last commit or probe is on disk.
    Healthy,
    /// Nothing is taken until a probe is on disk.
    Failing {
        /// What the last try said, for an operator.
        why: Arc<str>,
    },
}

impl Health {
    /// Whether anything is taken now.
    pub(crate) const fn is_healthy(&self) -> bool {
        matches!(self, Self::Healthy)
    }
}
