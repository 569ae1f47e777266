//! The ends that boards tell: a target, two stuck boards, a stuck board that is outscored.

use versus2048_protocol::game::{
    BoardState, BySeat, Event, Input, Match, Outcome, Reason, Rejection, Seat, by_score,
    outcome_by_boards,
};
use versus2048_protocol::rules::{Direction, Options, Scoring, Secret, TileSource};

use crate::boards::board;
use crate::play::{Play, small};

/// What two boards with these scores bring by themselves, with a target of 16.
#[track_caller]
fn check_boards([zero, one]: [(&str, u64); 2], expected: Option<(Option<Seat>, Reason)>) {
    let options = Options {
        target: Some(16),
        ..small()
    };
    let state = |(text, score)| BoardState {
        board: board(text),
        turn: 9,
        score,
    };
    let expected = expected.map(|(winner, reason)| Outcome { winner, reason });
    assert_eq!(
        outcome_by_boards(&BySeat([state(zero), state(one)]), &options),
        expected
    );
    let mirrored = expected.map(|Outcome { winner, reason }| Outcome {
        winner: winner.map(Seat::other),
        reason,
    });
    assert_eq!(
        outcome_by_boards(&BySeat([state(one), state(zero)]), &options),
        mirrored
    );
}

const STUCK: &str = "2 4\n4 2";
const OPEN: &str = "2 4\n. 2";
const WON: &str = "16 4\n. 2";
const WON_AND_STUCK: &str = "16 4\n4 2";

#[test]
fn the_first_rule_that_applies_ends_the_match() {
    let zero = Some(Seat::Zero);
    check_boards([(OPEN, 8), (OPEN, 4)], None);
    check_boards([(WON, 0), (OPEN, 100)], Some((zero, Reason::Target)));
    check_boards(
        [(WON_AND_STUCK, 0), (STUCK, 100)],
        Some((zero, Reason::Target)),
    );
    check_boards(
        [(WON_AND_STUCK, 0), (OPEN, 100)],
        Some((zero, Reason::Target)),
    );
    check_boards([(STUCK, 8), (STUCK, 4)], Some((zero, Reason::Stuck)));
    check_boards([(STUCK, 8), (STUCK, 8)], Some((None, Reason::Stuck)));
    check_boards([(OPEN, 9), (STUCK, 8)], Some((zero, Reason::Outscored)));
    check_boards([(OPEN, 8), (STUCK, 8)], None);
    check_boards([(OPEN, 7), (STUCK, 8)], None);
}

#[test]
fn a_larger_tile_than_the_target_has_reached_it() {
    check_boards(
        [("32 4\n. 2", 0), (OPEN, 100)],
        Some((Some(Seat::Zero), Reason::Target)),
    );
}

#[test]
fn without_a_target_no_tile_ends_the_match() {
    let state = BoardState {
        board: board("131072 4\n. 2"),
        turn: 9,
        score: 8,
    };
    assert_eq!(outcome_by_boards(&BySeat([state, state]), &small()), None);
}

/// Plays a seat's board until it is stuck or the match is over.
fn fill(play: &mut Play, seat: Seat) {
    while play.game.outcome().is_none() && !play.boards()[seat].board.is_stuck() {
        play.make_any(seat);
    }
}

/// Plays both boards in turn until the match is over.
fn alternate(play: &mut Play) {
    while play.game.outcome().is_none() {
        for seat in Seat::ALL {
            if play.game.outcome().is_none() && !play.boards()[seat].board.is_stuck() {
                play.make_any(seat);
            }
        }
    }
}

/// The first match of many secrets that is in a certain state after some play.
#[track_caller]
fn search(options: Options, play_it: impl Fn(&mut Play), is: impl Fn(&Match) -> bool) -> Play {
    (0..=255)
        .map(|byte| {
            let mut play = Play::made(options, Secret([byte; 32])).start();
            play_it(&mut play);
            play
        })
        .find(|play| is(&play.game))
        .expect("one secret in 256 leads there")
}

#[test]
fn who_reaches_the_target_wins_at_once() {
    let options = Options {
        target: Some(8),
        ..small()
    };
    let mut play = search(
        options,
        |play| fill(play, Seat::One),
        |game| game.outcome().is_some(),
    );
    assert_eq!(play.boards()[Seat::Zero].turn, 0);
    play.assert_over(Some(Seat::One), Reason::Target);
}

