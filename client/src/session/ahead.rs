//! Moves of one board that were sent and are not answered yet, and the bounds of sending.
//!
//! The server answers the moves of a connection in their order, each by a board or a refusal. After
//! a refusal the moves sent behind it are doomed: their turns are wrong, so they will be refused
//! too, and nothing is predicted from them.

use std::collections::VecDeque;

use versus2048_protocol::rules::{Direction, Options, Scoring};
use versus2048_protocol::wire::{BoardView, RejectedReason};

/// The most moves without an answer.
const MAX_AHEAD: usize = 8;
/// The most moves in [`WINDOW_MS`]; below the 20 a second that a server takes.
const MAX_IN_WINDOW: usize = 15;
/// The time that [`MAX_IN_WINDOW`] counts for, in milliseconds.
const WINDOW_MS: u64 = 1000;
/// A server that owes an answer for this long, in milliseconds, gives none: nobody is kept from
/// playing by it.
const OVERDUE_MS: u64 = 10_000;

/// Moves of one board that were sent and are not answered yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ahead {
    /// In the order in which they were sent.
    under_way: VecDeque<Sent>,
    /// When the last moves were sent, the oldest first.
    sent_at_ms: VecDeque<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    turn: u64,
    dir: Direction,
    at_ms: u64,
    doomed: bool,
}

impl Ahead {
    /// Whether nothing that still counts is under way.
    pub(super) fn is_empty(&self) -> bool {
        self.live().next().is_none()
    }

    /// Whether an answer is still to come, or another move now would be one too many.
    pub(super) fn is_busy(&self, now_ms: u64) -> bool {
        let awaits = self.under_way.front().is_some_and(|sent| {
            let waited_ms = now_ms.saturating_sub(sent.at_ms);
            waited_ms < OVERDUE_MS
        });
        let is_recent = |&&sent_ms: &&u64| now_ms.saturating_sub(sent_ms) < WINDOW_MS;
        awaits || self.sent_at_ms.iter().filter(is_recent).count() >= MAX_IN_WINDOW
    }

    /// The turn of a move sent now, or `None` where it would be too many.
    pub(super) fn send(&mut self, known: &BoardView, dir: Direction, now_ms: u64) -> Option<u64> {
        while self
            .sent_at_ms
            .front()
            .is_some_and(|&sent_ms| now_ms.saturating_sub(sent_ms) >= WINDOW_MS)
        {
            self.sent_at_ms.pop_front();
        }
        let is_overdue = |sent: &Sent| now_ms.saturating_sub(sent.at_ms) >= OVERDUE_MS;
        if self.under_way.front().is_some_and(is_overdue) {
            self.forget();
        }
        if self.under_way.len() >= MAX_AHEAD || self.sent_at_ms.len() >= MAX_IN_WINDOW {
            return None;
        }
        let turn = self
            .live()
            .last()
            .map_or(u64::from(known.turn), |sent| sent.turn + 1);
        self.sent_at_ms.push_back(now_ms);
        self.under_way.push_back(Sent {
            turn,
            dir,
            at_ms: now_ms,
            doomed: false,
        });
        Some(turn)
    }

    /// The board has come to this turn: the moves up to it are answered.
    pub(super) fn arrived(&mut self, turn: u32) {
        let answered = self
            .under_way
            .iter()
            .rposition(|sent| !sent.doomed && sent.turn < u64::from(turn));
        if let Some(last) = answered {
            self.under_way.drain(..=last);
        }
    }

    /// A move was refused: what was sent behind it is doomed. Whether the move was known.
    pub(super) fn refused(&mut self, turn: u64, dir: Direction, reason: RejectedReason) -> bool {
        let is_it = |sent: &Sent| sent.turn == turn && sent.dir == dir;
        let Some(place) = self.under_way.iter().position(is_it) else {
            return false;
        };
        let jumps_the_queue = matches!(
            reason,
            RejectedReason::RateLimited | RejectedReason::Unavailable
        );
        let was_doomed = self.under_way[place].doomed;
        let first = if jumps_the_queue { place } else { 0 };
        self.under_way.drain(first..=place);
        if !was_doomed {
            self.under_way
                .iter_mut()
                .skip(first)
                .for_each(|sent| sent.doomed = true);
        }
        !was_doomed
    }

    /// No answer will come to anything that was sent.
    pub(super) fn forget(&mut self) {
        self.under_way.clear();
    }

    /// The board as it will be after the moves under way, without the tiles that they bring.
    pub(super) fn predict(&self, known: BoardView, options: &Options) -> BoardView {
        self.live().fold(known, |mut board, sent| {
            let Some(slide) = board.rows.slide(sent.dir) else {
                return board;
            };
            board.rows = slide.board;
            board.turn = board.turn.saturating_add(1);
            if options.scoring == Scoring::Merges {
                board.score = board.score.saturating_add(slide.gained);
            }
            board
        })
    }

    fn live(&self) -> impl Iterator<Item = &Sent> {
        self.under_way.iter().filter(|sent| !sent.doomed)
    }
}
