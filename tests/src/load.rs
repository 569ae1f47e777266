//! The load tool: it plays matches against a server, checks every board, and says what they cost.
//!
//! One thread drives all connections with epoll, so that the load costs less than the server and both
//! can have a core each. `docs/performance.md` says what is measured and how to read it.

mod affinity;
mod args;
mod baseline;
mod boards;
mod connection;
mod crowd;
mod disk;
mod figures;
mod latency;
mod memory;
mod poller;
mod program;
mod report;
mod session;
mod syscalls;
mod target;
mod usage;
mod websocket;

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use args::{Args, Command};
use report::Report;

/// Runs the load tool as its command line says.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "load: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    raise_open_files().context("can't raise the limit of open files")?;
    match &args.command {
        Some(Command::Figures(args)) => return figures::run(args).map(|()| ExitCode::SUCCESS),
        Some(Command::Echo) => return baseline::serve_echo().map(|()| ExitCode::SUCCESS),
        Some(Command::FanOut) => return baseline::serve_fan_out().map(|()| ExitCode::SUCCESS),
        None => {}
    }
    let report = session::run(&args.load)?;
    print(&report, args.load.machine.json)?;
    Ok(if report.is_right() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn print(report: &Report, as_json: bool) -> anyhow::Result<()> {
    let text = if as_json {
        serde_json::to_string_pretty(report)?
    } else {
        report.to_string()
    };
    writeln!(io::stdout(), "{}", text.trim_end()).context("can't print")
}

/// Each connection is an open file.
fn raise_open_files() -> io::Result<()> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    Ok(setrlimit(Resource::Nofile, raised)?)
}
