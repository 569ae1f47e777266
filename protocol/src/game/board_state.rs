//! A board in play: its tiles, its turn and its score.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::rejection::Rejection;
use crate::rules::{Board, Direction, Options, Scoring, Slide, Spawn, TileStream};

/// How many tiles a board begins with; every move brings one more.
const FIRST_TILES: u32 = 2;

/// Whether a board has won, is stuck or plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The target is on the board.
    Reached,
    /// No move is possible.
    Stuck,
    /// It plays on.
    Playing,
}

/// One board of a match with the number of moves made on it and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardState {
    /// The tiles.
    pub board: Board,
    /// The number of moves made on the board.
    pub turn: u32,
    /// The score, by the rule of the options.
    pub score: u64,
}

impl BoardState {
    /// A board with its two first tiles.
    #[must_use]
    pub fn dealt(options: &Options, tiles: TileStream) -> Self {
        let mut state = Self {
            board: Board::empty(options.rows, options.cols),
            turn: 0,
            score: 0,
        };
        for k in 0..FIRST_TILES {
            if let Some(spawn) = tiles.spawn(k, &state.board) {
                state.board.place(spawn);
            }
        }
        state.score = state.score_after(0, options);
        state
    }

    /// The result of a move of these tiles, without its new tile.
    ///
    /// # Errors
    /// `Stuck` where no move is possible, `Stale` where `turn` is not this board's, `NoChange`
    /// where this move changes nothing; checked in this order.
    pub fn check(&self, turn: u64, dir: Direction) -> Result<Slide, Rejection> {
        if self.board.is_stuck() {
            return Err(Rejection::Stuck);
        }
        if turn != u64::from(self.turn) {
            return Err(Rejection::Stale);
        }
        self.board.slide(dir).ok_or(Rejection::NoChange)
    }

    /// The tile that appears after a slide of this board; one that changed something always leaves
    /// room for it.
    #[must_use]
    pub fn spawn_after(&self, slide: &Slide, tiles: TileStream) -> Option<Spawn> {
        tiles.spawn(self.turn.saturating_add(FIRST_TILES), &slide.board)
    }

    /// Makes a move whose new tile is known; one that changes nothing is not a move.
    pub fn apply(&mut self, dir: Direction, spawn: Spawn, options: &Options) {
        let Some(slide) = self.board.slide(dir) else {
            return;
        };
        self.board = slide.board;
        self.board.place(spawn);
        self.turn = self.turn.saturating_add(1);
        self.score = self.score_after(slide.gained, options);
    }

    /// Whether the target is on the board, else whether it is stuck.
    #[must_use]
    pub fn status(&self, options: &Options) -> Status {
        if options
            .target
            .is_some_and(|target| self.board.best_tile() >= target)
        {
            Status::Reached
        } else if self.board.is_stuck() {
            Status::Stuck
        } else {
            Status::Playing
        }
    }

    fn score_after(&self, gained: u64, options: &Options) -> u64 {
        match options.scoring {
            Scoring::Merges => self.score.saturating_add(gained),
            Scoring::Sum => self.board.sum(),
        }
    }
}
