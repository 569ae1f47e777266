//! Which CPU runs what.

use anyhow::Context as _;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Runs something while this thread may use one CPU alone; processes that it starts meanwhile keep to
/// that CPU for good. Without a CPU nothing changes.
pub(super) fn on_cpu<T>(cpu: Option<usize>, run: impl FnOnce() -> T) -> anyhow::Result<T> {
    let before = sched_getaffinity(None)?;
    pin(cpu)?;
    let output = run();
    sched_setaffinity(None, &before)?;
    Ok(output)
}

/// Lets this thread use one CPU alone from now on. Without a CPU nothing changes.
pub(super) fn pin(cpu: Option<usize>) -> anyhow::Result<()> {
    let Some(cpu) = cpu else {
        return Ok(());
    };
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set).with_context(|| format!("can't run on CPU {cpu} alone"))
}
