//! A match with the part of its shell played: time is pushed in, what comes out is applied and kept.

use versus2048_protocol::game::{
    BoardState, Bounds, BySeat, Event, Input, Match, Outcome, Reason, Rejection, Seat, Stage,
};
use versus2048_protocol::rules::{Direction, Options, Secret};

/// The secret of matches whose tiles don't matter.
pub(crate) const SECRET: Secret = Secret([42; 32]);

/// Small boards without a target: they fill up soon.
pub(crate) fn small() -> Options {
    Options {
        rows: 2,
        cols: 2,
        target: None,
        ..Options::default()
    }
}

/// One match, its clock and everything that happened to it.
pub(crate) struct Play {
    pub(crate) game: Match,
    pub(crate) now_ms: u64,
    pub(crate) events: Vec<Event>,
}

impl Play {
    /// A match that waits for both seats.
    pub(crate) fn made(options: Options, secret: Secret) -> Self {
        Self::bounded(options, secret, Bounds::default())
    }

    /// The same under other bounds.
    pub(crate) fn bounded(options: Options, secret: Secret, bounds: Bounds) -> Self {
        Self {
            game: Match::new(options, secret, bounds),
            now_ms: 1_000_000,
            events: Vec::new(),
        }
    }

    /// A match whose countdown has just run out.
    pub(crate) fn started(options: Options) -> Self {
        Self::made(options, SECRET).start()
    }

    /// Both are ready, and the countdown runs out.
    pub(crate) fn start(mut self) -> Self {
        self.happens(begin());
        self.wait(u64::from(self.game.options().countdown_s) * 1000);
        self
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, ms: u64) {
        self.now_ms += ms;
        self.advance();
    }

    /// Applies what time alone has brought.
    pub(crate) fn advance(&mut self) {
        while let Some(event) = self.game.advance(self.now_ms) {
            self.apply(event);
        }
    }

    /// Decides an input and applies what follows.
    pub(crate) fn give(&mut self, input: Input) -> Result<Vec<Event>, Rejection> {
        self.advance();
        let events = self.game.decide(self.now_ms, input)?;
        events.iter().cloned().for_each(|event| self.apply(event));
        Ok(events)
    }

    /// An input that has to be taken.
    #[track_caller]
    pub(crate) fn happens(&mut self, input: Input) -> Vec<Event> {
        self.give(input).expect("the input is taken")
    }

    /// A move with the right turn.
    pub(crate) fn make(&mut self, seat: Seat, dir: Direction) -> Result<Vec<Event>, Rejection> {
        let turn = self.game.boards().map_or(0, |boards| boards[seat].turn);
        self.give(Input::Move {
            seat,
            turn: turn.into(),
            dir,
        })
    }

    /// The first move that changes the seat's board.
    #[track_caller]
    pub(crate) fn make_any(&mut self, seat: Seat) -> Vec<Event> {
        Direction::ALL
            .into_iter()
            .find_map(|dir| self.make(seat, dir).ok())
            .expect("a move is possible")
    }

    /// Both boards.
    pub(crate) fn boards(&self) -> BySeat<BoardState> {
        *self.game.boards().expect("the boards are dealt")
    }

    /// Every end that was told.
    pub(crate) fn ends(&self) -> Vec<Outcome> {
        let ends = self.events.iter().filter_map(|event| match event {
            Event::Ended { outcome, .. } => Some(*outcome),
            _ => None,
        });
        ends.collect()
    }

    /// The match has ended once and in this way, and takes nothing more.
    #[track_caller]
    pub(crate) fn assert_over(&mut self, winner: Option<Seat>, reason: Reason) {
        let outcome = Outcome { winner, reason };
        assert_eq!(self.ends(), [outcome]);
        assert_eq!(self.game.stage(), Stage::Over(outcome));
        let before = self.game.clone();
        self.wait(1_000_000_000);
        for input in all_inputs() {
            assert_eq!(self.give(input), Err(Rejection::NotPlaying));
        }
        assert_eq!(self.game, before);
    }

    fn apply(&mut self, event: Event) {
        self.game.apply(&event);
        self.events.push(event);
    }
}

/// Both seats are ready, without nonces.
pub(crate) fn begin() -> Input {
    Input::Begin {
        nonces: BySeat::default(),
    }
}

/// One input of every kind, for every seat and direction.
pub(crate) fn all_inputs() -> Vec<Input> {
    let mut inputs = vec![begin(), Input::Abort, Input::Pause, Input::Resume];
    for seat in Seat::ALL {
        inputs.push(Input::Resign { seat });
        inputs.push(Input::Forfeit { seat });
        inputs.extend(Direction::ALL.map(|dir| Input::Move { seat, turn: 0, dir }));
    }
    inputs
}
