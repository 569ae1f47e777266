//! What a server told about a table, folded; and one's own moves that it has not answered yet.
//!
//! It knows no socket and no screen: messages and the time are pushed in.

mod ahead;
mod clock;
mod fairness;
mod fold;
mod happening;
mod plausible;
#[cfg(test)]
mod tests;

pub use fairness::{Fairness, Unfair};
pub use fold::what_a_move_did;
pub use happening::{Happened, Happening};
pub use plausible::is_possible;

use std::collections::VecDeque;

use ahead::Ahead;
use clock::Clock;
use fairness::Witness;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Reason, Seat};
use versus2048_protocol::rules::{Direction, Nonce, Options};
use versus2048_protocol::wire::{
    BoardView, ClientMessage, Code, MatchOver, Phase, Player, RejectedReason, Series, Snapshot,
};

/// How many happenings are kept to be shown.
const MAX_HAPPENINGS: usize = 8;

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
    /// One's own seat; `None` for a spectator, and for two at one keyboard.
    pub you: Option<Seat>,
    /// Who has the seats.
    pub players: BySeat<Option<Player>>,
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
    /// How many things have happened, those that are not kept any more included.
    pub happened: u64,
    /// As the server told them.
    boards: Option<BySeat<BoardView>>,
    ahead: BySeat<Ahead>,
    witness: Witness,
    clock: Clock,
}

impl Session {
    /// The table that a snapshot shows.
    #[must_use]
    pub fn new(snapshot: Snapshot, now_ms: u64) -> Self {
        let mut session = Self {
            clock: Clock::new(&snapshot, now_ms),
            witness: Witness::new(snapshot.options, snapshot.commitment),
            code: snapshot.code,
            id: snapshot.id,
            phase: snapshot.phase,
            options: snapshot.options,
            you: snapshot.you,
            players: snapshot.players,
            series: snapshot.series,
            watching: snapshot.watching,
            result: snapshot.result,
            fairness: Fairness::NotYet,
            happenings: VecDeque::new(),
            happened: 0,
            boards: snapshot.boards,
            ahead: BySeat::default(),
        };
        session.look_at_boards();
        session
    }

    /// The board to show for a seat: one's own as it will be after the moves that are under way.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> Option<BoardView> {
        let known = self.told(seat)?;
        Some(self.ahead[seat].predict(known, &self.options))
    }

    /// The board of a seat as it was told last.
    #[must_use]
    pub fn told(&self, seat: Seat) -> Option<BoardView> {
        Some(self.boards.as_ref()?[seat])
    }

    /// Match time, in milliseconds: never past the limit, and exactly there when time ended the
    /// match, however late that was told.
    #[must_use]
    pub fn elapsed_ms(&self, now_ms: u64) -> u64 {
        let elapsed_ms = self.clock.elapsed_ms(now_ms);
        let ended_by_time = |over: &MatchOver| over.reason == Reason::Time;
        match self.options.time_limit_ms() {
            Some(limit_ms) if self.result.as_ref().is_some_and(ended_by_time) => limit_ms,
            Some(limit_ms) => elapsed_ms.min(limit_ms),
            None => elapsed_ms,
        }
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

    /// What happened last.
    #[must_use]
    pub fn last_happening(&self) -> Option<&Happened> {
        self.happenings.back()
    }

    /// Whether the match would be lost by leaving now.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        matches!(
            self.phase,
            Phase::Countdown | Phase::Playing | Phase::Paused
        )
    }

    /// Whether both are here and the match is to begin.
    const fn is_about_to_begin(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Countdown)
    }

    /// Whether either side has made a move.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        let boards = self.boards.iter().flat_map(|boards| &boards.0);
        boards.into_iter().any(|board| board.turn > 0)
    }

    /// What to say to slide a board; a slide that can't be is noted as a happening instead.
    pub fn slide(&mut self, seat: Seat, dir: Direction, now_ms: u64) -> Option<ClientMessage> {
        match self.check_slide(seat, dir) {
            Ok(known) => match self.ahead[seat].send(&known, dir, now_ms) {
                Some(turn) => return Some(ClientMessage::Move { turn, dir }),
                None => self.note(Happening::TooFast(seat), now_ms),
            },
            Err(RejectedReason::NotPlaying) if self.is_about_to_begin() => {
                self.note(Happening::NotYet(seat), now_ms);
            }
            Err(reason) => self.note(Happening::Refused { seat, dir, reason }, now_ms),
        }
        None
    }

    /// Whether a move made now would have to wait: for the answer to one before, or for the bound on
    /// sending.
    #[must_use]
    pub fn is_busy(&self, seat: Seat, now_ms: u64) -> bool {
        self.ahead[seat].is_busy(now_ms)
    }

    /// What to say to be ready for the match.
    pub fn ready(&mut self, seat: Seat, fresh: Nonce) -> ClientMessage {
        ClientMessage::Ready {
            nonce: Some(self.witness.nonce(seat, fresh)),
        }
    }

    /// The connection is gone, and with it every answer to what was sent.
    pub fn disconnected(&mut self) {
        self.ahead = BySeat::default();
    }

    /// The table is gone: the boards stay as they are, whether or not there is a result.
    pub fn close(&mut self, now_ms: u64) {
        if self.phase != Phase::Over {
            self.phase = Phase::Over;
            self.clock.stop(now_ms);
            self.ahead = BySeat::default();
        }
    }

    /// Takes note of something to be shown.
    pub fn note(&mut self, what: Happening, now_ms: u64) {
        if self.happenings.len() == MAX_HAPPENINGS {
            self.happenings.remove(self.least_missed());
        }
        self.happened += 1;
        self.happenings.push_back(Happened {
            what,
            at_ms: now_ms,
        });
    }

    /// The place of the oldest happening, but for what each seat said last: moves come so fast that
    /// nobody could read it.
    fn least_missed(&self) -> usize {
        let said_last = Seat::ALL.map(|seat| {
            let is_said = |what: &Happening| matches!(what, Happening::Said(by, _) if *by == seat);
            let mut happenings = self.happenings.iter();
            happenings.rposition(|happened| is_said(&happened.what))
        });
        let mut places = 0..self.happenings.len();
        places
            .find(|&place| !said_last.contains(&Some(place)))
            .unwrap_or(0)
    }

    /// The board that a slide would be made on; refuses what the server is sure to refuse. With
    /// moves under way nothing is sure but the phase.
    fn check_slide(&self, seat: Seat, dir: Direction) -> Result<BoardView, RejectedReason> {
        let known = match (self.phase, &self.boards) {
            (Phase::Playing, Some(boards)) => boards[seat],
            _ => return Err(RejectedReason::NotPlaying),
        };
        if !self.ahead[seat].is_empty() || known.rows.slide(dir).is_some() {
            Ok(known)
        } else if known.rows.is_stuck() {
            Err(RejectedReason::Stuck)
        } else {
            Err(RejectedReason::NoChange)
        }
    }
}
