//! The figures of `docs/performance.md`: loads of fixed sizes, each measured several times.

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use serde::Serialize;

use super::args::{FiguresArgs, Group, LoadArgs, MachineArgs};
use super::report::Report;
use super::session;

/// How many connections play at once where speed is measured.
const CONNECTIONS: [usize; 3] = [100, 1000, 5000];
/// The number at which system calls and bytes are counted.
const COUNTED_CONNECTIONS: usize = 1000;
/// Spectators of one match, and how many of each kind memory is measured with.
const MANY: usize = 1000;
/// Matches of few and of many, where CPU is measured.
const FEW_MATCHES: usize = 10;
const MANY_MATCHES: usize = 4000;
/// Matches that are played at a human pace.
const PACED_MATCHES: usize = 2000;
/// From one move of a player to the next, at that pace.
const PACE: Duration = Duration::from_millis(500);

/// One figure, as often as it was measured.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    name: String,
    median: f64,
    values: Vec<f64>,
}

/// What one measurement gives: figures by their names.
type Measured = Vec<(String, f64)>;

/// Measures what is named, and prints it.
pub(super) fn run(args: &FiguresArgs) -> anyhow::Result<()> {
    let mut figures: Vec<Figure> = Vec::new();
    let groups = match args.names.as_slice() {
        [] => Group::value_variants(),
        names => names,
    };
    for group in groups {
        for time in 1..=args.times {
            writeln!(io::stderr(), "{group:?}, {time} of {}", args.times)?;
            for (name, value) in measure(*group, &args.machine)? {
                add(&mut figures, name, value);
            }
        }
    }
    let text = if args.machine.json {
        serde_json::to_string_pretty(&figures)?
    } else {
        let lines = figures.iter().map(Figure::line);
        lines.collect::<Vec<_>>().join("\n")
    };
    writeln!(io::stdout(), "{text}").context("can't print")
}

