//! The match server of 2048 Versus, as a value: the program `versus2048-server`, the client's `host`
//! command and the tests run the same one.

mod clock;
mod config;
mod http;
mod identity;
mod journal;
mod limits;
mod listener;
mod lobby;
mod metrics;
mod outbox;
mod players;
mod problem;
mod queue;
mod refusal;
mod server;
mod session;
mod site;
mod socket;
#[cfg(test)]
mod stories;
mod table;

pub use clock::{Clock, ManualClock, RealClock};
pub use config::{
    Config, DEFAULT_PORT, Ending, Invocation, JournalConfig, Limits, LogConfig, LogFormat, Network,
    NetworkError, Origin, OriginError, Task, UsageError,
};
#[cfg(feature = "fuzz")]
pub use journal::foreign_rows;
pub use journal::{MemoryFaults, OpenError, back_up};
pub use listener::bind;
pub use server::Server;
