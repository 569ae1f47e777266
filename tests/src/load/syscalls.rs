//! The system calls of a process, as the kernel's tracepoints count them.
//!
//! `perf stat` counts in the kernel and hardly slows the process down, unlike `strace`, which stops it
//! at every call and so changes how many moves one commit takes.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// The calls that are counted.
const CALLS: [&str; 11] = [
    "recvfrom",
    "sendto",
    "read",
    "write",
    "writev",
    "pread64",
    "pwrite64",
    "fdatasync",
    "fsync",
    "epoll_wait",
    "futex",
];
/// What every tracepoint of a call begins with.
const PREFIX: &str = "syscalls:sys_enter_";

/// A count that is under way.
#[derive(Debug)]
pub(super) struct Counting {
    perf: Child,
    seconds: f64,
}

impl Counting {
    /// Counts the calls of a process for this time.
    pub(super) fn start(pid: u32, time: Duration) -> anyhow::Result<Self> {
        let events = CALLS.map(|call| format!("{PREFIX}{call}")).join(",");
        let seconds = time.as_secs_f64();
        let perf = Command::new("perf")
            .args(["stat", "-x", ",", "-e", &events, "-p", &pid.to_string()])
            .args(["--", "sleep", &seconds.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .context("can't run perf, which counts system calls")?;
        Ok(Self { perf, seconds })
    }

    /// The calls of each kind in a second.
    pub(super) fn finish(self) -> anyhow::Result<BTreeMap<&'static str, f64>> {
        let output = self.perf.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            bail!("perf can't count system calls here: {}", text.trim());
        }
        parse(&text, self.seconds)
    }
}

fn parse(text: &str, seconds: f64) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let count = |call: &'static str| {
        let event = format!("{PREFIX}{call}");
        let mut lines = text.lines().map(|line| line.split(','));
        let line = lines.find(|fields| fields.clone().nth(2) == Some(&event));
        let count = line.and_then(|mut fields| fields.next()?.parse::<f64>().ok());
        let count = count.with_context(|| format!("perf did not count {event}: {text}"))?;
        Ok((call, count / seconds))
    };
    CALLS.into_iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_by_their_names() {
        let lines = CALLS.map(|call| format!("10,,{PREFIX}{call},5000,100.00,,"));
        let calls = parse(&lines.join("\n"), 2.0).unwrap();
        assert!((calls["pwrite64"] - 5.0).abs() < f64::EPSILON);
        assert!(parse("<not supported>,,syscalls:sys_enter_futex,0,100.00,,", 2.0).is_err());
    }
}
