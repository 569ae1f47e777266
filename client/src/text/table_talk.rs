//! What is said on the screen of a table.

use versus2048_protocol::game::{BySeat, Outcome, Reason, Seat, Status};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClosedReason, Code, Emote, Phase};

use crate::address::Reach;
use crate::model::{Connection, Question};
use crate::session::{Fairness, Happening};

/// What is said in a language on the screen of a table.
pub trait TableTalk: Sync {
    /// What the options of a match are, in a line; those that are as usual are left out.
    fn options(&self, options: &Options) -> String;
    /// What wins: the target, or the score.
    fn goal(&self, target: Option<u64>) -> String;
    /// How much time is left.
    fn time_left(&self, clock: &str) -> String;
    /// Which match of a series is played.
    fn game(&self, number: u32) -> String;
    /// How many watch.
    fn watching(&self, count: u32) -> String;
    /// The largest tile of a board.
    fn best_tile(&self, best: u64) -> String;
    /// How many moves were made on a board.
    fn moves(&self, count: u32) -> String;
    /// How many of a match's moves were made.
    fn moves_of(&self, made: usize, all: usize) -> String;
    /// How many moves a board has made in a minute.
    fn rate(&self, moves_a_minute: u64) -> String;
    /// The best score so far.
    fn best_score(&self, best: &str) -> String;
    /// How far a table is, in a list.
    fn phase(&self, phase: Phase) -> &'static str;
    /// What a board says about itself.
    fn status(&self, status: Status) -> &'static str;
    /// A seat is away and loses when the time is over.
    fn away(&self, clock: Option<&str>) -> String;
    /// What happened; where a seat did it, the sentence goes on behind its name.
    fn happening(&self, what: &Happening, arrow: fn(Direction) -> &'static str) -> String;
    /// Who won.
    fn winner(&self, winner: Winner<'_>) -> String;
    /// Why the match ended as it did.
    fn reason(&self, reason: Ended<'_>) -> String;
    /// Whether the tiles were what they should be.
    fn fairness(&self, fairness: Fairness, names: &BySeat<String>) -> String;
    /// A yes-or-no question.
    fn question(&self, asked: Asked) -> String;
    /// How the connection is, where it is not up; the time is that to the next attempt.
    fn connection(&self, connection: Connection, clock: &str) -> String;
    /// From where an address can be reached.
    fn reach(&self, reach: Reach) -> &'static str;
    /// When a table closes.
    fn closes_in(&self, clock: &str) -> String;
    /// What somebody sees who watches a table whose other seat is free.
    fn watched_waits(&self, code: Code, name: &str) -> String;
    /// One's own offer of another match, while the other has not made it too.
    fn rematch_awaited(&self, name: &str) -> String;
    /// The table is gone, and with it a rematch.
    fn closed(&self, reason: ClosedReason) -> &'static str;
    /// The other has left after the match, and the table is gone.
    fn has_left(&self, name: &str) -> String;
    /// How long somebody has waited.
    fn waited(&self, clock: &str) -> String;
    /// What a seat can say.
    fn emote(&self, emote: Emote) -> &'static str;
}

/// The smallest tile whose first appearance is worth a word.
pub(crate) const NOTEWORTHY_TILE: u64 = 64;

/// A yes-or-no question, and what its words depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub question: Question,
    /// The target of the match on screen.
    pub target: Option<u64>,
    /// Whether either side has moved: a match without a move is called off, and nobody wins.
    pub has_moved: bool,
}

/// Who won, from the viewer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner<'a> {
    /// The viewer.
    You,
    /// Somebody else.
    Other(&'a str),
    /// Equal scores.
    Draw,
    /// Nobody, and it does not count.
    Nobody,
    /// One board alone is at its end.
    Solo,
}

/// Why a match ended as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended<'a> {
    /// Who won, and by which rule.
    pub outcome: Outcome,
    /// The names of the seats.
    pub names: &'a BySeat<String>,
    /// The tile that wins.
    pub target: Option<u64>,
    /// Whether there is one board only.
    pub is_solo: bool,
    /// The viewer's own seat.
    pub you: Option<Seat>,
}

/// Who lost, from the viewer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loser<'a> {
    /// The viewer.
    You,
    /// Somebody else.
    Other(&'a str),
}

impl Ended<'_> {
    /// The seat that lost.
    #[must_use]
    pub fn loser(&self) -> Loser<'_> {
        let loser = self.outcome.winner.map_or(Seat::Zero, Seat::other);
        if self.you == Some(loser) {
            Loser::You
        } else {
            Loser::Other(&self.names[loser])
        }
    }

    /// By which rule.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.outcome.reason
    }
}
