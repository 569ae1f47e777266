//! The boards of a match as one viewer is told them, each checked by the rules.

use versus2048_protocol::game::{BoardState, BySeat, Seat, Status};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{BoardUpdate, BoardView};

/// Both boards of a match, as one viewer was told them last.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    options: Options,
    boards: BySeat<BoardState>,
}

/// What a board that was told means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It follows by one move from the one before.
    Next,
    /// Boards between it and the one before were left out, so only the board itself is checked.
    Later,
    /// It does not follow by the rules.
    Wrong,
}

impl Boards {
    /// The boards of a snapshot.
    pub(super) fn new(options: Options, boards: &BySeat<BoardView>) -> Self {
        let boards = BySeat::new(|seat| state(boards[seat].turn, &boards[seat]));
        Self { options, boards }
    }

    /// The number of moves made on the board of a seat.
    pub(super) fn turn(&self, seat: Seat) -> u32 {
        self.boards[seat].turn
    }

    /// Takes a board that was told, and says whether it is right.
    pub(super) fn take(&mut self, update: &BoardUpdate) -> Told {
        let before = self.boards[update.seat];
        let after = BoardState {
            board: update.rows,
            turn: update.turn,
            score: update.score,
        };
        self.boards[update.seat] = after;
        if update.turn > before.turn + 1 {
            let is_right = after.status(&self.options) == update.status;
            return if is_right { Told::Later } else { Told::Wrong };
        }
        if self.follows(before, after, update) {
            Told::Next
        } else {
            Told::Wrong
        }
    }

    fn follows(&self, before: BoardState, after: BoardState, update: &BoardUpdate) -> bool {
        let moved = update.moved;
        let Some(slide) = before.board.slide(moved.dir) else {
            return false;
        };
        let spawn = moved.spawn;
        let is_free = slide.board.tile(spawn.row, spawn.col) == 0;
        let mut expected = before;
        expected.apply(moved.dir, spawn, &self.options);
        is_free
            && matches!(spawn.value, 2 | 4)
            && slide.gained == moved.gained
            && expected == after
            && expected.status(&self.options) == update.status
    }

    /// A move of a seat that changes its board: towards one corner, so that matches last. `None` where
    /// the board is stuck or has reached its target.
    pub(super) fn choose(&self, seat: Seat) -> Option<Direction> {
        let state = &self.boards[seat];
        let order = if state.turn.is_multiple_of(2) {
            [
                Direction::Down,
                Direction::Left,
                Direction::Right,
                Direction::Up,
            ]
        } else {
            [
                Direction::Left,
                Direction::Down,
                Direction::Right,
                Direction::Up,
            ]
        };
        let dir = order
            .into_iter()
            .find(|&dir| state.board.slide(dir).is_some())?;
        (state.status(&self.options) == Status::Playing).then_some(dir)
    }
}

fn state(turn: u32, view: &BoardView) -> BoardState {
    BoardState {
        board: view.rows,
        turn,
        score: view.score,
    }
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::rules::Board;
    use versus2048_protocol::wire::Moved;

    use super::*;

    const BEFORE: [[u64; 3]; 2] = [[2, 2, 0], [4, 0, 0]];

    fn board(rows: [[u64; 3]; 2]) -> Board {
        Board::from_rows(&rows.map(Vec::from)).unwrap()
    }

    fn boards() -> Boards {
        let options = Options {
            rows: 2,
            cols: 3,
            ..Options::default()
        };
        let view = BoardView {
            turn: 7,
            rows: board(BEFORE),
            score: 20,
            status: Status::Playing,
        };
        Boards::new(options, &BySeat([view, view]))
    }

    fn right() -> BoardUpdate {
        serde_json::from_str(
            r#"{"seat":1,"turn":8,"rows":[[4,0,0],[4,0,2]],"score":24,"status":"playing","at_ms":5,
                "moved":{"dir":"left","gained":4,"spawn":{"row":1,"col":2,"value":2}}}"#,
        )
        .unwrap()
    }

    #[track_caller]
    fn check(change: impl FnOnce(&mut BoardUpdate), expected: Told) {
        let mut update = right();
        change(&mut update);
        assert_eq!(boards().take(&update), expected, "{update:?}");
    }

    #[test]
    fn a_board_follows_from_the_one_before() {
        check(|_| {}, Told::Next);
    }

    #[test]
    fn every_field_of_a_board_is_checked() {
        check(|update| update.turn = 7, Told::Wrong);
        check(
            |update| update.rows = board([[4, 0, 0], [4, 2, 2]]),
            Told::Wrong,
        );
        check(|update| update.score = 20, Told::Wrong);
        check(|update| update.status = Status::Stuck, Told::Wrong);
        check(|update| update.seat = Seat::Zero, Told::Next);
        let moved =
            |change: fn(&mut Moved)| move |update: &mut BoardUpdate| change(&mut update.moved);
        check(moved(|moved| moved.dir = Direction::Up), Told::Wrong);
        check(moved(|moved| moved.gained = 8), Told::Wrong);
        check(moved(|moved| moved.spawn.value = 4), Told::Wrong);
        check(moved(|moved| moved.spawn.col = 1), Told::Wrong);
        check(moved(|moved| moved.spawn.col = 0), Told::Wrong);
    }

    #[test]
    fn boards_may_be_left_out() {
        check(|update| update.turn = 10, Told::Later);
        check(
            |update| (update.turn, update.status) = (10, Status::Stuck),
            Told::Wrong,
        );
    }
}
