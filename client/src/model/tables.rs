//! The list of a server's tables.

use versus2048_protocol::wire::TableSummary;

/// The tables of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// On which server.
    pub server: String,
    /// Those that it told, `None` before it has.
    pub tables: Option<Vec<TableSummary>>,
    /// The number of the chosen one.
    pub selected: usize,
}
