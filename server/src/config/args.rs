//! The options: name, range, default and help of each, once. Its variable and its key in a file follow
//! from its name.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

use crate::config::values::{
    Milliseconds, count, directory, log_filter, log_format, proxies, seconds, socket_address,
};
use crate::config::{Config, JournalConfig, Limits, LogConfig, LogFormat, Network, Origin};

/// The bytes of a megabyte, as disks are sold.
const MEGABYTE: u64 = 1_000_000;

const EXAMPLES: &str = "\
Examples:
  versus2048-server --data-dir /var/lib/versus2048
      serves everybody who can reach this machine, on port 2048, and keeps matches and replays
  versus2048-server --listen 127.0.0.1:8080 --trust-proxy 127.0.0.1 --allow-origin https://play.example.org
      behind a reverse proxy, for the web page of that origin too
  versus2048-server --config /etc/versus2048.toml --print-config
      says what holds and where each value comes from, as a file that --config takes
  versus2048-server --listen 127.0.0.1:8080 --health-check
      asks the server that listens there whether it accepts players
  versus2048-server --data-dir /var/lib/versus2048 --backup-to /var/backups/versus2048.db
      copies the journal, also while a server uses it

Every setting is also an environment variable and a key of the file: --max-tables is VERSUS2048_MAX_TABLES
and max_tables = 5000. The option wins, then the variable, then the file; an empty variable is none.
Times in seconds take fractions (0.5). In variables, commas stand between several values.
SIGINT (Ctrl-C), SIGTERM and SIGQUIT tell all connections to come back and end within 10 s; a second one
ends at once. After SIGHUP the server goes on. Exit codes: 0 done, 1 it could not be done, 2 wrong usage, 3 the journal is damaged.";

/// What the command line says, unchecked as a whole.
#[derive(Clone, Debug, Parser)]
#[command(name = "versus2048-server", version, about = "The match server of 2048 Versus", after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) settings: Settings,

    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// What this run is about; these are neither variables nor keys of a file, but for the file itself.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "This run")]
pub(super) struct RunArgs {
    /// File of settings, in TOML (or the variable `VERSUS2048_CONFIG`)
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// Print what holds, with where each value comes from, as a file that --config takes
    #[arg(long)]
    pub(super) print_config: bool,

    /// Ask the server on the listen address whether it accepts players, and exit with 0 or 1
    #[arg(long, conflicts_with = "print_config")]
    pub(super) health_check: bool,

    /// Copy the journal of --data-dir into this new file, whole and checked, and exit; a server may be
    /// using it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["print_config", "health_check"])]
    pub(super) backup_to: Option<PathBuf>,
}

/// What can be chosen about a server, each by an option, a variable or a key of a file.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Settings {
    /// Address and port to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDR:PORT", value_parser = socket_address)]
    #[arg(default_value_t = Config::default().listen)]
    pub(super) listen: SocketAddr,

    /// Origin whose web pages may connect too, beside the server's own; may be given several times
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub(super) allow_origin: Vec<Origin>,

    /// Network of a reverse proxy whose X-Forwarded-For is believed, such as 127.0.0.1 or 10.0.0.0/8;
    /// may be given several times
    #[arg(long, value_name = "CIDR", value_delimiter = ',', value_parser = proxies)]
    pub(super) trust_proxy: Vec<Network>,

    /// Address and port of a second listener, for metrics; it asks nobody who they are, so choose
    /// an address that only you can reach, such as 127.0.0.1:9248
    #[arg(long, value_name = "ADDR:PORT", value_parser = socket_address)]
    pub(super) admin_listen: Option<SocketAddr>,

    /// What to log to stderr: error, warn, info, debug or trace, or directives of tracing-subscriber
    #[arg(long, value_name = "FILTER", default_value = "info", value_parser = log_filter)]
    log: String,

    /// How a line of the log is written: text, or json for programs
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = log_format)]
    log_format: LogFormat,

    #[command(flatten)]
    journal: JournalArgs,

    #[command(flatten)]
    connection: ConnectionArgs,

    #[command(flatten)]
    address: AddressArgs,

    #[command(flatten)]
    table: TableArgs,
}

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Journal")]
struct JournalArgs {
    /// Directory of the journal, made if it is not there; without it matches and replays end with the
    /// server
    #[arg(long, value_name = "DIR", value_parser = directory())]
    data_dir: Option<PathBuf>,

