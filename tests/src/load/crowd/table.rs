//! One table of the load, and when its moves were due.

use std::time::Instant;

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::wire::Code;

/// How many of the last moves of a seat are remembered. A viewer is never further behind: the server's
/// outbox holds 64 messages, and the kernel's buffers about 200.
const REMEMBERED: usize = 512;

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    /// The members in its seats.
    pub(super) players: BySeat<usize>,
    pub(super) code: Option<Code>,
    /// How many look at it: both players and the spectators.
    pub(super) viewers: usize,
    /// In lockstep: how many have not yet seen the board that all wait for.
    pub(super) unseen: usize,
    /// In lockstep: how many have not yet seen the next match begin.
    pub(super) unstarted: usize,
    due: BySeat<Vec<(u32, Instant)>>,
}

impl Table {
    /// A table for these members, without spectators.
    pub(super) fn new(players: BySeat<usize>) -> Self {
        Self {
            players,
            code: None,
            viewers: 2,
            unseen: 2,
            unstarted: 2,
            due: BySeat::default(),
        }
    }

    /// Expects one viewer more.
    pub(super) fn add_spectator(&mut self) {
        self.viewers += 1;
    }

    /// Remembers when the move was due that leads to this turn.
    pub(super) fn note_due(&mut self, seat: Seat, turn: u32, due: Instant) {
        let place = place(turn);
        let moves = &mut self.due[seat];
        if place < moves.len() {
            moves[place] = (turn, due);
        } else {
            moves.push((turn, due));
        }
    }

    /// When the move was due that led to this turn.
    pub(super) fn due(&self, seat: Seat, turn: u32) -> Option<Instant> {
        let &(remembered, due) = self.due[seat].get(place(turn))?;
        (remembered == turn).then_some(due)
    }
}

/// Turns count from 1, one after the other, so places are filled in their order.
fn place(turn: u32) -> usize {
    (turn.saturating_sub(1) as usize) % REMEMBERED
}
