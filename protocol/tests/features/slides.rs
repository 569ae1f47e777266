//! What a move does to the tiles.

use proptest::prelude::*;
use versus2048_protocol::rules::{Board, Direction, Slide};

use crate::boards::{always, any_board, board, sizes};
use crate::model;

/// Slides a line to the left, on a board whose second row stays as it is.
#[track_caller]
fn check_left(line: &str, expected: &str, gained: u64) {
    let width = line.split_whitespace().count();
    let still = ["2", "4", "8", "16", "32", "64", "128", "256"][..width].join(" ");
    let before = board(&format!("{line}\n{still}"));
    let after = board(&format!("{expected}\n{still}"));
    let slide = (after != before).then_some(Slide {
        board: after,
        gained,
    });
    assert_eq!(before.slide(Direction::Left), slide);
}

#[test]
fn lines_slide_as_the_contract_says() {
    check_left("2 2 2 .", "4 2 . .", 4);
    check_left("4 2 2 .", "4 4 . .", 4);
    check_left("2 2 2 2", "4 4 . .", 8);
    check_left("8 8 16 .", "16 16 . .", 16);
    check_left(". . . 2", "2 . . .", 0);
    check_left("2 . . 2", "4 . . .", 4);
    let right = board(". 2 2 2\n2 4 8 16").slide(Direction::Right).unwrap();
    assert_eq!(right.board, board(". . 2 4\n2 4 8 16"));
}

#[test]
fn a_tile_made_in_a_move_does_not_merge_again_in_it() {
    check_left("2 2 4", "4 4 .", 4);
    check_left("4 2 2", "4 4 .", 4);
    check_left("2 2 4 8", "4 4 8 .", 4);
    check_left("2 2 4 8 16 32 64 128", "4 4 8 16 32 64 128 .", 4);
}

#[test]
fn every_merge_of_a_line_scores() {
    check_left("2 2 4 4", "4 8 . .", 12);
    check_left("2 2 2 2 2 2 2 2", "4 4 4 4 . . . .", 16);
    check_left("1024 1024 2 2", "2048 4 . .", 2052);
}

#[test]
fn what_changes_nothing_is_no_move() {
    check_left("2 4 2 4", "2 4 2 4", 0);
    check_left("2 4 . .", "2 4 . .", 0);
    check_left(". . . .", ". . . .", 0);
}

#[test]
fn there_is_no_highest_tile() {
    check_left("65536 65536 . .", "131072 . . .", 131_072);
    check_left("131072 131072 . .", "262144 . . .", 262_144);
    check_left("131072 131072 131072 131072", "262144 262144 . .", 524_288);
}

#[test]
fn the_largest_tiles_that_travel_merge_on_and_on() {
    let mut board = Board::from_rows(&vec![vec![1 << 52; 8]; 8]).unwrap();
    assert_eq!(board.best_tile(), 1 << 52);
    for dir in [Direction::Left, Direction::Up].repeat(3) {
        let slide = board.slide(dir).unwrap();
        assert_eq!(slide.gained, board.sum());
        board = slide.board;
    }
    assert_eq!(board.best_tile(), 1 << 58);
    assert_eq!(board.empty_cells(), 63);
    assert!(Direction::ALL.iter().any(|&dir| board.slide(dir).is_some()));
}

#[test]
fn slides_are_those_of_the_model_on_every_size() {
    for (rows, cols) in sizes() {
        always(48, any_board(rows, cols, 17), |board| {
            let before = board.to_rows();
            for dir in Direction::ALL {
                let (after, gained) = model::slide(&before, dir);
                let slide = board
                    .slide(dir)
                    .map(|slide| (slide.board.to_rows(), slide.gained));
                assert_eq!(slide, (after != before).then_some((after, gained)), "{dir}");
            }
            assert_eq!(board.is_stuck(), model::is_stuck(&before));
        });
    }
}

#[test]
fn a_slide_keeps_the_sum_of_the_tiles() {
    always(500, any_board(8, 8, 52), |board| {
        for slide in Direction::ALL
            .into_iter()
            .filter_map(|dir| board.slide(dir))
        {
            assert_eq!(slide.board.sum(), board.sum());
            assert!(slide.board.empty_cells() >= board.empty_cells());
        }
    });
}

#[test]
fn boards_get_stuck_on_every_size() {
    for (rows, cols) in sizes() {
        let chequered = |row: u8, col: u8| if (row + col).is_multiple_of(2) { 2 } else { 4 };
        let mut cells: model::Rows = (0..rows)
            .map(|row| (0..cols).map(|col| chequered(row, col)).collect())
            .collect();
        assert!(Board::from_rows(&cells).unwrap().is_stuck());
        cells[usize::from(rows) - 1][usize::from(cols) - 1] = 0;
        assert!(!Board::from_rows(&cells).unwrap().is_stuck());
    }
}

#[test]
fn a_direction_is_read_and_written_alike() {
    for dir in Direction::ALL {
        assert_eq!(dir.to_string().parse(), Ok(dir));
        assert_eq!(serde_json::to_string(&dir).unwrap(), format!("\"{dir}\""));
    }
    always(200, "\\PC{0,6}", |text| {
        let known = ["up", "down", "left", "right"].contains(&text.as_str());
        assert_eq!(text.parse::<Direction>().is_ok(), known);
    });
    for text in ["", "Left", "LEFT", " left", "l", "links"] {
        assert!(text.parse::<Direction>().is_err(), "{text}");
    }
}

#[test]
fn any_line_of_moves_on_any_board_ends_without_panic() {
    let moves = proptest::collection::vec(prop::sample::select(&Direction::ALL[..]), 0..200);
    always(200, (any_board(3, 5, 52), moves), |(mut board, moves)| {
        for dir in moves {
            board = board.slide(dir).map_or(board, |slide| slide.board);
        }
        assert!(board.empty_cells() < 15 || board.sum() == 0);
    });
}