    /// Days that a replay is kept; without it for as long as there is room
    #[arg(long, value_name = "DAYS", value_parser = count::<u32>(1, 36_500))]
    keep_replays: Option<u32>,

    /// Megabytes (of 1000000 bytes) that replays may take; past it the oldest are forgotten
    #[arg(long, value_name = "MB", value_parser = count::<u64>(16, 1_000_000))]
    #[arg(default_value_t = JournalConfig::DEFAULT.replay_space_bytes / MEGABYTE)]
    replay_space_mb: u64,
}

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits of a connection")]
struct ConnectionArgs {
    /// Bytes of a message, all its frames together; past it the connection is closed (1009)
    #[arg(long, value_name = "BYTES", value_parser = count::<usize>(256, 65_536))]
    #[arg(default_value_t = Limits::DEFAULT.max_message_bytes)]
    max_message_bytes: usize,

    /// Bytes in per second, below the message layer, four seconds' worth at once; past it the
    /// connection is dropped
    #[arg(long, value_name = "BYTES", value_parser = count::<u32>(1_024, 1 << 30))]
    #[arg(default_value_t = Limits::DEFAULT.bytes_per_second)]
    bytes_per_second: u32,

    /// Seconds from the TCP connection to a whole request head
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 3_600_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.head_timeout_ms))]
    head_timeout_s: Milliseconds,

    /// Seconds from the upgrade to `welcome`; past it the connection is closed (4000)
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 3_600_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.hello_timeout_ms))]
    hello_timeout_s: Milliseconds,

    /// Seconds between two pings of the server
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 3_600_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.ping_interval_ms))]
    ping_interval_s: Milliseconds,

    /// Seconds without a frame of any kind after which a client counts as gone
    #[arg(long, value_name = "SECONDS", value_parser = seconds(200, 3_600_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.silence_timeout_ms))]
    silence_timeout_s: Milliseconds,

    /// Moves per second, two seconds' worth at once; past it they are rejected
    #[arg(long, value_name = "MOVES", value_parser = count::<u32>(1, 100_000))]
    #[arg(default_value_t = Limits::DEFAULT.moves_per_second)]
    moves_per_second: u32,

    /// Other messages per second, four seconds' worth at once; past it they are refused
    #[arg(long, value_name = "MESSAGES", value_parser = count::<u32>(1, 100_000))]
    #[arg(default_value_t = Limits::DEFAULT.messages_per_second)]
    messages_per_second: u32,

    /// Messages that wait for a slow reader, boards of one seat coalesced; past it the connection is
    /// closed (4003)
    #[arg(long, value_name = "MESSAGES", value_parser = count::<usize>(8, 65_536))]
    #[arg(default_value_t = Limits::DEFAULT.outbox_messages)]
    outbox_messages: usize,

    /// Seconds without progress in writing to a reader; past it the connection is closed (4003)
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 3_600_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.send_timeout_ms))]
    send_timeout_s: Milliseconds,
}

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits of an address and of all")]
struct AddressArgs {
    /// New connections and HTTP requests of one address per second, five seconds' worth at once; past
    /// it they are answered by HTTP 429
    #[arg(long, value_name = "REQUESTS", value_parser = count::<u32>(1, 1_000_000))]
    #[arg(default_value_t = Limits::DEFAULT.requests_per_second)]
    requests_per_second: u32,

