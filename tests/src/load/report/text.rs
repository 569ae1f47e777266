//! The report as a table of text.

use std::fmt;

use super::{Baseline, Cost, Latencies, Report};
use crate::load::latency::Percentiles;
use crate::load::memory::{Memory, Piece};

/// The width of the column of names.
const NAME_WIDTH: usize = 34;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = match (self.pace, self.lockstep) {
            (Some(pace), _) => format!("{pace} moves/s a player"),
            (None, true) => "lockstep".into(),
            (None, false) => "saturated".into(),
        };
        line(
            f,
            "load",
            &format!(
                "{} matches, {} spectators, {pace}",
                self.matches, self.spectators
            ),
        )?;
        line(
            f,
            "moves",
            &format!(
                "{} in {:.1} s, {:.0}/s",
                self.moves, self.seconds, self.moves_per_second
            ),
        )?;
        line(
            f,
            "boards, each checked",
            &format!(
                "{}, {:.0}/s; {} wrong",
                self.boards, self.boards_per_second, self.wrong_boards
            ),
        )?;
        line(
            f,
            "boards after a gap; moves refused",
            &format!("{}; {}", self.jumps, self.refused),
        )?;
        line(f, "matches that ended", &self.matches_over.to_string())?;
        line(f, "failures", &failures(self))?;
        write!(f, "{}", self.latency)?;
        if let Some(ratio) = self.mover_p99_by_p50 {
            line(f, "mover's p99 ÷ p50", &format!("{ratio:.2}"))?;
        }
        if let Some(cost) = self.cost {
            write!(f, "{cost}")?;
        }
        line(
            f,
            "load's part of a core",
            &format!("{:.2}", self.load_busy),
        )?;
        if let Some(start_ms) = self.start_ms {
            line(f, "server's start to welcome", &format!("{start_ms:.0} ms"))?;
        }
        for (call, count) in self.syscalls_a_move.iter().flatten() {
            line(f, &format!("{call} a move"), &format!("{count:.3}"))?;
        }
        if let Some(memory) = self.memory {
            write!(f, "{memory}")?;
        }
        if let Some(baseline) = self.baseline {
            write!(f, "{baseline}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(
            f,
            "move → board, ms",
            "     p50      p90      p99    p99.9      max",
        )?;
        for (name, times) in [
            ("  mover", self.mover),
            ("  opponent", self.opponent),
            ("  spectator", self.spectator),
            ("  visitor, to a table", self.visitor),
            ("  load itself late by", self.load_itself),
        ] {
            if let Some(times) = times {
                line(f, name, &percentiles(&times))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(
            f,
            "server's CPU a move",
            &format!("{:.1} µs", self.cpu_us_a_move),
        )?;
        line(f, "server's part of a core", &format!("{:.2}", self.busy))?;
        line(
            f,
            "bytes a move: to disk; written",
            &format!(
                "{:.0}; {:.0}",
                self.disk_bytes_a_move, self.written_bytes_a_move
            ),
        )
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = |piece: Piece| {
            format!(
                "{:.1} KB, {:.0} % given back",
                piece.kilobytes,
                100.0 * piece.given_back
            )
        };
        line(
            f,
            "memory of an idle connection",
            &piece(self.idle_connection),
        )?;
        line(
            f,
            "memory of a match, two sockets",
            &piece(self.played_match),
        )?;
        line(f, "memory of a spectator", &piece(self.spectator))
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count, unit, ratio) in [
            (
                "bare echo",
                self.echo_per_second,
                "moves",
                self.moves_by_echo,
            ),
            (
                "bare echo to two",
                self.pair_echo_per_second,
                "moves",
                self.moves_by_pair_echo,
            ),
            (
                "raw loop to all",
                self.raw_loop_per_second,
                "boards",
                self.boards_by_raw_loop,
            ),
        ] {
            if let Some((count, ratio)) = count.zip(ratio) {
                line(f, name, &format!("{count:.0}/s; {unit} ÷ it {ratio:.3}"))?;
            }
        }
        match self.disk_sync {
            Some(times) => line(f, "the disk's own sync, ms", &percentiles(&times)),
            None => Ok(()),
        }
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "{name:NAME_WIDTH$} {value}")
}

fn failures(report: &Report) -> String {
    match &report.first_failure {
        Some(failure) => format!("{}; the first: {failure}", report.failures),
        None => report.failures.to_string(),
    }
}

fn percentiles(times: &Percentiles) -> String {
    let Percentiles {
        p50_ms,
        p90_ms,
        p99_ms,
        p99_9_ms,
        max_ms,
        ..
    } = times;
    format!("{p50_ms:8.3} {p90_ms:8.3} {p99_ms:8.3} {p99_9_ms:8.3} {max_ms:8.3}")
}
