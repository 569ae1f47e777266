//! What the disk itself takes for a small write that is synced.

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;

use super::latency::{Latency, Percentiles};

/// What is appended, about a commit of one move.
const APPENDED_BYTES: usize = 512;
/// How often.
const TIMES: usize = 500;

/// Appends to a file in this directory and syncs it (`fdatasync`), many times over.
pub(super) fn sync_latency(directory: &Path) -> anyhow::Result<Option<Percentiles>> {
    let mut file = tempfile::tempfile_in(directory)
        .with_context(|| format!("can't make a file in {}", directory.display()))?;
    let mut latency = Latency::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        file.write_all(&[0x2a; APPENDED_BYTES])?;
        file.sync_data()?;
        latency.add(began.elapsed());
    }
    Ok(latency.percentiles())
}
