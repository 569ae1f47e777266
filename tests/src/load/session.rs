//! One run of the load: the server is started, played against and measured, then the baselines.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use versus2048_protocol::rules::Options;

use super::args::LoadArgs;
use super::crowd::{Crowd, Pace, Plan, Tally};
use super::memory::Memory;
use super::report::{Cost, Report};
use super::syscalls::Counting;
use super::target::Target;
use super::usage::Usage;
use super::{affinity, baseline};

/// How long `perf` may take to attach and detach.
const PERF_MARGIN: Duration = Duration::from_secs(2);

/// Does what the command line says.
pub(super) fn run(args: &LoadArgs) -> anyhow::Result<Report> {
    affinity::pin(args.machine.load_cpu)?;
    let mut report = play(args)?;
    if args.memory.is_some() {
        report.memory = memory(args)?;
    }
    if args.baseline {
        report.baseline = Some(baseline::measure(args, &report)?);
    }
    Ok(report)
}

fn play(args: &LoadArgs) -> anyhow::Result<Report> {
    let target = Target::new(args)?;
    let start_ms = start_ms(&target, plan(args))?;
    let mut crowd = Crowd::new(target.address, plan(args))?;
    crowd.add_tables(args.matches)?;
    crowd.add_spectators(args.spectators)?;
    crowd.play(args.machine.warm_up)?;
    let before = target.pid.map(Usage::of).transpose()?;
    let own_before = Usage::of(std::process::id())?;
    let tally = crowd.play(args.machine.seconds)?;
    let used = match (target.pid, before) {
        (Some(pid), Some(before)) => Some(Usage::of(pid)?.since(before)),
        _ => None,
    };
    let own = Usage::of(std::process::id())?.since(own_before);
    let mut report = Report::new(args, &tally, own);
    report.start_ms = start_ms;
    report.cost = used.map(|used| Cost::new(&tally, used));
    if args.syscalls {
        let pid = target
            .pid
            .context("--syscalls needs the --pid of the server")?;
        report.syscalls_a_move = Some(syscalls(&mut crowd, pid, args.machine.seconds)?);
    }
    crowd.leave_tables()?;
    Ok(report)
}

/// From the start of the process to the first `welcome`.
fn start_ms(target: &Target, plan: Plan) -> anyhow::Result<Option<f64>> {
    let Some(started) = target.started else {
        return Ok(None);
    };
    Crowd::new(target.address, plan)?.add_idle(1)?;
    Ok(Some(started.elapsed().as_secs_f64() * 1e3))
}

fn syscalls(
    crowd: &mut Crowd,
    pid: u32,
    time: Duration,
) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let counting = Counting::start(pid, time)?;
    let Tally { moves, time, .. } = crowd.play(time + PERF_MARGIN)?;
    let moves_a_second = super::report::per_second(moves, time);
    let mut calls = counting.finish()?;
    for count in calls.values_mut() {
        *count /= moves_a_second;
    }
    Ok(calls)
}

fn memory(args: &LoadArgs) -> anyhow::Result<Option<Memory>> {
    let target = Target::new(args)?;
    let Some((pid, count)) = target.pid.zip(args.memory) else {
        return Ok(None);
    };
    Memory::measure(target.address, pid, count, options(args)).map(Some)
}

fn plan(args: &LoadArgs) -> Plan {
    let pace = match (args.pace, args.lockstep) {
        (Some(time), _) => Pace::Every(time),
        (None, true) => Pace::Lockstep,
        (None, false) => Pace::Saturated,
    };
    Plan {
        options: options(args),
        pace,
        between_visits: args.visitors,
    }
}

/// Matches that go on until the boards are stuck, and begin at once.
fn options(args: &LoadArgs) -> Options {
    Options {
        rows: args.rows,
        cols: args.cols,
        target: None,
        countdown_s: 0,
        ..Options::default()
    }
}
