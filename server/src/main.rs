//! The program `versus2048-server`.

mod health;
mod log;
mod open_files;
mod output;
mod runtime;
mod signals;

use std::fmt::Display;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use futures_util::future::OptionFuture;
use rustix::stdio::{stderr, stdout};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use versus2048_server::{
    Clock, Config, Invocation, LogConfig, OpenError, Server, Task, UsageError, back_up, bind,
};

use log::Log;

/// The exit code of a program that could not do what it was to do.
const NOT_DONE: u8 = 1;
/// The exit code of a program that is told something wrong.
const WRONG_USAGE: u8 = 2;
/// The exit code of a program whose journal is damaged.
const DAMAGED: u8 = 3;

fn main() -> ExitCode {
    let invocation = match Invocation::read(std::env::args_os(), std::env::vars_os()) {
        Ok(invocation) => invocation,
        Err(UsageError::Arguments(error)) => error.exit(),
        Err(error) => return fail(&error, WRONG_USAGE),
    };
    let Invocation { task, config, log } = invocation;
    let done = match task {
        Task::Serve => serve(config, &log),
        Task::CheckHealth => health::check(config.listen),
        Task::BackUp { data_dir, to } => back_up(&data_dir, &to).map_err(Into::into),
        Task::Print(text) => print(&text),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<OpenError>() {
            Ok(error @ OpenError::Damaged { .. }) => fail(&error, DAMAGED),
            Ok(error) => fail(&error, NOT_DONE),
            Err(error) => fail(&format!("{error:#}"), NOT_DONE),
        },
    }
}

/// Says on stderr, in one line whatever names and others' words are in it, why the program ends.
fn fail(error: &dyn Display, code: u8) -> ExitCode {
    let error = error.to_string().replace(char::is_control, " ");
    // Where nobody reads it, the exit code alone says so.
    output::write(stderr(), format!("versus2048-server: {error}\n")).wait();
    ExitCode::from(code)
}

fn print(text: &str) -> anyhow::Result<()> {
    let printed = io::stdout().write_all(text.as_bytes());
    printed.context("can't print")
}

/// Logs for as long as it serves.
fn serve(config: Config, log: &LogConfig) -> anyhow::Result<()> {
    let log = Log::start(log).context("can't start the log")?;
    let runtime = runtime::build().context("can't start the runtime")?;
    runtime.block_on(run(config, &log))
}

async fn run(mut config: Config, log: &Log) -> anyhow::Result<()> {
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "starting");
    if config.journal.data_dir.is_none() {
        tracing::warn!("matches and replays end with this process; --data-dir keeps them");
    }
    config.limits.max_connections = open_files::raise_for(config.limits.max_connections);
    let shutdown = CancellationToken::new();
    signals::watch(shutdown.clone()).context("can't listen to signals")?;
    let clock = Clock::real().context("can't start the clock")?;
    let drops = log.drops();
    let server = Server::new(&config, clock)?.with_log_drops(move || drops.count());
    let listener =
        bind(config.listen).map_err(|error| listening_failed(config.listen, "--listen", &error))?;
    let admin = listen_for_admin(config.admin_listen)?;
    announce(&listener)?;
    let metrics = admin.map(|listener| server.serve_metrics(listener));
    tokio::select! {
        () = server.serve(listener, shutdown) => {}
        Some(()) = OptionFuture::from(metrics) => {}
    }
    Ok(())
}

fn listen_for_admin(address: Option<SocketAddr>) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = address else {
        return Ok(None);
    };
    let listener =
        bind(address).map_err(|error| listening_failed(address, "--admin-listen", &error))?;
    let address = listener.local_addr().context("can't tell the address")?;
    tracing::info!(%address, "metrics are told");
    Ok(Some(listener))
}

/// Says on stdout, in exactly one line, where clients find the server.
fn announce(listener: &TcpListener) -> anyhow::Result<()> {
    let address = listener.local_addr().context("can't tell the address")?;
    tracing::info!(%address, "listening");
    // The server serves whether or not the line is read.
    output::write(stdout(), format!("listening on ws://{address}\n"));
    Ok(())
}

/// One sentence that says what to do.
fn listening_failed(address: SocketAddr, option: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "another program listens on {address} already; end it or choose another port with {option}"
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow!("you may not listen on {address}; choose a port from 1024 on with {option}")
        }
        io::ErrorKind::AddrNotAvailable => {
            anyhow!("{address} is no address of this machine; choose another with {option}")
        }
        _ => anyhow!("can't listen on {address}: {error}"),
    }
}
