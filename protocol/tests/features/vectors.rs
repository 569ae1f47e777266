//! Every worked example in `docs/vectors`.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use versus2048_protocol::game::{BoardState, BySeat, Event, Input, Outcome, Seat, Status};
use versus2048_protocol::rules::{
    Board, Commitment, Direction, Nonce, Options, Secret, Seed, Slide, Spawn,
};
use versus2048_protocol::wire::RejectedReason;

use crate::play::Play;

/// The cases of a file, all of them in one form.
#[expect(clippy::disallowed_methods, reason = "a test may read files")]
#[track_caller]
pub(crate) fn cases<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = format!("{}/../docs/vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let cases: Vec<T> = serde_json::from_str(&text).expect("the file has the form its page says");
    assert!(!cases.is_empty());
    cases
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowCase {
    row: Vec<u64>,
    left: Vec<u64>,
    right: Vec<u64>,
    gained_left: u64,
    gained_right: u64,
}

#[test]
fn rows() {
    for case in cases::<RowCase>("rows") {
        check_row(&case.row, Direction::Left, &case.left, case.gained_left);
        check_row(&case.row, Direction::Right, &case.right, case.gained_right);
    }
}

/// The line is the first row of a board whose other rows stay as they are.
#[track_caller]
fn check_row(row: &[u64], dir: Direction, expected: &[u64], gained: u64) {
    let still: Vec<u64> = (1..=row.len()).map(|exponent| 1 << exponent).collect();
    let before = Board::from_rows(&[row.to_vec(), still.clone()]).unwrap();
    let after = Board::from_rows(&[expected.to_vec(), still]).unwrap();
    let slide = (before != after).then_some(Slide {
        board: after,
        gained,
    });
    assert_eq!(before.slide(dir), slide, "{dir} of {row:?}");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardCase {
    rows: Board,
    moves: BoardMoves,
    stuck: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardMoves {
    up: Option<Slid>,
    down: Option<Slid>,
    left: Option<Slid>,
    right: Option<Slid>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slid {
    rows: Board,
    gained: u64,
}

#[test]
fn boards() {
    for BoardCase { rows, moves, stuck } in cases::<BoardCase>("boards") {
        let moves = [moves.up, moves.down, moves.left, moves.right];
        for (dir, expected) in Direction::ALL.into_iter().zip(moves) {
            let expected = expected.map(|slid| Slide {
                board: slid.rows,
                gained: slid.gained,
            });
            assert_eq!(rows.slide(dir), expected, "{dir} of\n{rows}");
        }
        assert_eq!(rows.is_stuck(), stuck, "\n{rows}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileCase {
    options: Options,
    secret: Secret,
    nonces: BySeat<Nonce>,
    commitment: Commitment,
    seed: Seed,
    first: BySeat<Shown>,
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    turn: u32,
    rows: Board,
    score: u64,
    status: Status,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Step {
    Refused {
        seat: Seat,
        dir: Direction,
        rejected: RejectedReason,
    },
    Made {
        seat: Seat,
        dir: Direction,
        spawn: Spawn,
        turn: u32,
        rows: Board,
        score: u64,
        status: Status,
    },
}

#[test]
fn tiles() {
    for case in cases::<TileCase>("tiles") {
        assert_eq!(case.secret.commitment(), case.commitment);
        let mut play = dealt(case.options, case.secret, case.nonces);
        assert_eq!(play.game.seed(), case.seed);
        assert_eq!(
            play.boards().map(|board| shown(&board, &case.options)),
            case.first
        );
        for step in case.steps {
            check_step(&mut play, &step);
        }
    }
}

#[track_caller]
fn check_step(play: &mut Play, step: &Step) {
    match *step {
        Step::Refused {
            seat,
            dir,
            rejected,
        } => {
            let before = play.game.clone();
            let refused = play.make(seat, dir).map_err(RejectedReason::from);
            assert_eq!(refused, Err(rejected));
            assert_eq!(play.game, before);
        }
        Step::Made {
            seat,
            dir,
            spawn,
            turn,
            rows,
            score,
            status,
        } => {
            let events = play.make(seat, dir).expect("the move is made");
            let Some(Event::Moved { spawn: told, .. }) = events.first() else {
                panic!("a move is told first, but got {events:?}");
            };
            assert_eq!(*told, spawn);
            let shown = shown(&play.boards()[seat], play.game.options());
            assert_eq!(
                shown,
                Shown {
                    turn,
                    rows,
                    score,
                    status
                }
            );
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchCase {
    options: Options,
    secret: Secret,
    nonces: BySeat<Nonce>,
    seed: Seed,
    moves: Vec<String>,
    boards: BySeat<Shown>,
    result: Option<Outcome>,
}

#[test]
fn matches() {
    for case in cases::<MatchCase>("matches") {
        let mut play = dealt(case.options, case.secret, case.nonces);
        assert_eq!(play.game.seed(), case.seed);
        for text in &case.moves {
            assert_eq!(play.game.outcome(), None);
            let (seat, dir) = seat_and_direction(text);
            play.make(seat, dir).expect("the move is made");
        }
        assert_eq!(
            play.boards().map(|board| shown(&board, &case.options)),
            case.boards
        );
        assert_eq!(play.game.outcome(), case.result);
        let told: Vec<Outcome> = case.result.into_iter().collect();
        assert_eq!(play.ends(), told);
        assert_eq!(
            play.make(Seat::Zero, Direction::Up).is_err(),
            case.result.is_some()
        );
    }
}

/// Moves of the vectors as a seat and a direction: `0l` is seat 0 to the left.
#[track_caller]
pub(crate) fn seat_and_direction(text: &str) -> (Seat, Direction) {
    let (seat, letter) = text.split_at(1);
    let seat = if seat == "0" { Seat::Zero } else { Seat::One };
    let dir = Direction::ALL
        .into_iter()
        .find(|dir| dir.name().starts_with(letter));
    (seat, dir.expect("the letter begins a direction"))
}

fn dealt(options: Options, secret: Secret, nonces: BySeat<Nonce>) -> Play {
    let mut play = Play::made(options, secret);
    play.happens(Input::Begin { nonces });
    play.wait(10_000);
    play
}

fn shown(state: &BoardState, options: &Options) -> Shown {
    Shown {
        turn: state.turn,
        rows: state.board,
        score: state.score,
        status: state.status(options),
    }
}
