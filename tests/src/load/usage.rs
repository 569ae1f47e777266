//! What the kernel says that a process has used.

use std::fs;
use std::time::Duration;

use anyhow::Context as _;

/// Ticks a second in which `/proc/PID/stat` counts, `USER_HZ`: 100 on every architecture of Linux that
/// Rust supports well.
const TICKS_PER_SECOND: u32 = 100;

/// What a process has used since it started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// CPU time, user and system, of all its threads (`/proc/PID/stat`).
    pub(super) cpu: Duration,
    /// Bytes given to `write` and its relatives; not those sent to sockets (`wchar`).
    pub(super) written_bytes: u64,
    /// Bytes of pages that it made dirty, which the kernel brings to the disk (`write_bytes`).
    pub(super) disk_bytes: u64,
}

impl Usage {
    /// What this process has used until now.
    pub(super) fn of(pid: u32) -> anyhow::Result<Self> {
        Ok(Self {
            cpu: cpu(&read(pid, "stat")?)?,
            written_bytes: field(&read(pid, "io")?, "wchar:")?,
            disk_bytes: field(&read(pid, "io")?, "write_bytes:")?,
        })
    }

    /// What was used since an earlier look.
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            cpu: self.cpu.saturating_sub(earlier.cpu),
            written_bytes: self.written_bytes.saturating_sub(earlier.written_bytes),
            disk_bytes: self.disk_bytes.saturating_sub(earlier.disk_bytes),
        }
    }
}

/// The memory of a process that is resident, in bytes; the kernel's buffers of its sockets are not in
/// it.
pub(super) fn resident_bytes(pid: u32) -> anyhow::Result<u64> {
    Ok(field(&read(pid, "status")?, "VmRSS:")? * 1024)
}

fn read(pid: u32, file: &str) -> anyhow::Result<String> {
    let path = format!("/proc/{pid}/{file}");
    fs::read_to_string(&path).with_context(|| format!("can't read {path}"))
}

fn cpu(stat: &str) -> anyhow::Result<Duration> {
    // The name of the program, in parentheses, may hold spaces.
    let (_, fields) = stat.rsplit_once(") ").context("stat has a name")?;
    // The first field after the name is number 3; utime and stime are 14 and 15.
    let ticks = fields.split(' ').skip(11).take(2);
    let ticks = ticks.map(str::parse::<u32>).sum::<Result<u32, _>>()?;
    Ok(Duration::from_secs(1) * ticks / TICKS_PER_SECOND)
}

fn field(text: &str, name: &str) -> anyhow::Result<u64> {
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name));
    let number = value.and_then(|value| value.split_whitespace().next());
    let number = number.with_context(|| format!("{name} is missing"))?;
    Ok(number.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_names() {
        let io =
            "rchar: 12\nwchar: 34\nread_bytes: 5\nwrite_bytes: 4096\ncancelled_write_bytes: 9\n";
        assert_eq!(field(io, "wchar:").unwrap(), 34);
        assert_eq!(field(io, "write_bytes:").unwrap(), 4096);
        assert!(field(io, "VmRSS:").is_err());
    }

    #[test]
    fn cpu_time_is_user_and_system_time() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 150 50 6 7 20 0 3 0 9";
        assert_eq!(cpu(stat).unwrap(), Duration::from_secs(2));
    }
}
