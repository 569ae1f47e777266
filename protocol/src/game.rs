//! The match: two boards, one result, a fold of events.
//!
//! A match knows no clock, no disk and no connection. `now_ms` is the reading of whatever clock its
//! shell keeps; only differences of readings count. The shell applies what [`Match::advance`] says
//! until it says nothing, then asks [`Match::decide`], and applies those events in their turn.

mod board_state;
mod bounds;
mod check;
mod event;
mod input;
mod outcome;
mod rejection;
mod seat;

pub use board_state::{BoardState, Status};
pub use bounds::Bounds;
pub use check::Impossible;
pub use event::Event;
pub use input::Input;
pub use outcome::{Outcome, Reason, by_score, outcome_by_boards};
pub use rejection::Rejection;
pub use seat::{BySeat, Seat};

use crate::rules::{Commitment, Direction, Nonce, Options, Secret, Seed, TileStream};

/// The shortest countdown after an interruption, in milliseconds: people have to look up again.
const RESUME_COUNTDOWN_MS: u64 = 3000;

/// One match, from the making of its secret to its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    options: Options,
    bounds: Bounds,
    secret: Secret,
    nonces: BySeat<Nonce>,
    /// Follows from the secret and the nonces; kept, since each tile needs it.
    seed: Seed,
    boards: Option<BySeat<BoardState>>,
    stage: Stage,
    /// Match time when it last began to run or stood still.
    elapsed_ms: u64,
    last_move_ms: u64,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It has a secret and no boards yet.
    Made,
    /// The boards are dealt and the countdown runs.
    Countdown {
        /// When it has run out, by the shell's clock.
        start_now_ms: u64,
    },
    /// Match time runs.
    Playing {
        /// When it began to run, by the shell's clock.
        start_now_ms: u64,
    },
    /// It was interrupted.
    Paused,
    /// It has ended.
    Over(Outcome),
}

impl Match {
    /// A match that waits for both seats to be ready.
    #[must_use]
    pub fn new(options: Options, secret: Secret, bounds: Bounds) -> Self {
        let nonces = BySeat::default();
        Self {
            options,
            bounds,
            seed: secret.seed(nonces.as_ref().0),
            secret,
            nonces,
            boards: None,
            stage: Stage::Made,
            elapsed_ms: 0,
            last_move_ms: 0,
        }
    }

    /// The same match before its first event.
    #[must_use]
    pub fn unplayed(&self) -> Self {
        Self::new(self.options, self.secret, self.bounds)
    }

    /// The options of both boards.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The limits of the match.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How far the match is.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// How it ended, once it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Both boards, once they are dealt.
    #[must_use]
    pub const fn boards(&self) -> Option<&BySeat<BoardState>> {
        self.boards.as_ref()
    }

    /// Both scores, 0 before the boards are dealt.
    #[must_use]
    pub fn scores(&self) -> BySeat<u64> {
        BySeat::new(|seat| self.boards.as_ref().map_or(0, |boards| boards[seat].score))
    }

    /// The secret; not to be told before the match is over.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// The commitment to the secret, to be told from the start.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// The nonces of both seats, empty before the match has begun.
    #[must_use]
    pub const fn nonces(&self) -> &BySeat<Nonce> {
        &self.nonces
    }

    /// The seed of the tiles; players must not see it before the match is over.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Match time at a reading of the shell's clock, in milliseconds.
    #[must_use]
    pub fn elapsed_ms(&self, now_ms: u64) -> u64 {
        match self.stage {
            Stage::Playing { start_now_ms } => self
                .elapsed_ms
                .saturating_add(now_ms.saturating_sub(start_now_ms))
                .min(self.limit_ms()),
            _ => self.elapsed_ms,
        }
    }

    /// The rest of the options' time limit, in milliseconds.
    #[must_use]
    pub fn remaining_ms(&self, now_ms: u64) -> Option<u64> {
        Some(
            self.options
                .time_limit_ms()?
                .saturating_sub(self.elapsed_ms(now_ms)),
        )
    }

    /// When, by the shell's clock, time alone next changes something.
    #[must_use]
    pub fn deadline_now_ms(&self) -> Option<u64> {
        match self.stage {
            Stage::Countdown { start_now_ms } => Some(start_now_ms),
            Stage::Playing { start_now_ms } => {
                Some(start_now_ms.saturating_add(self.limit_ms().saturating_sub(self.elapsed_ms)))
            }
            Stage::Made | Stage::Paused | Stage::Over(_) => None,
        }
    }

    /// What time alone has brought by now: the start, or the end of the time. Apply it and ask again.
    #[must_use]
    pub fn advance(&self, now_ms: u64) -> Option<Event> {
        if now_ms < self.deadline_now_ms()? {
            return None;
        }
        match self.stage {
            Stage::Countdown { start_now_ms } => Some(Event::Started { start_now_ms }),
            Stage::Playing { .. } => Some(Event::Ended {
                outcome: by_score(self.scores(), Reason::Time),
                at_ms: self.limit_ms(),
            }),
            Stage::Made | Stage::Paused | Stage::Over(_) => None,
        }
    }

