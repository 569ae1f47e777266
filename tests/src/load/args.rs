//! The command line of the load tool.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  load
      100 matches on a server that is started for them; each player moves when its board has come
  load --server-cpu 0 --load-cpu 1 --matches 500 --baseline
      the server on one core and the load on the other, then a bare echo with as many connections
  load --matches 2000 --pace 2
      2 moves a second of each of 4000 players
  load --matches 1 --spectators 1000 --lockstep --baseline
      each move goes to 1000 spectators before the next is made
  load --memory 1000
      then also what an idle connection, a match and a spectator take, and what they give back
  load --matches 500 --syscalls
      then also the system calls a move, as perf counts them
  load figures --server-cpu 0 --load-cpu 1
      all figures of docs/performance.md, each the median of three
  load --address 127.0.0.1:2048 --pid 4711
      a server that runs already; its limits have to allow the load (see docs/performance.md)

Exit codes: 0 every board was right and nothing failed, 1 something was not, 2 wrong usage.";

/// What the command line says.
#[derive(Debug, Parser)]
#[command(
    name = "load",
    version,
    about = "Plays matches against a server and says what they cost"
)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) load: LoadArgs,
}

/// What is done instead of one load.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Measure the figures of docs/performance.md, each several times
    Figures(FiguresArgs),
    /// Serve the echo of --baseline
    #[command(hide = true)]
    Echo,
    /// Serve the raw loop of --baseline
    #[command(hide = true)]
    FanOut,
}

/// The load and what is measured.
#[derive(Clone, Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct LoadArgs {
    /// Matches at once, each with two players
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = matches)]
    pub(super) matches: usize,

    /// Moves a second of each player; without it each moves as soon as its board has come
    #[arg(long, value_name = "MOVES", value_parser = rate, conflicts_with = "lockstep")]
    pub(super) pace: Option<Duration>,

    /// Make the next move of a match when every viewer has the board of the last one
    #[arg(long)]
    pub(super) lockstep: bool,

    /// Spectators of all matches together
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(super) spectators: usize,

    /// Visitors a second: each connects, watches a match, leaves it, makes a table, leaves it and goes
    #[arg(long, value_name = "COUNT", value_parser = rate)]
    pub(super) visitors: Option<Duration>,

    /// Rows of every board
    #[arg(long, value_name = "ROWS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(super) rows: u8,

    /// Columns of every board
    #[arg(long, value_name = "COLS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=8))]
    pub(super) cols: u8,

    /// Loopback address of a server that runs already; without it one is started
    #[arg(long, value_name = "ADDR:PORT", value_parser = loopback)]
    pub(super) address: Option<SocketAddr>,

    /// Process of the server at --address, for what it uses
    #[arg(long, value_name = "PID", requires = "address")]
    pub(super) pid: Option<u32>,

    /// Directory of the journal, kept afterwards; without it a temporary one
    #[arg(long, value_name = "DIR", conflicts_with = "address")]
    pub(super) data_dir: Option<PathBuf>,

    /// Keep the journal in memory
    #[arg(long, conflicts_with_all = ["address", "data_dir"])]
    pub(super) in_memory: bool,

    /// Measure a bare echo with as many connections too, and the disk's own sync; with --lockstep a raw
    /// loop that writes to as many sockets
    #[arg(long)]
    pub(super) baseline: bool,

    /// Measure the memory of so many idle connections, matches and spectators, on a server of its own
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "1000")]
    #[arg(conflicts_with = "address")]
    pub(super) memory: Option<usize>,

    /// Count the system calls of the server with `perf stat`, in seconds of their own
    #[arg(long)]
    pub(super) syscalls: bool,

    #[command(flatten)]
    pub(super) machine: MachineArgs,
}

/// The figures of `docs/performance.md`.
#[derive(Debug, clap::Args)]
pub(super) struct FiguresArgs {
    /// Which figures; without a name all of them
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<Group>,

    /// How often each is measured; the median counts
    #[arg(long, value_name = "TIMES", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=99))]
    pub(super) times: u8,

    #[command(flatten)]
    pub(super) machine: MachineArgs,
}

/// Figures that are measured together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Group {
    /// Moves a second by a bare echo's, with 100, 1000 and 5000 connections; system calls and bytes
    Speed,
    /// Latency with 2000 matches at 2 moves a second of each player
    Latency,
    /// Memory of 1000 idle connections, matches and spectators
    Memory,
    /// 1000 spectators of one match by a raw loop
    Spectators,
    /// CPU a move with 4000 matches by that with 10
    Scale,
}

/// The programs and where they run.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MachineArgs {
    /// Seconds that are measured
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(super) seconds: Duration,

    /// Seconds that are played before
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub(super) warm_up: Duration,

    /// Program of the server; without it cargo builds it
    #[arg(long, value_name = "FILE")]
    pub(super) server: Option<PathBuf>,

    /// CPU that runs the server and the baselines
    #[arg(long, value_name = "CPU")]
    pub(super) server_cpu: Option<usize>,

    /// CPU that runs the load
    #[arg(long, value_name = "CPU")]
    pub(super) load_cpu: Option<usize>,

    /// Print JSON instead of a table
    #[arg(long)]
    pub(super) json: bool,
}

impl LoadArgs {
    /// What the load does if nothing is said of it.
    pub(super) fn on(machine: &MachineArgs) -> Self {
        Self {
            machine: machine.clone(),
            ..Args::parse_from(["load"]).load
        }
    }
}

fn matches(text: &str) -> Result<usize, String> {
    let count = text
        .parse()
        .ok()
        .filter(|count| (1..=50_000).contains(count));
    count.ok_or_else(|| "it takes a number from 1 to 50000".into())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.0..=3600.0).contains(seconds));
    let seconds = seconds.ok_or("it takes seconds from 0 to 3600, such as 0.5")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// The time from one to the next.
fn rate(text: &str) -> Result<Duration, String> {
    let rate = text.parse::<f64>().ok();
    let rate = rate.filter(|rate| (0.01..=100_000.0).contains(rate));
    let rate = rate.ok_or("it takes a number a second from 0.01 to 100000, such as 2")?;
    Ok(Duration::from_secs_f64(1.0 / rate))
}

fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address = text
        .strip_prefix("ws://")
        .unwrap_or(text)
        .parse::<SocketAddr>();
    let address = address.ok().filter(|address| address.ip().is_loopback());
    address.ok_or_else(|| "it takes a loopback address, such as 127.0.0.1:2048".into())
}
