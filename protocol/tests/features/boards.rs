//! Boards as lines of text, and what a board itself promises.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use versus2048_protocol::rules::{Board, BoardError, Spawn};

/// A board from a line of text a row, with `.` for an empty cell.
#[track_caller]
pub(crate) fn board(text: &str) -> Board {
    let tile = |cell: &str| match cell {
        "." => 0,
        value => value.parse().expect("a cell is a dot or a number"),
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let rows: Vec<Vec<u64>> = lines
        .map(|line| line.split_whitespace().map(tile).collect())
        .collect();
    Board::from_rows(&rows).expect("the text is a board")
}

/// Every number of rows and columns that a board may have.
pub(crate) fn sizes() -> impl Iterator<Item = (u8, u8)> {
    (2..=8).flat_map(|rows| (2..=8).map(move |cols| (rows, cols)))
}

/// Boards of one size with tiles up to 2^`highest`; small tiles and empty cells are frequent, so
/// that lines merge, slide and get stuck.
pub(crate) fn any_board(rows: u8, cols: u8, highest: u32) -> impl Strategy<Value = Board> {
    let exponent = prop_oneof![3 => Just(0), 6 => 1..=3_u32, 2 => 1..=highest];
    let tile = exponent.prop_map(|exponent| if exponent == 0 { 0 } else { 1_u64 << exponent });
    vec(vec(tile, usize::from(cols)), usize::from(rows))
        .prop_map(|rows| Board::from_rows(&rows).expect("the strategy makes boards"))
}

/// Checks a property on this many values, and shows the smallest that breaks it.
#[track_caller]
pub(crate) fn always<S: Strategy>(cases: u32, values: S, holds: impl Fn(S::Value)) {
    let mut runner = TestRunner::new(Config::with_cases(cases));
    let result = runner.run(&values, |value| {
        holds(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[track_caller]
fn refused(rows: &[&[u64]], expected: BoardError) {
    let rows: Vec<Vec<u64>> = rows.iter().map(|row| row.to_vec()).collect();
    assert_eq!(Board::from_rows(&rows), Err(expected));
}

#[test]
fn a_board_is_read_and_written_alike() {
    for (rows, cols) in sizes() {
        always(16, any_board(rows, cols, 52), |board| {
            assert_eq!((board.rows(), board.cols()), (rows, cols));
            assert_eq!(Board::from_rows(&board.to_rows()), Ok(board));
            let json = serde_json::to_string(&board).unwrap();
            assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), board);
        });
    }
}

#[test]
fn other_shapes_are_refused() {
    refused(&[], BoardError::Shape);
    refused(&[&[]], BoardError::Shape);
    refused(&[&[2, 2]], BoardError::Shape);
    refused(&[&[2], &[2]], BoardError::Shape);
    refused(&[&[2, 2], &[2]], BoardError::Shape);
    refused(&[&[2, 2], &[2, 2, 2]], BoardError::Shape);
    refused(&[&[0; 9], &[0; 9]], BoardError::Shape);
    refused(&[&[0, 0][..]; 9], BoardError::Shape);
    refused(&[&[0; 300], &[0; 300]], BoardError::Shape);
}

#[test]
fn what_is_no_tile_is_refused() {
    for wrong in [1, 3, 5, 6, 7, 100, 131_071, 1 << 53, 1 << 63, u64::MAX] {
        refused(&[&[0, 2], &[wrong, 4]], BoardError::Tile(wrong));
    }
    for json in [
        "[[0,2],[4,-2]]",
        "[[0,2],[4,2.0]]",
        "[[0,2],[4,null]]",
        "[0,2]",
        "{}",
    ] {
        assert!(serde_json::from_str::<Board>(json).is_err(), "{json}");
    }
}

#[test]
fn a_board_counts_its_tiles() {
    let board = board("2 . 4\n. 1024 4");
    assert_eq!(board.best_tile(), 1024);
    assert_eq!(board.sum(), 1034);
    assert_eq!(board.empty_cells(), 2);
    assert_eq!(board.empty_cell(0), Some((0, 1)));
    assert_eq!(board.empty_cell(1), Some((1, 0)));
    assert_eq!(board.empty_cell(2), None);
    assert_eq!(board.empty_cell(u64::MAX), None);
    assert_eq!(board.tile(1, 1), 1024);
    assert_eq!(
        [board.tile(2, 0), board.tile(0, 3), board.tile(255, 255)],
        [0; 3]
    );
    assert_eq!(board.to_string(), "2 . 4\n. 1024 4\n");
}

#[test]
fn a_tile_placed_outside_changes_nothing() {
    let mut board = board("2 .\n. .");
    let before = board;
    for (row, col) in [(2, 0), (0, 2), (255, 255)] {
        board.place(Spawn { row, col, value: 2 });
    }
    assert_eq!(board, before);
    board.place(Spawn {
        row: 1,
        col: 1,
        value: 4,
    });
    assert_eq!(board, self::board("2 .\n. 4"));
}

#[test]
fn sides_of_an_empty_board_are_kept_in_range() {
    let sides = |rows, cols| {
        let board = Board::empty(rows, cols);
        (board.rows(), board.cols(), board.empty_cells())
    };
    assert_eq!(sides(0, 1), (2, 2, 4));
    assert_eq!(sides(3, 5), (3, 5, 15));
    assert_eq!(sides(9, 255), (8, 8, 64));
}