fn add(figures: &mut Vec<Figure>, name: String, value: f64) {
    let known = figures.iter_mut().find(|figure| figure.name == name);
    if let Some(figure) = known {
        figure.values.push(value);
        figure.median = median(&figure.values);
        return;
    }
    figures.push(Figure {
        name,
        median: value,
        values: vec![value],
    });
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Figure {
    /// A row of a table in Markdown.
    fn line(&self) -> String {
        let values = self.values.iter().map(|value| short(*value));
        let values = values.collect::<Vec<_>>().join(", ");
        format!("| {} | {} | {values} |", self.name, short(self.median))
    }
}

/// About three digits.
fn short(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

fn measure(group: Group, machine: &MachineArgs) -> anyhow::Result<Measured> {
    match group {
        Group::Speed => {
            let measured = CONNECTIONS.map(|connections| speed(connections, machine));
            let measured: Vec<Measured> = measured.into_iter().collect::<Result<_, _>>()?;
            Ok(measured.concat())
        }
        Group::Latency => latency(machine),
        Group::Memory => memory(machine),
        Group::Spectators => spectators(machine),
        Group::Scale => scale(machine),
    }
}

/// Runs one load, which has to be right.
fn run_load(args: &LoadArgs) -> anyhow::Result<Report> {
    let report = session::run(args)?;
    if !report.is_right() {
        bail!("a load was not right:\n{report}");
    }
    Ok(report)
}

fn speed(connections: usize, machine: &MachineArgs) -> anyhow::Result<Measured> {
    let is_counted = connections == COUNTED_CONNECTIONS;
    let report = run_load(&LoadArgs {
        matches: connections / 2,
        baseline: true,
        syscalls: is_counted,
        ..LoadArgs::on(machine)
    })?;
    let baseline = report.baseline.context("the baseline was measured")?;
    let mut measured = vec![
        ("moves/s", Some(report.moves_per_second)),
        ("moves/s ÷ echo", baseline.moves_by_echo),
        ("moves/s ÷ echo to two", baseline.moves_by_pair_echo),
        ("p99 ÷ p50", report.mover_p99_by_p50),
        ("CPU µs a move", report.cost.map(|cost| cost.cpu_us_a_move)),
        ("load's part of a core", Some(report.load_busy)),
    ];
    if is_counted {
        let calls = report.syscalls_a_move.as_ref();
        let count = |name| calls.and_then(|calls| calls.get(name)).copied();
        measured.extend([
            ("receives a move", count("recvfrom")),
            (
                "sends a move",
                count("sendto")
                    .zip(count("writev"))
                    .map(|(send, writev)| send + writev),
            ),
            ("pwrites a move", count("pwrite64")),
            (
                "syncs a move",
                count("fdatasync")
                    .zip(count("fsync"))
                    .map(|(data, all)| data + all),
            ),
            (
                "bytes to disk a move",
                report.cost.map(|cost| cost.disk_bytes_a_move),
            ),
            (
                "bytes written a move",
                report.cost.map(|cost| cost.written_bytes_a_move),
            ),
            ("start to welcome, ms", report.start_ms),
        ]);
    }
    Ok(named(&format!("{connections} connections"), measured))
}

fn latency(machine: &MachineArgs) -> anyhow::Result<Measured> {
    let report = run_load(&LoadArgs {
        matches: PACED_MATCHES,
        pace: Some(PACE),
        baseline: true,
        ..LoadArgs::on(machine)
    })?;
    let sync = report.baseline.and_then(|baseline| baseline.disk_sync);
    let sync = sync.context("the disk was measured")?;
    let mover = report.latency.mover.context("moves were made")?;
    let late = report.latency.load_itself;
    Ok(named(
        "2000 matches at 2 moves/s",
        vec![
            ("moves/s", Some(report.moves_per_second)),
            ("p50, ms", Some(mover.p50_ms)),
            ("p99, ms", Some(mover.p99_ms)),
            ("disk's sync p50, ms", Some(sync.p50_ms)),
            ("disk's sync p99, ms", Some(sync.p99_ms)),
            (
                "p99 beyond the disk's, ms",
                Some(mover.p99_ms - sync.p99_ms),
            ),
            ("load late by p99, ms", late.map(|late| late.p99_ms)),
        ],
    ))
}

fn memory(machine: &MachineArgs) -> anyhow::Result<Measured> {
    let report = run_load(&LoadArgs {
        matches: 1,
        memory: Some(MANY),
        ..LoadArgs::on(machine)
    })?;
    let memory = report.memory.context("memory was measured")?;
    let pieces = [
        ("idle connection", memory.idle_connection),
        ("match with two sockets", memory.played_match),
        ("spectator", memory.spectator),
    ];
    let named = pieces.map(|(name, piece)| {
        named(
            name,
            vec![
                ("KB", Some(piece.kilobytes)),
                ("part given back", Some(piece.given_back)),
            ],
        )
    });
    Ok(named.concat())
}

fn spectators(machine: &MachineArgs) -> anyhow::Result<Measured> {
    let report = run_load(&LoadArgs {
        matches: 1,
        spectators: MANY,
        lockstep: true,
        baseline: true,
        ..LoadArgs::on(machine)
    })?;
    let baseline = report.baseline.context("the baseline was measured")?;
    Ok(named(
        "1000 spectators of one match",
        vec![
            ("boards/s", Some(report.boards_per_second)),
            ("boards/s ÷ raw loop", baseline.boards_by_raw_loop),
            ("load's part of a core", Some(report.load_busy)),
        ],
    ))
}

fn scale(machine: &MachineArgs) -> anyhow::Result<Measured> {
    let cpu = |matches| {
        let report = run_load(&LoadArgs {
            matches,
            ..LoadArgs::on(machine)
        })?;
        let cost = report.cost.context("the server's CPU was measured")?;
        anyhow::Ok(cost.cpu_us_a_move)
    };
    let (few, many) = (cpu(FEW_MATCHES)?, cpu(MANY_MATCHES)?);
    Ok(named(
        "CPU µs a move",
        vec![
            ("with 10 matches", Some(few)),
            ("with 4000 matches", Some(many)),
            ("4000 ÷ 10 matches", Some(many / few)),
        ],
    ))
}

/// The values that were measured, each with what it is of.
fn named(of: &str, values: Vec<(&str, Option<f64>)>) -> Measured {
    let values = values.into_iter();
    values
        .filter_map(|(name, value)| Some((format!("{of}: {name}"), value?)))
        .collect()
}
