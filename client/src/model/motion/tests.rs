//! What is to be seen of two boards, one after the other.

use proptest::prelude::*;
use versus2048_protocol::game::Status;
use versus2048_protocol::rules::{Board, Direction};
use versus2048_protocol::wire::BoardView;

use super::*;

/// A board of four lines of four tiles, `.` for none.
fn board(lines: &str) -> Board {
    let row = |line: &str| {
        let cells = line.split_whitespace();
        cells
            .map(|cell| {
                if cell == "." {
                    0
                } else {
                    cell.parse().unwrap()
                }
            })
            .collect::<Vec<u64>>()
    };
    let rows: Vec<_> = lines
        .lines()
        .map(row)
        .filter(|row| !row.is_empty())
        .collect();
    Board::from_rows(&rows).unwrap()
}

fn view(rows: Board, score: u64) -> BoardView {
    BoardView {
        turn: 0,
        rows,
        score,
        status: Status::Playing,
    }
}

const BEFORE: &str = "
    2 . 2 4
    . . . .
    . . . .
    . . . 8";
const SLID: &str = "
    4 4 . .
    . . . .
    . . . .
    8 . . .";
const AFTER: &str = "
    4 4 . .
    . . 2 .
    . . . .
    8 . . .";

/// A motion that has seen these boards, with their scores, at these times.
fn motion(seen: &[(&str, u64, u64)]) -> Motion {
    let mut motion = Motion::default();
    for &(rows, score, at_ms) in seen {
        motion.follow(Some(view(board(rows), score)), at_ms);
    }
    motion
}

/// The tiles at a time: what each shows, where it goes, how far it is and how it stands out.
fn tiles(motion: &Motion, rows: &str, now_ms: u64) -> Vec<(u64, (u8, u8), u16, Glow)> {
    let tiles = motion.tiles(&board(rows), now_ms).into_iter();
    tiles
        .map(|tile| (tile.value, tile.to, tile.way, tile.glow))
        .collect()
}

#[test]
fn tiles_slide_then_the_merged_one_flashes_and_the_new_one_appears() {
    let motion = motion(&[(BEFORE, 0, 0), (AFTER, 4, 1000)]);
    let way = |now_ms| tiles(&motion, AFTER, now_ms)[0].2;
    assert_eq!(
        tiles(&motion, AFTER, 1000),
        [
            (2, (0, 0), way(1000), Glow::None),
            (2, (0, 0), way(1000), Glow::None),
            (4, (0, 1), way(1000), Glow::None),
            (8, (3, 0), way(1000), Glow::None),
        ]
    );
    assert!(0 < way(1000) && way(1000) < way(1040) && way(1079) < 1000);
    assert_eq!(
        tiles(&motion, AFTER, 1080),
        [
            (4, (0, 0), 1000, Glow::Flash(0)),
            (4, (0, 1), 1000, Glow::None),
            (2, (1, 2), 1000, Glow::Fade(0)),
            (8, (3, 0), 1000, Glow::None),
        ]
    );
    let at_rest = tiles(&motion, AFTER, 1080 + FLASH_MS);
    assert!(
        at_rest.iter().all(|tile| tile.3 == Glow::None),
        "{at_rest:?}"
    );
}

#[test]
fn a_tile_that_is_told_later_appears_when_the_others_have_come_to_rest() {
    let early = motion(&[(BEFORE, 0, 0), (SLID, 4, 1000), (AFTER, 4, 1030)]);
    assert!(early.frame(1030).slide.is_some());
    assert_eq!(
        tiles(&early, AFTER, 1080)[2],
        (2, (1, 2), 1000, Glow::Fade(0))
    );
    let late = motion(&[(BEFORE, 0, 0), (SLID, 4, 1000), (AFTER, 4, 1500)]);
    assert_eq!(
        tiles(&late, AFTER, 1500)[2],
        (2, (1, 2), 1000, Glow::Fade(0))
    );
    assert!(late.frame(1500).slide.is_none());
}

#[test]
fn another_move_replaces_the_one_that_is_shown() {
    let again = "
        8 . . .
        2 . . .
        . . . 2
        8 . . .";
    let motion = motion(&[(BEFORE, 0, 0), (AFTER, 4, 1000), (again, 12, 1010)]);
    let first = motion.tiles(&board(again), 1010)[0];
    assert!(first.way < 500, "{first:?}");
    assert_eq!(
        motion.rising(1010),
        Some(Rising {
            count: 8,
            height: 0
        })
    );
}

#[test]
fn what_no_move_explains_is_there_at_once() {
    let other = "
        2 2 2 2
        . . . .
        . 4 . .
        . . . 8";
    let motion = motion(&[(BEFORE, 0, 0), (AFTER, 4, 1000), (other, 400, 1010)]);
    assert_eq!(motion.frame(1010), Frame::default());
    assert_eq!(motion.next_ms(1010), None);
    assert_eq!(motion.tiles(&board(other), 1010).len(), 6);
}

