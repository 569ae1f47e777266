//! Ways of choosing a move, so that a story can steer a match without knowing its tiles.

use versus2048_protocol::rules::{Board, Direction};

/// The move that merges most; where none merges, the first that changes something. `None` on a
/// board that is stuck.
#[must_use]
pub fn eager(board: &Board) -> Option<Direction> {
    let moves = Direction::ALL.into_iter().rev();
    moves
        .filter_map(|dir| Some((board.slide(dir)?.gained, dir)))
        .max_by_key(|&(gained, _)| gained)
        .map(|(_, dir)| dir)
}

/// The move that merges least. `None` on a board that is stuck.
#[must_use]
pub fn avoiding(board: &Board) -> Option<Direction> {
    let moves = Direction::ALL.into_iter();
    moves
        .filter_map(|dir| Some((board.slide(dir)?.gained, dir)))
        .min_by_key(|&(gained, _)| gained)
        .map(|(_, dir)| dir)
}
