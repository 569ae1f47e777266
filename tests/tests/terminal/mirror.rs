//! What the match at one keyboard has to be.

use versus2048_protocol::game::{Bounds, BySeat, Input, Match, Seat};
use versus2048_protocol::rules::{Board, Direction, Nonce, Options, Secret};
use versus2048_tests::{Key, TestTerminal};

use crate::SIZE;

/// The secret that all tiles follow from, as the client takes it.
const SECRET: &str = "0707070707070707070707070707070707070707070707070707070707070707";

/// The same match as that on the screen, which is told the moves that have to count.
pub(crate) struct Mirror(Match);

/// Two at one keyboard, with boards that can be read, and the match that it has to be.
#[track_caller]
pub(crate) fn local() -> (TestTerminal, Mirror) {
    let args = ["local", "--countdown", "0", "--ascii", "--secret", SECRET];
    let terminal = TestTerminal::start(&args, SIZE);
    let mirror = Mirror::new();
    terminal.wait_for_boards(&mirror.boards());
    (terminal, mirror)
}

impl Mirror {
    fn new() -> Self {
        let options = Options {
            countdown_s: 0,
            ..Options::default()
        };
        let nonces = BySeat::<Nonce>::default();
        let mut mirror = Self(Match::new(options, Secret([7; 32]), Bounds::default()));
        mirror.take(Input::Begin { nonces });
        let started = mirror.0.advance(0).expect("there is no countdown");
        mirror.0.apply(&started);
        mirror
    }

    /// The boards from left to right: that of the letters, which lie to the left, first.
    pub(crate) fn boards(&self) -> [Board; 2] {
        let boards = self.0.boards().expect("it has begun");
        [Seat::One, Seat::Zero].map(|seat| boards[seat].board)
    }

    /// A move of the seat with the arrows, as the key for it.
    pub(crate) fn arrow(&mut self) -> Key {
        match self.slide(Seat::Zero) {
            Direction::Up => Key::Up,
            Direction::Down => Key::Down,
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        }
    }

    /// A move of the seat with the letters, as the key for it.
    pub(crate) fn letter(&mut self) -> char {
        match self.slide(Seat::One) {
            Direction::Up => 'w',
            Direction::Down => 's',
            Direction::Left => 'a',
            Direction::Right => 'd',
        }
    }

    /// Makes a move that changes the board, in another direction than the last one where it can be.
    fn slide(&mut self, seat: Seat) -> Direction {
        let state = self.0.boards().expect("it has begun")[seat];
        let turn = state.turn;
        let preferred = Direction::ALL.into_iter().cycle().skip(turn as usize % 4);
        let dir = preferred
            .take(4)
            .find(|&dir| state.board.slide(dir).is_some());
        let dir = dir.expect("a move is possible");
        let turn = turn.into();
        self.take(Input::Move { seat, turn, dir });
        dir
    }

    fn take(&mut self, input: Input) {
        for event in self.0.decide(0, input).expect("it is possible") {
            self.0.apply(&event);
        }
    }
}
