//! How far a match is, and what it takes there.

use versus2048_protocol::game::{BySeat, Event, Input, Rejection, Seat, Stage};
use versus2048_protocol::rules::{Direction, Options};

use crate::play::{Play, SECRET, all_inputs, begin};

/// Which of all inputs a match takes now.
fn taken(play: &Play) -> Vec<Input> {
    let takes = |input: &Input| play.game.decide(play.now_ms, input.clone()).is_ok();
    all_inputs().into_iter().filter(takes).collect()
}

/// Inputs that end a match.
fn leaving() -> Vec<Input> {
    let is_leaving = |input: &Input| {
        matches!(
            input,
            Input::Resign { .. } | Input::Forfeit { .. } | Input::Abort
        )
    };
    all_inputs().into_iter().filter(is_leaving).collect()
}

fn with(mut inputs: Vec<Input>, more: Input) -> Vec<Input> {
    inputs.push(more);
    inputs.sort_by_key(order);
    inputs
}

fn order(input: &Input) -> Option<usize> {
    all_inputs().iter().position(|other| other == input)
}

#[test]
fn before_both_are_ready_a_match_can_only_begin() {
    let mut play = Play::made(Options::default(), SECRET);
    assert_eq!(taken(&play), [begin()]);
    assert_eq!(play.game.deadline_now_ms(), None);
    assert_eq!(play.game.boards(), None);
    assert_eq!(play.game.scores(), BySeat([0, 0]));
    play.wait(u64::MAX / 4);
    assert_eq!(play.game.stage(), Stage::Made);
}

#[test]
fn no_move_is_taken_in_the_countdown() {
    let mut play = Play::made(Options::default(), SECRET);
    play.happens(begin());
    assert_eq!(taken(&play), with(leaving(), Input::Pause));
    assert_eq!(
        play.boards().map(|board| board.board.empty_cells()),
        BySeat([14, 14])
    );
    play.wait(2_999);
    assert_eq!(
        play.make(Seat::Zero, Direction::Up),
        Err(Rejection::NotPlaying)
    );
    assert_eq!(play.game.elapsed_ms(play.now_ms), 0);
    play.wait(1);
    assert!(matches!(play.game.stage(), Stage::Playing { .. }));
    play.make_any(Seat::Zero);
}

#[test]
fn a_countdown_of_nothing_still_starts_by_itself() {
    let mut play = Play::made(
        Options {
            countdown_s: 0,
            ..Options::default()
        },
        SECRET,
    );
    play.happens(begin());
    assert!(matches!(play.game.stage(), Stage::Countdown { .. }));
    play.advance();
    assert!(matches!(play.game.stage(), Stage::Playing { .. }));
}

#[test]
fn match_time_starts_when_the_countdown_has_run_out_however_late_that_is_seen() {
    let mut play = Play::made(Options::default(), SECRET);
    play.happens(begin());
    play.wait(3_000 + 250);
    assert_eq!(play.game.elapsed_ms(play.now_ms), 250);
    let events = play.make_any(Seat::Zero);
    assert!(matches!(events[..], [Event::Moved { at_ms: 250, .. }]));
}

#[test]
fn only_the_right_turn_is_taken() {
    let mut play = Play::started(Options::default());
    let dir = Direction::ALL
        .into_iter()
        .find(|&dir| play.boards()[Seat::One].board.slide(dir).is_some());
    let dir = dir.expect("a fresh board has a move");
    let at = |turn| Input::Move {
        seat: Seat::One,
        turn,
        dir,
    };
    for wrong in [1, 2, 1 << 32, u64::MAX] {
        assert_eq!(play.give(at(wrong)), Err(Rejection::Stale));
    }
    play.happens(at(0));
    assert_eq!(
        play.give(at(0)),
        Err(Rejection::Stale),
        "sent twice, it is made once"
    );
    assert_eq!(
        play.boards().map(|board| board.turn),
        BySeat([0, 1]),
        "the other's board stays"
    );
}

