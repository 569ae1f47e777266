//! The match once more, slow and obvious, on the model of its boards.

use sha2::{Digest, Sha256};
use versus2048_protocol::game::{
    BoardState, Bounds, BySeat, Input, Match, Outcome, Reason, Rejection, Seat, Stage,
};
use versus2048_protocol::rules::{Direction, Nonce, Options, Scoring, Secret, TileSource};

use crate::model::{self, Rows};

/// What a match should be.
pub(crate) struct Model {
    options: Options,
    bounds: Bounds,
    secret: Secret,
    nonces: [Vec<u8>; 2],
    boards: Option<[Board; 2]>,
    stage: Stage,
    banked_ms: u64,
    last_move_ms: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    rows: Rows,
    turn: u32,
    score: u64,
}

impl Model {
    pub(crate) fn new(options: Options, secret: Secret, bounds: Bounds) -> Self {
        Self {
            options,
            bounds,
            secret,
            nonces: [Vec::new(), Vec::new()],
            boards: None,
            stage: Stage::Made,
            banked_ms: 0,
            last_move_ms: 0,
        }
    }

    pub(crate) fn limit_ms(&self) -> u64 {
        let limit_ms = self
            .options
            .time_limit_s
            .map_or(u64::MAX, |seconds| seconds * 1000);
        limit_ms.min(self.bounds.match_ms)
    }

    fn elapsed_ms(&self, now_ms: u64) -> u64 {
        match self.stage {
            Stage::Playing { start_now_ms } if now_ms > start_now_ms => {
                (self.banked_ms + now_ms - start_now_ms).min(self.limit_ms())
            }
            _ => self.banked_ms,
        }
    }

    pub(crate) fn pass(&mut self, now_ms: u64) {
        if let Stage::Countdown { start_now_ms } = self.stage
            && now_ms >= start_now_ms
        {
            self.stage = Stage::Playing { start_now_ms };
        }
        let is_playing = matches!(self.stage, Stage::Playing { .. });
        if is_playing && self.elapsed_ms(now_ms) >= self.limit_ms() {
            self.end(self.limit_ms(), self.by_score(), Reason::Time);
        }
    }

    pub(crate) fn give(&mut self, now_ms: u64, input: &Input) -> Result<(), Rejection> {
        let countdown_ms = u64::from(self.options.countdown_s) * 1000;
        let at_ms = self.elapsed_ms(now_ms).max(self.last_move_ms);
        match (self.stage, input) {
            (Stage::Made, Input::Begin { nonces }) => self.begin(now_ms + countdown_ms, nonces),
            (Stage::Made | Stage::Over(_), _) | (_, Input::Begin { .. }) => {
                return Err(Rejection::NotPlaying);
            }
            (Stage::Playing { .. }, Input::Move { seat, turn, dir }) => {
                return self.make(at_ms, (*seat, *turn, *dir));
            }
            (_, Input::Move { .. }) => return Err(Rejection::NotPlaying),
            (Stage::Paused, Input::Resume) => {
                let start_now_ms = now_ms + countdown_ms.max(3000);
                self.stage = Stage::Countdown { start_now_ms };
            }
            (_, Input::Resume) | (Stage::Paused, Input::Pause) => {
                return Err(Rejection::NotPlaying);
            }
            (_, Input::Pause) => {
                self.banked_ms = self.last_move_ms;
                self.stage = Stage::Paused;
            }
            (_, Input::Resign { seat }) => self.leave(at_ms, *seat, Reason::Resigned),
            (_, Input::Forfeit { seat }) => self.leave(at_ms, *seat, Reason::Abandoned),
            (_, Input::Abort) => self.end(at_ms, None, Reason::Aborted),
        }
        Ok(())
    }

    fn begin(&mut self, start_now_ms: u64, nonces: &BySeat<Nonce>) {
        self.nonces = [Seat::Zero, Seat::One].map(|seat| bytes(&nonces[seat].to_string()));
        let empty = Board {
            rows: vec![vec![0; self.options.cols.into()]; self.options.rows.into()],
            turn: 0,
            score: 0,
        };
        let deal = |seat| {
            let mut board = empty.clone();
            self.put_tile(seat, 0, &mut board.rows);
            self.put_tile(seat, 1, &mut board.rows);
            board.score = self.score(0, &board.rows);
            board
        };
        self.boards = Some([deal(Seat::Zero), deal(Seat::One)]);
        self.stage = Stage::Countdown { start_now_ms };
    }

