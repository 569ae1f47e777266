//! A program under load, started and ended by this one.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use rustix::process::{Pid, Signal, kill_process};

use super::affinity;

/// How long a program may take to end after it was asked to.
const END_TIMEOUT: Duration = Duration::from_secs(15);
/// What lifts every limit that would stand in the way of a load from one address.
const LIFTED: [(&str, &str); 9] = [
    ("--max-connections", "200000"),
    ("--max-connections-per-address", "1000000"),
    ("--max-tables", "1000000"),
    ("--requests-per-second", "1000000"),
    ("--misses-per-minute", "1000000"),
    ("--moves-per-second", "100000"),
    ("--messages-per-second", "100000"),
    ("--bytes-per-second", "1073741824"),
    ("--hello-timeout-s", "60"),
];

/// A program that listens, ended when this is dropped.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// When it was started.
    pub(super) started: Instant,
}

impl Program {
    /// Starts the match server with its limits lifted, on one CPU if one is given, with its journal in
    /// a directory or in memory.
    pub(super) fn server(
        path: &Path,
        data_dir: Option<&Path>,
        cpu: Option<usize>,
    ) -> anyhow::Result<Self> {
        let mut command = Command::new(path);
        // It warns of limits that are meant here.
        command.args(["--listen", "127.0.0.1:0", "--log", "error"]);
        for (option, value) in LIFTED {
            command.args([option, value]);
        }
        if let Some(directory) = data_dir {
            command.arg("--data-dir").arg(directory);
        }
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("VERSUS2048_") {
                command.env_remove(name);
            }
        }
        Self::start(command, cpu).with_context(|| format!("can't start {}", path.display()))
    }

    /// Starts this program again to be a baseline.
    pub(super) fn baseline(kind: &str, cpu: Option<usize>) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(kind);
        Self::start(command, cpu).with_context(|| format!("can't start the baseline {kind}"))
    }

    fn start(mut command: Command, cpu: Option<usize>) -> anyhow::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let started = Instant::now();
        let mut child = affinity::on_cpu(cpu, || command.spawn())??;
        let mut line = String::new();
        let stdout = child.stdout.take().context("it has an output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        let address = line.trim_end().strip_prefix("listening on ws://");
        let Some(address) = address.and_then(|address| address.parse().ok()) else {
            let status = child.wait()?;
            bail!("it ended ({status}) instead of listening");
        };
        Ok(Self {
            child,
            address,
            started,
        })
    }

    /// Its number.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // It may have ended by itself.
        let _ = pid.map(|pid| kill_process(pid, Signal::TERM));
        let began = Instant::now();
        while let Ok(None) = self.child.try_wait() {
            if began.elapsed() > END_TIMEOUT {
                let _ = self.child.kill();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The program of the server that was built as this one was, brought up to date.
pub(super) fn server_path() -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().context("a program is in a folder")?;
    let target = folder
        .parent()
        .context("a profile has its folder in target")?;
    let is_release = folder.file_name().is_some_and(|name| name == "release");
    let status = Command::new(env!("CARGO"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(["build", "--quiet", "--locked", "-p", "versus2048-server"])
        .args(["--bin", "versus2048-server"])
        .args(is_release.then_some("--release"))
        .arg("--target-dir")
        .arg(target)
        .status()
        .context("can't run cargo")?;
    if !status.success() {
        bail!("the server can't be built; name its program with --server");
    }
    Ok(folder.join("versus2048-server"))
}
