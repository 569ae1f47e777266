//! The file of a finished match, and the proof that everything in it follows from its secret.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::game::{
    Bounds, BySeat, Event, Input, Match, Outcome, Reason, Rejection, Seat, by_score,
};
use crate::rules::{Commitment, Direction, Nonce, Options, Secret, Seed};
use crate::wire::{Code, PlayerKind};

/// What `format` says.
pub const FORMAT: &str = "versus2048-replay";
/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replay {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The match.
    pub id: Uuid,
    /// The table where it was played.
    pub code: Code,
    /// When it started (RFC 3339, UTC).
    pub played_at: String,
    /// The complete options.
    pub options: Options,
    /// Who played.
    pub players: BySeat<ReplayPlayer>,
    /// What was published before anybody chose a nonce.
    pub commitment: Commitment,
    /// The secret behind the commitment.
    pub secret: Secret,
    /// The nonces of both seats.
    pub nonces: BySeat<Nonce>,
    /// What all tiles follow from.
    pub seed: Seed,
    /// Every move, in the order in which the match took them.
    pub moves: Vec<ReplayMove>,
    /// How it ended.
    pub result: ReplayResult,
}

/// Who played a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayPlayer {
    /// Tells players apart.
    pub id: String,
    /// The name of the seat.
    pub name: String,
    /// What played.
    pub kind: PlayerKind,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayMove {
    /// The match time at which it was taken, in milliseconds.
    pub at_ms: u64,
    /// Who moved.
    pub seat: Seat,
    /// Where the tiles slid to.
    pub dir: Direction,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayResult {
    /// Who won, null for nobody.
    pub winner: Option<Seat>,
    /// By which rule.
    pub reason: Reason,
    /// Both final scores.
    pub scores: BySeat<u64>,
    /// The match time of the end, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_ms: Option<u64>,
}

/// Why a replay is not valid; moves are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Another format or a version that is not known here.
    #[error("this is not a replay of format {FORMAT}, version {VERSION}")]
    Format,
    /// The secret is not the one that was committed to.
    #[error("the secret does not match the commitment")]
    Commitment,
    /// The seed does not follow from secret and nonces.
    #[error("the seed does not follow from the secret and the nonces")]
    Seed,
    /// Match time falls, or is not below the time limit.
    #[error("move {0} has a match time that is not possible")]
    Time(usize),
    /// A move that the rules refuse.
    #[error("move {0} is not possible: {1}")]
    Move(usize, Rejection),
    /// A move after the end.
    #[error("move {0} was made after the match had ended")]
    AfterEnd(usize),
    /// The scores are not those of the final boards.
    #[error("the scores are not those of the final boards")]
    Scores,
    /// The result does not follow from the moves.
    #[error("the result does not follow from the moves")]
    Result,
}

impl Replay {
    /// The match before its first move, with its time running from 0.
    #[must_use]
    pub fn start(&self) -> Match {
        let mut game = Match::new(self.options, self.secret, Bounds::default());
        game.apply(&Event::Begun {
            nonces: self.nonces.clone(),
            start_now_ms: 0,
        });
        game.apply(&Event::Started { start_now_ms: 0 });
        game
    }

    /// Checks everything and gives the match at its end.
    ///
    /// # Errors
    /// Says what does not hold first.
    pub fn verify(&self) -> Result<Match, ReplayError> {
        if self.format != FORMAT || self.version != VERSION {
            return Err(ReplayError::Format);
        }
        if self.secret.commitment() != self.commitment {
            return Err(ReplayError::Commitment);
        }
        if self.secret.seed(self.nonces.as_ref().0) != self.seed {
            return Err(ReplayError::Seed);
        }
        let mut game = self.start();
        let mut last_ms = 0;
        for (number, step) in self.moves.iter().enumerate() {
            if step.at_ms < last_ms {
                return Err(ReplayError::Time(number));
            }
            last_ms = step.at_ms;
            make_move(&mut game, number, *step)?;
        }
        self.check_result(&game)?;
        Ok(game)
    }

    fn check_result(&self, game: &Match) -> Result<(), ReplayError> {
        if self.result.scores != game.scores() {
            return Err(ReplayError::Scores);
        }
        let told = Outcome {
            winner: self.result.winner,
            reason: self.result.reason,
        };
        let follows = match game.outcome() {
            Some(outcome) => outcome == told,
            None => self.may_be_told(told, game),
        };
        if follows && self.may_end_then() {
            Ok(())
        } else {
            Err(ReplayError::Result)
        }
    }

    /// Whether an end that the boards don't tell is possible.
    fn may_be_told(&self, told: Outcome, game: &Match) -> bool {
        match told.reason {
            Reason::Target | Reason::Stuck | Reason::Outscored => false,
            Reason::Resigned | Reason::Abandoned => told.winner.is_some() && !self.moves.is_empty(),
            Reason::Aborted => told.winner.is_none(),
            Reason::Time => {
                told == by_score(game.scores(), Reason::Time) && self.may_be_out_of_time()
            }
        }
    }

    /// Whether the time of the end, where it is told, lies between the last move and the limit.
    fn may_end_then(&self) -> bool {
        let last_ms = self.moves.last().map_or(0, |step| step.at_ms);
        let limit_ms = self.options.time_limit_ms().unwrap_or(u64::MAX);
        self.result
            .ended_at_ms
            .is_none_or(|at_ms| (last_ms..=limit_ms).contains(&at_ms))
    }

    fn may_be_out_of_time(&self) -> bool {
        let past_bounds = self
            .result
            .ended_at_ms
            .is_some_and(|at_ms| at_ms >= Bounds::default().match_ms);
        self.options.time_limit_s.is_some() || past_bounds
    }
}

fn make_move(game: &mut Match, number: usize, step: ReplayMove) -> Result<(), ReplayError> {
    if game.outcome().is_some() {
        return Err(ReplayError::AfterEnd(number));
    }
    if game.advance(step.at_ms).is_some() {
        return Err(ReplayError::Time(number));
    }
    let turn = game.boards().map_or(0, |boards| boards[step.seat].turn);
    let input = Input::Move {
        seat: step.seat,
        turn: turn.into(),
        dir: step.dir,
    };
    let events = game
        .decide(step.at_ms, input)
        .map_err(|rejection| ReplayError::Move(number, rejection))?;
    for event in &events {
        game.apply(event);
    }
    Ok(())
}
