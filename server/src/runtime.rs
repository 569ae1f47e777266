//! Which runtime serves connections and tables.

use std::io;
use std::num::NonZero;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Runtime};

/// Up to so many cores one thread serves everything. The journal, the log and the clock have threads of
/// their own and use the second core; what two threads of a runtime say to each other costs more there
/// than the second one brings.
const CORES_OF_ONE_THREAD: usize = 2;

/// The runtime for the cores that this process may use, by its affinity and its control group.
///
/// # Errors
/// Its threads could not be started.
pub(crate) fn build() -> io::Result<Runtime> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let mut builder = if cores <= CORES_OF_ONE_THREAD {
        Builder::new_current_thread()
    } else {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(cores);
        builder
    };
    builder.enable_all().build()
}
