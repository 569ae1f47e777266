//! What the load says at its end, as a table and as JSON.

mod text;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::args::LoadArgs;
use super::baseline::Baseline;
use super::crowd::Tally;
use super::latency::Percentiles;
use super::memory::Memory;
use super::usage::Usage;

/// Everything that was measured.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    /// Matches at once.
    pub(super) matches: usize,
    /// Spectators of all matches.
    pub(super) spectators: usize,
    /// Moves a second that each player wanted to make; null where each moved as soon as it could.
    pub(super) pace: Option<f64>,
    /// Whether a move waited for all viewers to have seen the one before.
    pub(super) lockstep: bool,
    /// How long it was measured.
    pub(super) seconds: f64,
    /// Moves that were made.
    pub(super) moves: u64,
    /// The same in a second.
    pub(super) moves_per_second: f64,
    /// Boards that were told to anybody, each of which was checked.
    pub(super) boards: u64,
    /// The same in a second.
    pub(super) boards_per_second: f64,
    /// Boards that did not follow by the rules.
    pub(super) wrong_boards: u64,
    /// Boards before which others were left out for a slow reader.
    pub(super) jumps: u64,
    /// Moves that were refused.
    pub(super) refused: u64,
    /// Matches that ended, and were followed by the next at the same table.
    pub(super) matches_over: u64,
    /// Connections that ended and errors that were told.
    pub(super) failures: u64,
    /// The first of them.
    pub(super) first_failure: Option<String>,
    /// From the time at which a move was due to its board.
    pub(super) latency: Latencies,
    /// p99 ÷ p50 of the mover.
    pub(super) mover_p99_by_p50: Option<f64>,
    /// What the server used.
    pub(super) cost: Option<Cost>,
    /// System calls of the server a move.
    pub(super) syscalls_a_move: Option<BTreeMap<&'static str, f64>>,
    /// Milliseconds from the start of the server's process to the first `welcome`.
    pub(super) start_ms: Option<f64>,
    /// Which part of a core the load used. Near 1 it was the load that was measured.
    pub(super) load_busy: f64,
    /// What the server's memory grows by.
    pub(super) memory: Option<Memory>,
    /// What a bare server and the disk do.
    pub(super) baseline: Option<Baseline>,
}

/// Latencies by who received the board.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Latencies {
    pub(super) mover: Option<Percentiles>,
    pub(super) opponent: Option<Percentiles>,
    pub(super) spectator: Option<Percentiles>,
    /// From the time at which a visitor was due to the table that it watches.
    pub(super) visitor: Option<Percentiles>,
    /// How late the load sent moves that nothing held up; it is part of the others.
    pub(super) load_itself: Option<Percentiles>,
}

/// What the server used for a move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Cost {
    /// Microseconds of CPU, user and system.
    pub(super) cpu_us_a_move: f64,
    /// Which part of a core it used.
    pub(super) busy: f64,
    /// Bytes of dirty pages that go to the disk (`write_bytes` in `/proc/PID/io`).
    pub(super) disk_bytes_a_move: f64,
    /// Bytes given to `write` and `pwrite` (`wchar`).
    pub(super) written_bytes_a_move: f64,
}

impl Report {
    /// What was counted, without what is measured apart.
    pub(super) fn new(args: &LoadArgs, tally: &Tally, own: Usage) -> Self {
        let mover = tally.mover.percentiles();
        Self {
            matches: args.matches,
            spectators: args.spectators,
            pace: args.pace.map(|between| 1.0 / between.as_secs_f64()),
            lockstep: args.lockstep,
            seconds: tally.time.as_secs_f64(),
            moves: tally.moves,
            moves_per_second: per_second(tally.moves, tally.time),
            boards: tally.boards,
            boards_per_second: per_second(tally.boards, tally.time),
            wrong_boards: tally.wrong_boards,
            jumps: tally.jumps,
            refused: tally.refused,
            matches_over: tally.matches,
            failures: tally.failures,
            first_failure: tally.first_failure.clone(),
            latency: Latencies {
                mover,
                opponent: tally.opponent.percentiles(),
                spectator: tally.spectator.percentiles(),
                visitor: tally.visitor.percentiles(),
                load_itself: tally.lateness.percentiles(),
            },
            mover_p99_by_p50: mover.map(|times| times.p99_ms / times.p50_ms),
            cost: None,
            syscalls_a_move: None,
            start_ms: None,
            load_busy: own.cpu.as_secs_f64() / tally.time.as_secs_f64(),
            memory: None,
            baseline: None,
        }
    }

    /// Whether moves were made, every board was right and nothing failed.
    pub(super) fn is_right(&self) -> bool {
        self.moves > 0 && self.wrong_boards == 0 && self.failures == 0
    }
}

impl Cost {
    /// What was used for the moves of a while.
    pub(super) fn new(tally: &Tally, used: Usage) -> Self {
        let microseconds = u64::try_from(used.cpu.as_micros()).unwrap_or(u64::MAX);
        Self {
            cpu_us_a_move: ratio(microseconds, tally.moves),
            busy: used.cpu.as_secs_f64() / tally.time.as_secs_f64(),
            disk_bytes_a_move: ratio(used.disk_bytes, tally.moves),
            written_bytes_a_move: ratio(used.written_bytes, tally.moves),
        }
    }
}

/// One count by another; 0 where the other is 0.
#[expect(
    clippy::cast_precision_loss,
    reason = "a figure with 15 digits is exact enough"
)]
pub(super) fn ratio(count: u64, by: u64) -> f64 {
    if by == 0 {
        0.0
    } else {
        count as f64 / by as f64
    }
}

/// A count in a second.
pub(super) fn per_second(count: u64, time: Duration) -> f64 {
    ratio(count, 1) / time.as_secs_f64()
}