    /// `join` and `watch` of unknown codes from one address per minute, so that nobody finds tables
    /// by guessing
    #[arg(long, value_name = "MISSES", value_parser = count::<u32>(1, 1_000_000))]
    #[arg(default_value_t = Limits::DEFAULT.misses_per_minute)]
    misses_per_minute: u32,

    /// Connections of all; past it they are answered by HTTP 503
    #[arg(long, value_name = "CONNECTIONS", value_parser = count::<usize>(1, 1_000_000))]
    #[arg(default_value_t = Limits::DEFAULT.max_connections)]
    max_connections: usize,

    /// Connections of one address (IPv4 /32, IPv6 /64); past it they are answered by HTTP 429
    #[arg(long, value_name = "CONNECTIONS", value_parser = count::<usize>(1, 1_000_000))]
    #[arg(default_value_t = Limits::DEFAULT.max_connections_per_address)]
    max_connections_per_address: usize,
}

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits of a table")]
struct TableArgs {
    /// Tables of all; past it `create` and `queue` are refused
    #[arg(long, value_name = "TABLES", value_parser = count::<usize>(1, 1_000_000))]
    #[arg(default_value_t = Limits::DEFAULT.max_tables)]
    max_tables: usize,

    /// Seconds that a seat may be absent in a match before it loses
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 86_400_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.forfeit_after_ms))]
    forfeit_after_s: Milliseconds,

    /// Seconds that a table waits for a second player
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 604_800_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.waiting_timeout_ms))]
    waiting_timeout_s: Milliseconds,

    /// Seconds that two players may take to get ready
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 86_400_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.ready_timeout_ms))]
    ready_timeout_s: Milliseconds,

    /// Seconds that a table stays after a match
    #[arg(long, value_name = "SECONDS", value_parser = seconds(100, 86_400_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.over_timeout_ms))]
    over_timeout_s: Milliseconds,

    /// Seconds that a match may last at most, up to a day; a replay does not say a lower bound, so those
    /// of matches that one ends don't verify
    #[arg(long, value_name = "SECONDS", value_parser = seconds(1_000, 86_400_000))]
    #[arg(default_value_t = Milliseconds(Limits::DEFAULT.max_match_ms))]
    max_match_s: Milliseconds,
}

impl Settings {
    pub(super) fn log(&self) -> LogConfig {
        LogConfig {
            filter: self.log.clone(),
            format: self.log_format,
        }
    }

    pub(super) fn journal(&self) -> JournalConfig {
        JournalConfig {
            data_dir: self.journal.data_dir.clone(),
            keep_replays_days: self.journal.keep_replays,
            replay_space_bytes: self.journal.replay_space_mb.saturating_mul(MEGABYTE),
        }
    }

    pub(super) fn limits(&self) -> Limits {
        let Self {
            connection,
            address,
            table,
            ..
        } = self;
        Limits {
            max_message_bytes: connection.max_message_bytes,
            bytes_per_second: connection.bytes_per_second,
            head_timeout_ms: connection.head_timeout_s.0,
            hello_timeout_ms: connection.hello_timeout_s.0,
            ping_interval_ms: connection.ping_interval_s.0,
            silence_timeout_ms: connection.silence_timeout_s.0,
            moves_per_second: connection.moves_per_second,
            messages_per_second: connection.messages_per_second,
            outbox_messages: connection.outbox_messages,
            send_timeout_ms: connection.send_timeout_s.0,
            requests_per_second: address.requests_per_second,
            misses_per_minute: address.misses_per_minute,
            max_connections: address.max_connections,
            max_connections_per_address: address.max_connections_per_address,
            max_tables: table.max_tables,
            forfeit_after_ms: table.forfeit_after_s.0,
            waiting_timeout_ms: table.waiting_timeout_s.0,
            ready_timeout_ms: table.ready_timeout_s.0,
            over_timeout_ms: table.over_timeout_s.0,
            max_match_ms: table.max_match_s.0,
        }
    }
}