    /// The events that an input causes; apply them in their order.
    ///
    /// # Errors
    /// Says why the input is refused; nothing has changed.
    pub fn decide(&self, now_ms: u64, input: Input) -> Result<Vec<Event>, Rejection> {
        match (input, self.stage) {
            (Input::Begin { nonces }, Stage::Made) => Ok(vec![Event::Begun {
                nonces,
                start_now_ms: now_ms.saturating_add(self.countdown_ms()),
            }]),
            (Input::Move { seat, turn, dir }, Stage::Playing { .. }) => self.decide_move(Move {
                seat,
                turn,
                dir,
                at_ms: self.taken_at_ms(now_ms),
            }),
            (Input::Pause, Stage::Countdown { .. } | Stage::Playing { .. }) => {
                Ok(vec![Event::Paused])
            }
            (Input::Resume, Stage::Paused) => Ok(vec![Event::Resumed {
                start_now_ms: now_ms.saturating_add(self.resume_countdown_ms()),
            }]),
            (input, Stage::Countdown { .. } | Stage::Playing { .. } | Stage::Paused) => {
                let outcome = self
                    .outcome_of_leaving(&input)
                    .ok_or(Rejection::NotPlaying)?;
                Ok(vec![Event::Ended {
                    outcome,
                    at_ms: self.taken_at_ms(now_ms),
                }])
            }
            (_, Stage::Made | Stage::Over(_)) => Err(Rejection::NotPlaying),
        }
    }

    /// Writes what happened.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Begun {
                nonces,
                start_now_ms,
            } => {
                self.nonces = nonces.clone();
                self.seed = self.secret.seed(nonces.as_ref().0);
                self.boards = Some(BySeat::new(|seat| {
                    BoardState::dealt(&self.options, self.tiles(seat))
                }));
                self.stage = Stage::Countdown {
                    start_now_ms: *start_now_ms,
                };
            }
            Event::Started { start_now_ms } => {
                self.stage = Stage::Playing {
                    start_now_ms: *start_now_ms,
                }
            }
            Event::Moved {
                seat,
                dir,
                spawn,
                at_ms,
                ..
            } => {
                if let Some(boards) = &mut self.boards {
                    boards[*seat].apply(*dir, *spawn, &self.options);
                }
                self.last_move_ms = *at_ms;
            }
            Event::Paused => {
                self.elapsed_ms = self.last_move_ms;
                self.stage = Stage::Paused;
            }
            Event::Resumed { start_now_ms } => {
                self.stage = Stage::Countdown {
                    start_now_ms: *start_now_ms,
                }
            }
            Event::Ended { outcome, at_ms } => {
                self.elapsed_ms = *at_ms;
                self.stage = Stage::Over(*outcome);
            }
        }
    }

    fn decide_move(
        &self,
        Move {
            seat,
            turn,
            dir,
            at_ms,
        }: Move,
    ) -> Result<Vec<Event>, Rejection> {
        let in_time = at_ms < self.limit_ms();
        let boards = self.boards.as_ref().filter(|_| in_time);
        let boards = boards.ok_or(Rejection::NotPlaying)?;
        let slide = boards[seat].check(turn, dir)?;
        let spawn = boards[seat]
            .spawn_after(&slide, self.tiles(seat))
            .expect("a slide that changed something leaves an empty cell");
        let mut events = vec![Event::Moved {
            seat,
            dir,
            gained: slide.gained,
            spawn,
            at_ms,
        }];
        let mut after = *boards;
        after[seat].apply(dir, spawn, &self.options);
        if let Some(outcome) = self.outcome_after_move(seat, &after) {
            events.push(Event::Ended { outcome, at_ms });
        }
        Ok(events)
    }

    /// The first rule of the end that applies to the boards after a move of this seat.
    fn outcome_after_move(&self, mover: Seat, boards: &BySeat<BoardState>) -> Option<Outcome> {
        outcome_by_boards(boards, &self.options).or_else(|| {
            (boards[mover].turn >= self.bounds.moves)
                .then(|| by_score(boards.map(|board| board.score), Reason::Time))
        })
    }

    /// How the match ends when a seat leaves it; nobody wins before either has moved.
    fn outcome_of_leaving(&self, input: &Input) -> Option<Outcome> {
        let (leaver, reason) = match *input {
            Input::Resign { seat } => (seat, Reason::Resigned),
            Input::Forfeit { seat } => (seat, Reason::Abandoned),
            Input::Abort => return Some(Outcome::ABORTED),
            Input::Begin { .. } | Input::Move { .. } | Input::Pause | Input::Resume => return None,
        };
        let moved = self
            .boards
            .as_ref()
            .is_some_and(|boards| !boards.both(|board| board.turn == 0));
        Some(if moved {
            Outcome {
                winner: Some(leaver.other()),
                reason,
            }
        } else {
            Outcome::ABORTED
        })
    }

    fn tiles(&self, seat: Seat) -> TileStream {
        self.options.tile_stream(self.seed(), seat.number())
    }

    /// The match time of what is decided now: it never falls, even if the shell's clock does.
    fn taken_at_ms(&self, now_ms: u64) -> u64 {
        self.elapsed_ms(now_ms).max(self.last_move_ms)
    }

    fn countdown_ms(&self) -> u64 {
        u64::from(self.options.countdown_s) * 1000
    }

    fn resume_countdown_ms(&self) -> u64 {
        self.countdown_ms().max(RESUME_COUNTDOWN_MS)
    }

    /// The match time at which it ends in any case.
    fn limit_ms(&self) -> u64 {
        self.options
            .time_limit_ms()
            .map_or(self.bounds.match_ms, |limit| {
                limit.min(self.bounds.match_ms)
            })
    }
}

/// A move and the match time at which it is taken.
struct Move {
    seat: Seat,
    turn: u64,
    dir: Direction,
    at_ms: u64,
}
