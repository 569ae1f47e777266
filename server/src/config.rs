//! What the server may be told: the arguments, the environment and a file as they come, made into one
//! checked [`Config`]. Nothing else reads the environment.

mod args;
mod definitions;
mod environment;
mod file;
mod holding;
mod invocation;
mod line;
mod network;
mod origin;
mod source;
#[cfg(test)]
mod tests;
mod usage_error;
mod values;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use args::Settings;
pub use invocation::{Invocation, Task};
pub use network::{Network, NetworkError};
pub(crate) use origin::may_connect;
pub use origin::{Origin, OriginError};
pub use usage_error::UsageError;

/// The port where clients look for a server.
pub const DEFAULT_PORT: u16 = 2048;

/// All that can be chosen about a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where the program listens.
    pub listen: SocketAddr,
    /// Origins whose pages may connect, beside those that this server itself serves.
    pub allowed_origins: Vec<Origin>,
    /// What connections are told when the server stops.
    pub ending: Ending,
    /// Where matches and replays are kept.
    pub journal: JournalConfig,
    /// Where metrics are told.
    pub admin_listen: Option<SocketAddr>,
    /// The networks of the reverse proxies that are believed whose requests they hand on.
    pub trusted_proxies: Vec<Network>,
    /// What peers may do.
    pub limits: Limits,
}

/// What connections are told when the server stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 1012, come back: somebody will start the server again.
    Restart,
    /// 1000, done: the server was there for one occasion.
    ForGood,
}

/// What the program logs, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogConfig {
    /// The filter of the log, as tracing-subscriber reads it.
    pub filter: String,
    /// How each line is written.
    pub format: LogFormat,
}

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs, as an object of JSON.
    Json,
}

/// Where matches and replays are kept, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalConfig {
    /// The directory of the journal; without one everything ends with the process.
    pub data_dir: Option<PathBuf>,
    /// The days after which a replay is forgotten.
    pub keep_replays_days: Option<u32>,
    /// The most bytes that replays take; past it the oldest are forgotten.
    pub replay_space_bytes: u64,
}

/// The limits of the contract's first table, with its values as defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a message, all its frames together.
    pub max_message_bytes: usize,
    /// The bytes that a connection may send in a second; four seconds' worth at once.
    pub bytes_per_second: u32,
    /// The time from the TCP connection to a whole request head, in milliseconds.
    pub head_timeout_ms: u64,
    /// The time from the upgrade to `welcome`, in milliseconds.
    pub hello_timeout_ms: u64,
    /// How often the server pings, in milliseconds.
    pub ping_interval_ms: u64,
    /// The longest time without a frame of any kind, in milliseconds.
    pub silence_timeout_ms: u64,
    /// The moves of a connection in a second; two seconds' worth at once.
    pub moves_per_second: u32,
    /// The other messages of a connection in a second; four seconds' worth at once.
    pub messages_per_second: u32,
    /// New connections and HTTP requests of an address in a second; five seconds' worth at once.
    pub requests_per_second: u32,
    /// Unknown codes from an address in a minute.
    pub misses_per_minute: u32,
    /// The most connections.
    pub max_connections: usize,
    /// The most connections of an address (IPv4 /32, IPv6 /64).
    pub max_connections_per_address: usize,
    /// The most tables.
    pub max_tables: usize,
    /// The most messages that wait for a slow reader.
    pub outbox_messages: usize,
    /// The longest time without progress in writing to a reader, in milliseconds.
    pub send_timeout_ms: u64,
    /// How long a seat may be absent in a match, in milliseconds.
    pub forfeit_after_ms: u64,
    /// How long a table may wait for a second player, in milliseconds.
    pub waiting_timeout_ms: u64,
    /// How long two players may take to get ready, in milliseconds.
    pub ready_timeout_ms: u64,
    /// How long a table stays after a match, in milliseconds.
    pub over_timeout_ms: u64,
    /// The longest match, in milliseconds of match time; not above the contract's 24 h. Replays know
    /// that bound alone, so those of matches that a lower one ends don't hold.
    pub max_match_ms: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::UNSPECIFIED, DEFAULT_PORT)),
            allowed_origins: Vec::new(),
            ending: Ending::Restart,
            journal: JournalConfig::default(),
            admin_listen: None,
            trusted_proxies: Vec::new(),
            limits: Limits::default(),
        }
    }
}

impl Default for JournalConfig {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl JournalConfig {
    /// In memory, for as long as there is room; the room is for tens of thousands of matches, at 150
    /// bytes a move.
    pub const DEFAULT: Self = Self {
        data_dir: None,
        keep_replays_days: None,
        replay_space_bytes: 4_096_000_000,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits {
    /// The values of the contract.
    pub const DEFAULT: Self = Self {
        max_message_bytes: 4 * 1024,
        bytes_per_second: 64 * 1024,
        head_timeout_ms: 5_000,
        hello_timeout_ms: 5_000,
        ping_interval_ms: 5_000,
        silence_timeout_ms: 15_000,
        moves_per_second: 20,
        messages_per_second: 5,
        requests_per_second: 20,
        misses_per_minute: 30,
        max_connections: 10_000,
        max_connections_per_address: 64,
        max_tables: 5_000,
        outbox_messages: 64,
        send_timeout_ms: 5_000,
        forfeit_after_ms: 45_000,
        waiting_timeout_ms: 1_800_000,
        ready_timeout_ms: 60_000,
        over_timeout_ms: 300_000,
        max_match_ms: 86_400_000,
    };
}

impl TryFrom<Settings> for Config {
    type Error = UsageError;

    /// Checks what no single setting can say.
    fn try_from(settings: Settings) -> Result<Self, UsageError> {
        let limits = settings.limits();
        if limits.ping_interval_ms >= limits.silence_timeout_ms {
            return Err(UsageError::Contradiction(
                "--ping-interval-s has to be below --silence-timeout-s, or every idle client is dropped",
            ));
        }
        Ok(Self {
            listen: settings.listen,
            ending: Ending::Restart,
            journal: settings.journal(),
            admin_listen: settings.admin_listen,
            trusted_proxies: settings.trust_proxy,
            allowed_origins: settings.allow_origin,
            limits,
        })
    }
}