#[test]
fn a_win_on_the_last_possible_move_is_seen() {
    let options = Options {
        target: Some(16),
        ..small()
    };
    let is_last = |game: &Match| {
        let stuck = game
            .boards()
            .is_some_and(|boards| boards[Seat::Zero].board.is_stuck());
        stuck
            && game
                .outcome()
                .is_some_and(|outcome| outcome.reason == Reason::Target)
    };
    let many = |four_permille| (0..=255).map(move |byte| (four_permille, byte));
    let mut play = [0, 250, 500]
        .into_iter()
        .flat_map(many)
        .map(|(four_permille, byte)| {
            let mut play = Play::made(
                Options {
                    four_permille,
                    ..options
                },
                Secret([byte; 32]),
            )
            .start();
            fill(&mut play, Seat::Zero);
            play
        })
        .find(|play| is_last(&play.game))
        .expect("one of these ends on a full board");
    play.assert_over(Some(Seat::Zero), Reason::Target);
}

#[test]
fn two_stuck_boards_are_decided_by_score() {
    let options = Options {
        tiles: TileSource::Independent,
        ..small()
    };
    let is_stuck = |game: &Match| {
        game.outcome()
            .is_some_and(|outcome| outcome.reason == Reason::Stuck)
    };
    let mut play = search(options, alternate, |game| {
        is_stuck(game) && game.scores().0[0] != game.scores().0[1]
    });
    let outcome = by_score(play.game.scores(), Reason::Stuck);
    assert!(outcome.winner.is_some());
    play.assert_over(outcome.winner, Reason::Stuck);
}

#[test]
fn two_stuck_boards_with_equal_scores_are_a_draw() {
    let mut play = search(small(), alternate, |game| {
        game.scores().0[0] == game.scores().0[1]
    });
    play.assert_over(None, Reason::Stuck);
}

/// Boards with little room and different tiles.
fn narrow() -> Options {
    Options {
        rows: 3,
        tiles: TileSource::Independent,
        ..small()
    }
}

const ZERO_OUTSCORED: Outcome = Outcome {
    winner: Some(Seat::Zero),
    reason: Reason::Outscored,
};

#[test]
fn who_gets_stuck_with_the_lower_score_loses_at_once() {
    let behind_and_stuck = |play: &mut Play| {
        (0..4).for_each(|_| drop(play.make_any(Seat::Zero)));
        fill(play, Seat::One);
    };
    let mut play = search(narrow(), behind_and_stuck, |game| {
        game.outcome() == Some(ZERO_OUTSCORED)
    });
    assert!(play.boards()[Seat::One].board.is_stuck());
    play.assert_over(Some(Seat::Zero), Reason::Outscored);
}

#[test]
fn who_overtakes_a_stuck_board_wins_with_that_move() {
    let stuck_then_overtaken = |play: &mut Play| {
        fill(play, Seat::One);
        let target = play.game.scores()[Seat::One];
        while !play.boards()[Seat::Zero].board.is_stuck() && play.game.outcome().is_none() {
            assert!(play.game.scores()[Seat::Zero] <= target);
            play.make_any(Seat::Zero);
        }
    };
    let mut play = search(narrow(), stuck_then_overtaken, |game| {
        game.outcome() == Some(ZERO_OUTSCORED)
    });
    assert!(play.boards()[Seat::One].turn > 0);
    play.assert_over(Some(Seat::Zero), Reason::Outscored);
}

#[test]
fn a_stuck_board_takes_no_move_while_the_other_plays_on() {
    let mut play = search(
        narrow(),
        |play| fill(play, Seat::One),
        |game| game.outcome().is_none(),
    );
    for dir in Direction::ALL {
        assert_eq!(play.make(Seat::One, dir), Err(Rejection::Stuck));
        let stale = Input::Move {
            seat: Seat::One,
            turn: 999,
            dir,
        };
        assert_eq!(
            play.give(stale),
            Err(Rejection::Stuck),
            "stuck comes before stale"
        );
    }
    play.make_any(Seat::Zero);
}

#[test]
fn the_move_that_ends_a_match_is_told_before_the_end() {
    let mut play = search(
        Options {
            target: Some(8),
            ..small()
        },
        |play| fill(play, Seat::Zero),
        |game| game.outcome().is_some(),
    );
    let [
        ..,
        Event::Moved {
            at_ms: moved_ms, ..
        },
        Event::Ended {
            at_ms: ended_ms, ..
        },
    ] = &play.events[..]
    else {
        panic!("the last two are the move and the end");
    };
    assert_eq!(moved_ms, ended_ms);
    play.assert_over(Some(Seat::Zero), Reason::Target);
}

#[test]
fn the_score_is_that_of_the_options() {
    let merges = Play::started(Options::default());
    assert_eq!(merges.game.scores(), BySeat([0, 0]));
    let mut sum = Play::started(Options {
        scoring: Scoring::Sum,
        ..Options::default()
    });
    for _ in 0..20 {
        for seat in Seat::ALL {
            let boards = sum.boards();
            assert_eq!(boards[seat].score, boards[seat].board.sum());
            sum.make_any(seat);
        }
    }
}
