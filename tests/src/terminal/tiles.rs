//! Boards as they stand on a screen that is drawn with `--ascii`.

use versus2048_protocol::rules::Board;

/// What the lines between two tiles are made of.
const WALL: char = '|';
/// What the lines between two rows of tiles begin with.
const CORNER: char = '+';

/// The boards that a screen shows side by side, from left to right, each with so many columns; none
/// where the screen does not show any.
pub(super) fn boards(screen: &str, cols: usize) -> Vec<Board> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_new_row = false;
    for line in screen.lines() {
        if line.trim_start().starts_with(CORNER) {
            is_new_row = true;
        } else if line.contains(WALL) {
            let cells = line.split(WALL).map(str::trim);
            match rows.last_mut().filter(|_| !is_new_row) {
                Some(row) => row
                    .iter_mut()
                    .zip(cells)
                    .for_each(|(all, part)| *all += part),
                None => rows.push(cells.map(str::to_owned).collect()),
            }
            is_new_row = false;
        }
    }
    let count = rows.first().map_or(0, |row| row.len() / (cols + 1));
    (0..count)
        .filter_map(|place| board(&rows, 1 + place * (cols + 1), cols))
        .collect()
}

/// The board whose first column stands behind so many walls.
fn board(rows: &[Vec<String>], first: usize, cols: usize) -> Option<Board> {
    let value = |cell: &String| match cell.as_str() {
        "" => Some(0),
        digits => digits.parse().ok(),
    };
    let row = |row: &Vec<String>| row.get(first..first + cols)?.iter().map(value).collect();
    let rows: Option<Vec<Vec<u64>>> = rows.iter().map(row).collect();
    Board::from_rows(&rows?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: &str = "\
 K7QX4M - first to 2048
 +----+----+    +----+----+
 |    |    |    |    |    |
 |    | 16 |    | 2  |    |
 +----+----+    +----+----+
 |    |    |    |    |    |
 | 4  |    |    |    | 8  |
 +----+----+    +----+----+
 <^v> move";

    #[test]
    fn boards_are_read_from_left_to_right() {
        let rows = |board: &Board| board.to_rows();
        let read: Vec<_> = boards(SCREEN, 2).iter().map(rows).collect();
        let (left, right) = ([[0, 16], [4, 0]], [[2, 0], [0, 8]]);
        assert_eq!(read, [left, right]);
    }

    #[test]
    fn where_no_boards_are_none_are_read() {
        assert!(boards("Window too small\n needs 29x8", 4).is_empty());
    }
}
