//! What a server told about a table, folded; and one's own moves that it has not answered yet.
//!
//! It knows no socket and no screen: messages and the time are pushed in.

mod clock;
mod fairness;
mod happening;

pub use fairness::{Fairness, Unfair};
pub use happening::{Happened, Happening};

use std::collections::VecDeque;

use clock::Clock;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Commitment, Options};
use versus2048_protocol::wire::{
    BoardView, Code, MatchOver, Moved, Phase, Player, Series, Snapshot,
};

/// A table as this client knows it.
#[derive(Clone, Debug)]
pub struct Session {
    /// The table's code.
    pub code: Code,
    /// The match's id.
    pub id: Uuid,
    /// How far the table is.
    pub phase: Phase,
    /// The complete options.
    pub options: Options,
    /// One's own seat; null for a spectator, and for two at one keyboard.
    pub you: Option<Seat>,
    /// Who has the seats.
    pub players: BySeat<Option<Player>>,
    /// What all tiles follow from is committed to by this.
    pub commitment: Commitment,
    /// The matches played at the table.
    pub series: Series,
    /// How many watch.
    pub watching: u32,
    /// How the match ended.
    pub result: Option<MatchOver>,
    /// Whether the tiles were what the server had committed to.
    pub fairness: Fairness,
    /// What just happened, the newest last.
    pub happenings: VecDeque<Happened>,
    /// The last move on each board, as far as it was seen.
    pub last_moves: BySeat<Option<SeenMove>>,
    boards: Option<BySeat<BoardView>>,
    clock: Clock,
}

/// A move that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// What it did.
    pub moved: Moved,
    /// When it was seen, by `model.now_ms`.
    pub seen_ms: u64,
}

impl Session {
    /// The table that a snapshot shows.
    #[must_use]
    pub fn new(snapshot: Snapshot, now_ms: u64) -> Self {
        Self {
            clock: Clock::new(&snapshot, now_ms),
            code: snapshot.code,
            id: snapshot.id,
            phase: snapshot.phase,
            options: snapshot.options,
            you: snapshot.you,
            players: snapshot.players,
            commitment: snapshot.commitment,
            series: snapshot.series,
            watching: snapshot.watching,
            result: snapshot.result,
            fairness: Fairness::NotYet,
            happenings: VecDeque::new(),
            last_moves: BySeat::default(),
            boards: snapshot.boards,
        }
    }

    /// The board to show for a seat: one's own as it will be after the moves that are under way.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Option<BoardView> {
        Some(self.boards?[seat])
    }

    /// Match time, in milliseconds.
    #[must_use]
    pub fn elapsed_ms(&self, now_ms: u64) -> u64 {
        self.clock.elapsed_ms(now_ms)
    }

    /// What is left of the time limit, in milliseconds.
    #[must_use]
    pub fn remaining_ms(&self, now_ms: u64) -> Option<u64> {
        Some(
            self.options
                .time_limit_ms()?
                .saturating_sub(self.elapsed_ms(now_ms)),
        )
    }

    /// What is left of the countdown, in milliseconds.
    #[must_use]
    pub fn starts_in_ms(&self, now_ms: u64) -> Option<u64> {
        Some(self.clock.starts_at_ms?.saturating_sub(now_ms))
    }

    /// What is left to a table that waits, in milliseconds.
    #[must_use]
    pub fn closes_in_ms(&self, now_ms: u64) -> Option<u64> {
        Some(self.clock.closes_at_ms?.saturating_sub(now_ms))
    }

    /// When an absent seat loses, in milliseconds from now.
    #[must_use]
    pub fn forfeit_in_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        Some(self.clock.forfeits[seat]?.saturating_sub(now_ms))
    }

    /// What happened last, if that is not long ago.
    #[must_use]
    pub fn last_happening(&self) -> Option<&Happened> {
        self.happenings.back()
    }
}
