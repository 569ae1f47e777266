//! The rules once more, slow and obvious, on plain numbers; shares no code with what it checks.

use sha2::{Digest, Sha256};
use versus2048_protocol::rules::Direction;

/// Tile values, top row first, 0 for an empty cell.
pub(crate) type Rows = Vec<Vec<u64>>;

/// The board after a slide and what its merges made; the same board where nothing changed.
///
/// Every direction is the left slide of a mirrored or transposed board.
pub(crate) fn slide(rows: &Rows, direction: Direction) -> (Rows, u64) {
    match direction {
        Direction::Left => slide_left(rows),
        Direction::Right => turned(rows, mirrored, Direction::Left),
        Direction::Up => turned(rows, transposed, Direction::Left),
        Direction::Down => turned(rows, transposed, Direction::Right),
    }
}

/// Whether no direction changes the board.
pub(crate) fn is_stuck(rows: &Rows) -> bool {
    Direction::ALL
        .iter()
        .all(|&dir| slide(rows, dir).0 == *rows)
}

/// Tile number `k`: its row, its column and its value.
pub(crate) fn spawn(
    seed: &[u8],
    stream: u8,
    k: u32,
    (four_permille, rows): (u16, &Rows),
) -> (u8, u8, u64) {
    let text = [seed, &[stream], &k.to_be_bytes()].concat();
    let hash = Sha256::digest(text);
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0_u128, |sum, &byte| sum * 256 + u128::from(byte))
    };
    let (x, y) = (number(&hash[..8]), number(&hash[8..16]));
    let mut empty = Vec::new();
    for (row, cells) in (0_u8..).zip(rows) {
        for (col, &cell) in (0_u8..).zip(cells) {
            if cell == 0 {
                empty.push((row, col));
            }
        }
    }
    let index = usize::try_from(y % empty.len() as u128).unwrap();
    let value = if x % 1000 < u128::from(four_permille) {
        4
    } else {
        2
    };
    (empty[index].0, empty[index].1, value)
}

fn turned(rows: &Rows, turn: fn(&Rows) -> Rows, direction: Direction) -> (Rows, u64) {
    let (after, gained) = slide(&turn(rows), direction);
    (turn(&after), gained)
}

fn slide_left(rows: &Rows) -> (Rows, u64) {
    let mut all_gained = 0;
    let after = rows
        .iter()
        .map(|row| {
            let (row, gained) = slide_row(row);
            all_gained += gained;
            row
        })
        .collect();
    (after, all_gained)
}

fn slide_row(row: &[u64]) -> (Vec<u64>, u64) {
    let tiles: Vec<u64> = row.iter().copied().filter(|&tile| tile != 0).collect();
    let mut after = Vec::new();
    let mut gained = 0;
    let mut next = 0;
    while next < tiles.len() {
        if tiles.get(next + 1) == Some(&tiles[next]) {
            after.push(tiles[next] * 2);
            gained += tiles[next] * 2;
            next += 2;
        } else {
            after.push(tiles[next]);
            next += 1;
        }
    }
    after.resize(row.len(), 0);
    (after, gained)
}

fn mirrored(rows: &Rows) -> Rows {
    let reversed = |row: &Vec<u64>| row.iter().rev().copied().collect();
    rows.iter().map(reversed).collect()
}

fn transposed(rows: &Rows) -> Rows {
    let column = |col: usize| rows.iter().map(|row| row[col]).collect();
    (0..rows[0].len()).map(column).collect()
}
