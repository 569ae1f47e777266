//! What the server may be told: the arguments and the environment as they come, made into one checked
//! [`Config`]. Nothing else reads the environment.

mod args;
mod network;
mod origin;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::CommandFactory as _;
use clap::error::ErrorKind;

pub use args::Args;
pub use network::{Network, NetworkError};
pub(crate) use origin::may_connect;
pub use origin::{Origin, OriginError};

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
    /// The longest match, in milliseconds of match time; not above the contract's 24 h, since replays
    /// of longer ones don't hold.
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
    /// In memory, for as long as there is room; the room is for a million usual replays.
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

impl TryFrom<Args> for Config {
    type Error = clap::Error;

    /// Checks what no single argument can say.
    fn try_from(args: Args) -> Result<Self, clap::Error> {
        let limits = args.limits();
        if limits.ping_interval_ms >= limits.silence_timeout_ms {
            return Err(Args::command().error(
                ErrorKind::ValueValidation,
                "--ping-interval-s has to be below --silence-timeout-s, or every idle client is dropped",
            ));
        }
        Ok(Self {
            listen: args.listen,
            ending: Ending::Restart,
            journal: args.journal(),
            admin_listen: args.admin_listen,
            trusted_proxies: args.trust_proxy,
            allowed_origins: args.allow_origin,
            limits,
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use versus2048_protocol::game::Bounds;

    use super::*;

    fn parse(arguments: &[&str]) -> Result<Config, clap::Error> {
        let program = std::iter::once("versus2048-server");
        Args::try_parse_from(program.chain(arguments.iter().copied())).and_then(Config::try_from)
    }

    #[track_caller]
    fn check(argument: &str, change: impl FnOnce(&mut Limits)) {
        let mut expected = Limits::DEFAULT;
        change(&mut expected);
        assert_ne!(
            expected,
            Limits::DEFAULT,
            "{argument} has to change something"
        );
        assert_eq!(parse(&[argument]).unwrap().limits, expected, "{argument}");
    }

    #[track_caller]
    fn check_refused(argument: &str, expected: &str) {
        let error = parse(&[argument]).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{argument}");
        assert!(error.to_string().contains(expected), "{argument}: {error}");
    }

    #[test]
    fn without_arguments_the_contract_holds() {
        assert_eq!(parse(&[]).unwrap(), Config::default());
    }

    #[test]
    fn each_limit_is_an_option() {
        check("--max-message-bytes=300", |it| it.max_message_bytes = 300);
        check("--bytes-per-second=2000", |it| it.bytes_per_second = 2_000);
        check("--head-timeout-s=0.5", |it| it.head_timeout_ms = 500);
        check("--hello-timeout-s=6", |it| it.hello_timeout_ms = 6_000);
        check("--ping-interval-s=4.25", |it| it.ping_interval_ms = 4_250);
        check("--silence-timeout-s=16", |it| {
            it.silence_timeout_ms = 16_000;
        });
        check("--moves-per-second=21", |it| it.moves_per_second = 21);
        check("--messages-per-second=6", |it| it.messages_per_second = 6);
        check("--requests-per-second=22", |it| it.requests_per_second = 22);
        check("--misses-per-minute=31", |it| it.misses_per_minute = 31);
        check("--max-connections=23", |it| it.max_connections = 23);
        check("--max-connections-per-address=24", |it| {
            it.max_connections_per_address = 24;
        });
        check("--max-tables=25", |it| it.max_tables = 25);
        check("--outbox-messages=26", |it| it.outbox_messages = 26);
        check("--send-timeout-s=7", |it| it.send_timeout_ms = 7_000);
        check("--forfeit-after-s=46", |it| it.forfeit_after_ms = 46_000);
        check("--waiting-timeout-s=1801", |it| {
            it.waiting_timeout_ms = 1_801_000;
        });
        check("--ready-timeout-s=61", |it| it.ready_timeout_ms = 61_000);
        check("--over-timeout-s=301", |it| it.over_timeout_ms = 301_000);
        check("--max-match-s=3600", |it| it.max_match_ms = 3_600_000);
        let longest = parse(&["--max-match-s=86400"]).unwrap();
        assert_eq!(longest.limits.max_match_ms, Bounds::default().match_ms);
    }

    #[test]
    fn each_option_has_an_environment_variable() {
        let command = Args::command();
        let options: Vec<_> = command
            .get_arguments()
            .filter(|it| it.get_id() != "health_check")
            .collect();
        assert!(options.len() > 20, "{}", options.len());
        for option in options {
            let name = option.get_id().as_str().to_ascii_uppercase();
            let variable = option.get_env().and_then(|name| name.to_str());
            assert_eq!(variable, Some(format!("VERSUS2048_{name}").as_str()));
        }
    }

    #[test]
    fn a_wrong_value_is_refused_with_the_range() {
        check_refused("--head-timeout-s=0", "seconds from 0.1 to 3600");
        check_refused("--head-timeout-s=1e3", "seconds from 0.1 to 3600");
        check_refused("--head-timeout-s=0.0005", "seconds from 0.1 to 3600");
        check_refused(
            "--head-timeout-s=99999999999999999999",
            "seconds from 0.1 to 3600",
        );
        check_refused("--max-match-s=86400.001", "seconds from 1 to 86400,");
        check_refused("--max-tables=0", "1..=1000000");
        check_refused("--max-tables=x", "invalid digit");
        check_refused("--listen=2048", "--listen");
        check_refused("--allow-origin=play.example.org", "an origin is a scheme");
        check_refused("--log=loud=very", "such as info");
    }

    #[test]
    fn pings_have_to_come_before_silence() {
        check_refused("--silence-timeout-s=5", "--ping-interval-s");
    }

    #[test]
    fn origins_can_be_given_several_times() {
        let config = parse(&[
            "--allow-origin",
            "https://a.example",
            "--allow-origin=http://b.example:8080",
        ])
        .unwrap();
        let expected: Vec<Origin> = vec![
            "https://a.example".parse().unwrap(),
            "http://b.example:8080".parse().unwrap(),
        ];
        assert_eq!(config.allowed_origins, expected);
    }
}