#[test]
fn a_move_that_changes_nothing_brings_no_tile_and_counts_no_turn() {
    let mut play = Play::started(Options::default());
    for number in 0..50 {
        let seat = Seat::ALL[number % 2];
        for dir in Direction::ALL {
            let before = play.game.clone();
            if before.boards().expect("dealt")[seat]
                .board
                .slide(dir)
                .is_none()
            {
                assert_eq!(play.make(seat, dir), Err(Rejection::NoChange));
                assert_eq!(play.game, before);
            }
        }
        play.make_any(seat);
    }
}

#[test]
fn a_paused_match_stands_at_its_last_move() {
    let mut play = Play::started(Options {
        time_limit_s: Some(60),
        ..Options::default()
    });
    play.wait(7_000);
    play.make_any(Seat::Zero);
    play.wait(5_000);
    let boards = play.boards();
    play.happens(Input::Pause);
    assert_eq!(play.game.stage(), Stage::Paused);
    assert_eq!(taken(&play), with(leaving(), Input::Resume));
    play.wait(1_000_000);
    assert_eq!(play.game.elapsed_ms(play.now_ms), 7_000);
    assert_eq!(play.game.remaining_ms(play.now_ms), Some(53_000));
    assert_eq!(play.game.deadline_now_ms(), None);
    assert_eq!(
        play.make(Seat::Zero, Direction::Up),
        Err(Rejection::NotPlaying)
    );
    assert_eq!(play.boards(), boards);
}

#[test]
fn a_resumed_match_goes_on_where_it_stood() {
    let mut play = Play::started(Options {
        time_limit_s: Some(60),
        ..Options::default()
    });
    play.wait(7_000);
    play.make_any(Seat::Zero);
    play.happens(Input::Pause);
    // Another shell took over, whose clock reads less.
    play.now_ms = 5;
    play.happens(Input::Resume);
    play.wait(2_999);
    assert_eq!(
        play.make(Seat::One, Direction::Up),
        Err(Rejection::NotPlaying)
    );
    assert_eq!(play.game.elapsed_ms(play.now_ms), 7_000);
    play.wait(1 + 500);
    let events = play.make_any(Seat::One);
    assert!(matches!(events[..], [Event::Moved { at_ms: 7_500, .. }]));
    assert_eq!(play.game.deadline_now_ms(), Some(5 + 3_000 + 53_000));
}

#[test]
fn a_resumed_match_has_three_seconds_of_countdown_at_least() {
    for (countdown_s, expected_ms) in [(0, 3_000), (3, 3_000), (10, 10_000)] {
        let mut play = Play::started(Options {
            countdown_s,
            ..Options::default()
        });
        play.happens(Input::Pause);
        play.happens(Input::Resume);
        assert_eq!(play.game.deadline_now_ms(), Some(play.now_ms + expected_ms));
    }
}

#[test]
fn a_countdown_can_be_paused() {
    let mut play = Play::made(Options::default(), SECRET);
    play.happens(begin());
    play.wait(1_000);
    play.happens(Input::Pause);
    play.happens(Input::Resume);
    play.wait(3_000);
    assert_eq!(play.game.elapsed_ms(play.now_ms), 0);
    play.make_any(Seat::Zero);
}

#[test]
fn a_paused_match_can_be_lost_by_leaving() {
    let mut play = Play::started(Options::default());
    play.make_any(Seat::Zero);
    play.happens(Input::Pause);
    play.happens(Input::Forfeit { seat: Seat::Zero });
    assert_eq!(
        play.game.outcome().and_then(|outcome| outcome.winner),
        Some(Seat::One)
    );
}

#[test]
fn match_time_never_falls_when_the_clock_does() {
    let mut play = Play::started(Options::default());
    play.wait(9_000);
    play.make_any(Seat::Zero);
    play.now_ms -= 8_000;
    let events = play.make_any(Seat::One);
    assert!(matches!(events[..], [Event::Moved { at_ms: 9_000, .. }]));
    let events = play.happens(Input::Resign { seat: Seat::One });
    assert!(matches!(events[..], [Event::Ended { at_ms: 9_000, .. }]));
}
