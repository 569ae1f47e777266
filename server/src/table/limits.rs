//! How long tables last and how many there may be.

/// The durations and bounds of tables; `Default` has the contract's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableLimits {
    /// How long a seat may be absent, in milliseconds.
    pub(crate) forfeit_after_ms: u64,
    /// How long a table may be in `waiting`, in milliseconds.
    pub(crate) waiting_timeout_ms: u64,
    /// How long a table may be in `ready`, in milliseconds.
    pub(crate) ready_timeout_ms: u64,
    /// How long a table may be in `over`, in milliseconds.
    pub(crate) over_timeout_ms: u64,
    /// The longest match, in milliseconds.
    pub(crate) max_match_ms: u64,
    /// The most tables.
    pub(crate) max_tables: usize,
    /// The most messages that wait for one reader; what a table holds back for one stays below it.
    pub(crate) outbox_messages: usize,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self {
            forfeit_after_ms: 45_000,
            waiting_timeout_ms: 1_800_000,
            ready_timeout_ms: 60_000,
            over_timeout_ms: 300_000,
            max_match_ms: 24 * 60 * 60 * 1000,
            max_tables: 5_000,
            outbox_messages: 64,
        }
    }
}
