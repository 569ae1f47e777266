//! What happened to a board between two looks at it.

use versus2048_protocol::rules::{Board, Direction, Spawn};
use versus2048_protocol::wire::BoardView;

/// What happened to a board between two looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slid {
    /// How many moves were made.
    pub moves: u32,
    /// What the one move did, where there was one.
    pub step: Option<Step>,
}

/// What one move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the tiles slid to.
    pub dir: Direction,
    /// The tiles that merges made, the smallest first.
    pub merged: Vec<u64>,
    /// The new tile, where it is of interest.
    pub spawn: Option<Spawn>,
}

impl Slid {
    /// What happened, if a move did.
    #[must_use]
    pub fn between(before: &BoardView, now: &BoardView) -> Option<Self> {
        let moves = now
            .turn
            .checked_sub(before.turn)
            .filter(|&moves| moves > 0)?;
        let step = (moves == 1).then(|| step(&before.rows, &now.rows));
        Some(Self {
            moves,
            step: step.flatten(),
        })
    }

    /// The same without the new tile.
    #[must_use]
    pub fn without_spawn(mut self) -> Self {
        if let Some(step) = &mut self.step {
            step.spawn = None;
        }
        self
    }
}

/// The slide and the new tile that make one board of another.
fn step(before: &Board, now: &Board) -> Option<Step> {
    Direction::ALL.into_iter().find_map(|dir| {
        let slid = before.slide(dir)?.board;
        Some(Step {
            dir,
            merged: merged(before, &slid),
            spawn: Some(spawn(&slid, now)?),
        })
    })
}

/// The tile that alone tells two boards apart.
fn spawn(slid: &Board, now: &Board) -> Option<Spawn> {
    let cells = (0..now.rows()).flat_map(|row| (0..now.cols()).map(move |col| (row, col)));
    let mut differing = cells.filter(|&(row, col)| slid.tile(row, col) != now.tile(row, col));
    let (row, col) = differing.next()?;
    let value = now.tile(row, col);
    let is_spawn = slid.tile(row, col) == 0 && differing.next().is_none();
    is_spawn.then_some(Spawn { row, col, value })
}

/// What a slide merged. Each merge takes two tiles away and brings one of twice their value, so from
/// the smallest tile on the numbers of tiles tell how many there were.
fn merged(before: &Board, slid: &Board) -> Vec<u64> {
    let count = |board: &Board, tile: u64| {
        let cells = board.to_rows().into_iter().flatten();
        cells.filter(|&cell| cell == tile).count()
    };
    let best = slid.best_tile();
    let mut made = Vec::new();
    let mut brought = 0;
    let tiles = std::iter::successors(Some(2_u64), |tile| tile.checked_mul(2));
    for tile in tiles.take_while(|&tile| tile < best) {
        let gone = (count(before, tile) + brought).saturating_sub(count(slid, tile));
        brought = gone / 2;
        made.extend(std::iter::repeat_n(tile * 2, brought));
    }
    made
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::game::Status;

    use super::*;

    fn view(turn: u32, rows: &[&[u64]]) -> BoardView {
        let rows: Vec<Vec<u64>> = rows.iter().map(|row| row.to_vec()).collect();
        BoardView {
            turn,
            rows: Board::from_rows(&rows).expect("a board"),
            score: 0,
            status: Status::Playing,
        }
    }

    #[track_caller]
    fn check(before: &[&[u64]], now: &[&[u64]], merged: &[u64], spawn: (u8, u8, u64)) {
        let slid = Slid::between(&view(6, before), &view(7, now)).expect("a move");
        let step = slid.step.expect("one that is understood");
        let (row, col, value) = spawn;
        assert_eq!(step.merged, merged);
        assert_eq!(step.spawn, Some(Spawn { row, col, value }));
    }

    #[test]
    fn a_move_is_told_by_the_boards_before_and_after_it() {
        check(&[&[0, 2], &[0, 0]], &[&[2, 0], &[0, 4]], &[], (1, 1, 4));
        check(&[&[2, 2], &[0, 0]], &[&[4, 0], &[2, 0]], &[4], (1, 0, 2));
        check(
            &[&[2, 2, 4, 4], &[8, 8, 4, 2]],
            &[&[4, 8, 0, 0], &[16, 4, 2, 2]],
            &[4, 8, 16],
            (1, 3, 2),
        );
        // What is merged is not merged again.
        check(
            &[&[4, 2, 2, 0], &[4, 4, 4, 4]],
            &[&[4, 4, 2, 0], &[8, 8, 0, 0]],
            &[4, 8, 8],
            (0, 2, 2),
        );
    }

    #[test]
    fn what_is_no_move_or_several_has_no_step() {
        let board: &[&[u64]] = &[&[2, 2], &[0, 0]];
        let moved: &[&[u64]] = &[&[4, 0], &[2, 0]];
        assert_eq!(Slid::between(&view(3, board), &view(3, board)), None);
        assert_eq!(Slid::between(&view(3, board), &view(2, moved)), None);
        let several = Slid::between(&view(3, board), &view(5, moved));
        assert_eq!(
            several,
            Some(Slid {
                moves: 2,
                step: None
            })
        );
        let impossible: &[&[u64]] = &[&[64, 0], &[2, 0]];
        let strange = Slid::between(&view(3, board), &view(4, impossible));
        assert_eq!(
            strange,
            Some(Slid {
                moves: 1,
                step: None
            })
        );
    }
}