#[test]
fn a_board_that_was_never_told_of_is_shown_as_it_is() {
    let motion = motion(&[(BEFORE, 0, 0), (AFTER, 4, 1000)]);
    let seen = tiles(&motion, BEFORE, 1000);
    assert!(seen.iter().all(|tile| tile.2 == 1000), "{seen:?}");
}

#[test]
fn points_rise_and_are_gone() {
    let motion = motion(&[(BEFORE, 0, 0), (SLID, 4, 1000), (AFTER, 4, 1030)]);
    let heights: Vec<_> = [1000, 1129, 1130, 1260, 1899, 1900]
        .map(|now_ms| motion.rising(now_ms).map(|rising| rising.height))
        .into();
    assert_eq!(heights, [Some(0), Some(0), Some(1), Some(2), Some(2), None]);
}

/// How the board leans at each of these times, after moves that were refused at others.
fn leans(refused_ms: &[u64], seen_ms: impl IntoIterator<Item = u64>) -> Vec<i16> {
    let mut motion = motion(&[(BEFORE, 0, 0)]);
    let mut refused = refused_ms.iter().copied().peekable();
    let mut last = None;
    let leans = seen_ms.into_iter().map(|now_ms| {
        while let Some(at_ms) = refused.next_if(|&at_ms| at_ms <= now_ms) {
            last = Some(at_ms);
            motion.refuse(last);
        }
        motion.refuse(last);
        motion.lean(now_ms)
    });
    leans.collect()
}

#[test]
fn a_refused_move_makes_the_board_shiver_for_a_moment() {
    let seen_ms = [999, 1000, 1039, 1040, 1080, 1119, 1120, 5000];
    assert_eq!(leans(&[1000], seen_ms), [0, -1, -1, 1, -1, -1, 0, 0]);
    assert_eq!(leans(&[1000, 1500], [1000, 1200, 1500]), [-1, 0, -1]);
}

#[test]
fn a_key_that_is_held_down_shivers_once() {
    let held: Vec<u64> = (0..100).map(|press| 1000 + 33 * press).collect();
    let leans = leans(&held, (1000..5000).step_by(20));
    let shivers = leans.iter().filter(|&&lean| lean != 0).count();
    assert_eq!(shivers, 6, "{leans:?}");
}

#[test]
fn what_is_shown_at_once_does_not_shiver() {
    let mut motion = motion(&[(BEFORE, 0, 0)]);
    motion.refuse(Some(1000));
    motion.jump(Some(view(board(BEFORE), 0)));
    assert_eq!(motion.frame(1000), Frame::default());
}

fn any_board() -> impl Strategy<Value = Board> {
    (2..=5_usize, 2..=5_usize).prop_flat_map(|(rows, cols)| {
        let tile = prop_oneof![Just(0), Just(2), Just(4), Just(8)];
        let cells = prop::collection::vec(tile, rows * cols);
        cells.prop_map(move |cells| {
            let rows: Vec<Vec<u64>> = cells.chunks(cols).map(<[u64]>::to_vec).collect();
            Board::from_rows(&rows).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tiles_go_where_the_rules_take_them(before in any_board()) {
        for dir in Direction::ALL {
            let mut after = Board::empty(before.rows(), before.cols());
            for path in path::paths(&before, dir) {
                let value = if path.merges { 2 * path.value } else { path.value };
                after.place(versus2048_protocol::rules::Spawn { row: path.to.0, col: path.to.1, value });
            }
            assert_eq!(after, before.slide(dir).map_or(before, |slide| slide.board));
        }
    }

    #[test]
    fn a_frame_lasts_until_the_next(before in any_board(), answer_ms in 0..300_u64) {
        let slide = Direction::ALL.into_iter().find_map(|dir| before.slide(dir));
        let Some(slide) = slide else { return Ok(()) };
        let mut after = slide.board;
        if let Some((row, col)) = after.empty_cell(0) {
            after.place(versus2048_protocol::rules::Spawn { row, col, value: 2 });
        }
        let mut motion = Motion::default();
        motion.follow(Some(view(before, 0)), 0);
        motion.follow(Some(view(slide.board, slide.gained)), 1000);
        motion.follow(Some(view(after, slide.gained)), 1000 + answer_ms);
        let mut now_ms = 1000 + answer_ms;
        let mut frames = 0;
        while let Some(next_ms) = motion.next_ms(now_ms) {
            assert!(next_ms > now_ms);
            assert_eq!(motion.frame(next_ms - 1), motion.frame(now_ms));
            assert_ne!(motion.frame(next_ms), motion.frame(now_ms));
            now_ms = next_ms;
            frames += 1;
        }
        assert_eq!(motion.frame(now_ms), Frame::default());
        assert!(frames <= 20, "{frames}");
    }
}
