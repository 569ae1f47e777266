//! Which way each tile goes in a slide.

use versus2048_protocol::rules::{Board, Direction};

/// The way of a tile in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// What it shows.
    pub(crate) value: u64,
    /// The row and the column that it comes from.
    pub(crate) from: (u8, u8),
    /// Those that it goes to.
    pub(crate) to: (u8, u8),
    /// Whether another tile is there that becomes one with it; both of them say so.
    pub(crate) merges: bool,
}

/// The ways of all tiles of a board, those that stay included.
pub(crate) fn paths(board: &Board, dir: Direction) -> Vec<Path> {
    let (rows, cols) = (board.rows(), board.cols());
    let (count, length) = match dir {
        Direction::Left | Direction::Right => (rows, cols),
        Direction::Up | Direction::Down => (cols, rows),
    };
    let cell = |line: u8, distance: u8| match dir {
        Direction::Left => (line, distance),
        Direction::Right => (line, cols - 1 - distance),
        Direction::Up => (distance, line),
        Direction::Down => (rows - 1 - distance, line),
    };
    let mut paths: Vec<Path> = Vec::new();
    for line in 0..count {
        let mut filled = 0;
        // The tile in front, as long as another may merge with it.
        let mut single: Option<usize> = None;
        for from in (0..length).map(|distance| cell(line, distance)) {
            let value = board.tile(from.0, from.1);
            if value == 0 {
                continue;
            }
            let partner = single.take().filter(|&place| paths[place].value == value);
            if let Some(partner) = partner {
                paths[partner].merges = true;
            } else {
                single = Some(paths.len());
                filled += 1;
            }
            paths.push(Path {
                value,
                from,
                to: cell(line, filled - 1),
                merges: partner.is_some(),
            });
        }
    }
    paths
}

/// Every place of a board, row by row.
pub(crate) fn places(board: &Board) -> impl Iterator<Item = (u8, u8)> + use<> {
    let (rows, cols) = (board.rows(), board.cols());
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

/// Every tile of a board with its place, row by row.
pub(super) fn tiles(board: &Board) -> impl Iterator<Item = ((u8, u8), u64)> {
    places(board)
        .map(|place| (place, board.tile(place.0, place.1)))
        .filter(|&(_, value)| value > 0)
}