    fn make(
        &mut self,
        at_ms: u64,
        (seat, turn, dir): (Seat, u64, Direction),
    ) -> Result<(), Rejection> {
        let mut boards = self.boards.clone().expect("playing needs boards");
        let board = &mut boards[usize::from(seat.number())];
        let (mut rows, gained) = model::slide(&board.rows, dir);
        if model::is_stuck(&board.rows) {
            return Err(Rejection::Stuck);
        } else if turn != u64::from(board.turn) {
            return Err(Rejection::Stale);
        } else if rows == board.rows {
            return Err(Rejection::NoChange);
        }
        self.put_tile(seat, board.turn + 2, &mut rows);
        board.turn += 1;
        board.score = self.score(board.score + gained, &rows);
        board.rows = rows;
        let is_last = board.turn == self.bounds.moves;
        self.boards = Some(boards);
        self.last_move_ms = at_ms;
        match self.end_by_boards() {
            Some((winner, reason)) => self.end(at_ms, winner, reason),
            None if is_last => self.end(at_ms, self.by_score(), Reason::Time),
            None => {}
        }
        Ok(())
    }

    fn put_tile(&self, seat: Seat, k: u32, rows: &mut Rows) {
        let seed = Sha256::digest([&self.secret.0[..], &self.nonces.concat()].concat());
        let stream = match self.options.tiles {
            TileSource::Mirrored => 0,
            TileSource::Independent => seat.number(),
        };
        let (row, col, value) = model::spawn(&seed, stream, k, (self.options.four_permille, rows));
        rows[usize::from(row)][usize::from(col)] = value;
    }

    fn score(&self, merged: u64, rows: &Rows) -> u64 {
        match self.options.scoring {
            Scoring::Merges => merged,
            Scoring::Sum => rows.iter().flatten().sum(),
        }
    }

    fn end_by_boards(&self) -> Option<(Option<Seat>, Reason)> {
        let boards = self.boards.as_ref()?;
        let reached = |board: &Board| {
            board
                .rows
                .iter()
                .flatten()
                .any(|&tile| self.options.target.is_some_and(|target| tile >= target))
        };
        let stuck = boards.each_ref().map(|board| model::is_stuck(&board.rows));
        match (boards.each_ref().map(reached), stuck, self.by_score()) {
            ([true, _], _, _) => Some((Some(Seat::Zero), Reason::Target)),
            ([_, true], _, _) => Some((Some(Seat::One), Reason::Target)),
            (_, [true, true], winner) => Some((winner, Reason::Stuck)),
            (_, [true, false], Some(Seat::One)) => Some((Some(Seat::One), Reason::Outscored)),
            (_, [false, true], Some(Seat::Zero)) => Some((Some(Seat::Zero), Reason::Outscored)),
            _ => None,
        }
    }

    fn by_score(&self) -> Option<Seat> {
        let [zero, one] = self.boards.as_ref()?.each_ref().map(|board| board.score);
        match zero {
            _ if zero > one => Some(Seat::Zero),
            _ if zero < one => Some(Seat::One),
            _ => None,
        }
    }

    fn leave(&mut self, at_ms: u64, seat: Seat, reason: Reason) {
        let turns = self.boards.iter().flatten().map(|board| board.turn);
        if turns.sum::<u32>() == 0 {
            self.end(at_ms, None, Reason::Aborted);
        } else {
            self.end(at_ms, Some(seat.other()), reason);
        }
    }

    fn end(&mut self, at_ms: u64, winner: Option<Seat>, reason: Reason) {
        self.banked_ms = at_ms;
        self.stage = Stage::Over(Outcome { winner, reason });
    }

    #[track_caller]
    pub(crate) fn assert_same(&self, game: &Match, now_ms: u64) {
        assert_eq!(game.stage(), self.stage);
        assert_eq!(game.elapsed_ms(now_ms), self.elapsed_ms(now_ms));
        let limit_ms = self.options.time_limit_s.map(|seconds| seconds * 1000);
        let remaining_ms = limit_ms.map(|limit_ms| limit_ms - self.elapsed_ms(now_ms));
        assert_eq!(game.remaining_ms(now_ms), remaining_ms);
        let shown = |state: &BoardState| Board {
            rows: state.board.to_rows(),
            turn: state.turn,
            score: state.score,
        };
        let boards = game.boards().map(|boards| boards.as_ref().map(shown).0);
        assert_eq!(boards, self.boards);
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |start| u8::from_str_radix(&hex[start..start + 2], 16).expect("a nonce is hex");
    (0..hex.len()).step_by(2).map(pair).collect()
}
