//! How many files the process may have open, of which each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What the process opens besides connections, with room to refuse some of those politely.
const RESERVED: u64 = 512;

/// Raises the limit of open files as far as it goes, and gives the number of connections that fit,
/// which is at most the number that is wanted.
pub(crate) fn raise_for(wanted_connections: usize) -> usize {
    let Some(limit) = raised() else {
        return wanted_connections;
    };
    let fitting = usize::try_from(limit.saturating_sub(RESERVED).max(1)).unwrap_or(usize::MAX);
    if fitting < wanted_connections {
        tracing::warn!(
            limit,
            connections = fitting,
            "the limit of open files (ulimit -n) allows fewer connections than --max-connections"
        );
    }
    fitting.min(wanted_connections)
}

/// The limit after raising it; none where there is no limit.
fn raised() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files can't be raised");
            limit.current
        }
    }
}
