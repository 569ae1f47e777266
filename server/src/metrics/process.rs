//! What the system says of the process, by the names that Prometheus has for it.

use std::fs;
use std::num::NonZero;
use std::time::Duration;

use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use rustix::param::page_size;
use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

/// Adds the numbers of now to a page. Memory and open files are known on Linux alone.
pub(crate) fn register(page: &mut Registry) {
    page.register(
        "process_cpu_seconds",
        "CPU time of the process, user and system",
        ConstCounter::new(cpu_time().as_secs_f64()),
    );
    let cpus = std::thread::available_parallelism().map_or(1, NonZero::get);
    page.register(
        "versus2048_cpus",
        "CPUs that the process may use at once",
        ConstGauge::new(cpus),
    );
    if let Some(bytes) = resident_bytes() {
        page.register(
            "process_resident_memory_bytes",
            "Memory of the process",
            ConstGauge::new(bytes),
        );
    }
    if let Some(files) = open_files() {
        page.register(
            "process_open_fds",
            "Open files and sockets",
            ConstGauge::new(files),
        );
    }
    if let Some(limit) = getrlimit(Resource::Nofile).current {
        page.register(
            "process_max_fds",
            "Limit of open files and sockets",
            ConstGauge::new(limit),
        );
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The second number of `statm` is in pages.
fn resident_bytes() -> Option<usize> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = statm.split(' ').nth(1)?.parse().ok()?;
    pages.checked_mul(page_size())
}

/// Reading the directory takes a file of its own, which is not counted.
fn open_files() -> Option<usize> {
    Some(
        fs::read_dir("/proc/self/fd")
            .ok()?
            .count()
            .saturating_sub(1),
    )
}
