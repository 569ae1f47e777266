//! What a server's memory grows by for a connection, a match and a spectator, and what it gives back.

use std::time::Duration;

use serde::Serialize;
use versus2048_protocol::rules::Options;

use super::crowd::{Crowd, Pace, Plan};
use super::report::ratio;
use super::usage::resident_bytes;

/// How long the server may take to give back what it gives back: sockets are let go after 2 s.
const SETTLING: Duration = Duration::from_secs(4);
/// How long each match is played before it is measured.
const PLAYED: Duration = Duration::from_secs(3);

/// Resident memory (`VmRSS`) a piece; the kernel's buffers of sockets are not in it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Memory {
    /// How many of each there were.
    pub(super) count: usize,
    /// A greeted connection that does nothing.
    pub(super) idle_connection: Piece,
    /// A match that is played, with its two connections.
    pub(super) played_match: Piece,
    /// A spectator of a match that is played.
    pub(super) spectator: Piece,
}

/// What one of a kind takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Piece {
    /// Kilobytes (of 1000 bytes) while it is there.
    pub(super) kilobytes: f64,
    /// Which part of that is given back when it has gone; 1 is all of it.
    pub(super) given_back: f64,
}

impl Memory {
    /// Measures a server that nobody else uses.
    pub(super) fn measure(
        server: std::net::SocketAddr,
        pid: u32,
        count: usize,
        options: Options,
    ) -> anyhow::Result<Self> {
        let plan = Plan {
            options,
            // A pace at which nothing queues up.
            pace: Pace::Every(Duration::from_secs(1)),
            between_visits: None,
        };
        // The first ones allocate what all share.
        let mut first = Crowd::new(server, plan)?;
        first.add_tables(10)?;
        first.play(PLAYED)?;
        first.leave_tables()?;
        drop(first);
        std::thread::sleep(SETTLING);

        let empty = resident_bytes(pid)?;
        let mut idle = Crowd::new(server, plan)?;
        idle.add_idle(count)?;
        let with_idle = resident_bytes(pid)?;
        drop(idle);
        let after_idle = settled(pid)?;

        let mut players = Crowd::new(server, plan)?;
        players.add_tables(count)?;
        players.play(PLAYED)?;
        let with_matches = resident_bytes(pid)?;
        players.add_spectators(count)?;
        players.play(PLAYED)?;
        let with_spectators = resident_bytes(pid)?;
        players.drop_last(count);
        players.play(SETTLING)?;
        let after_spectators = resident_bytes(pid)?;
        players.leave_tables()?;
        drop(players);
        let after_matches = settled(pid)?;
        Ok(Self {
            count,
            idle_connection: Piece::new([empty, with_idle, after_idle], count),
            played_match: Piece::new([after_idle, with_matches, after_matches], count),
            spectator: Piece::new([with_matches, with_spectators, after_spectators], count),
        })
    }
}

impl Piece {
    /// From the memory before, with and after so many of a kind.
    fn new([before, with, after]: [u64; 3], count: usize) -> Self {
        let grown = with.saturating_sub(before);
        let given_back = with.saturating_sub(after);
        Self {
            kilobytes: ratio(grown, 1000 * count as u64),
            given_back: ratio(given_back, grown),
        }
    }
}

/// The memory when the server has let go of connections that have ended.
fn settled(pid: u32) -> anyhow::Result<u64> {
    std::thread::sleep(SETTLING);
    resident_bytes(pid)
}
