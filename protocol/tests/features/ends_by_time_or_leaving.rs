//! The ends that boards don't tell: the time, the bounds of a match, and who leaves it.

use versus2048_protocol::game::{Bounds, Event, Input, Reason, Rejection, Seat, by_score};
use versus2048_protocol::rules::{Direction, Options};

use crate::play::{Play, SECRET};

#[test]
fn the_time_limit_is_decided_by_score() {
    let options = Options {
        time_limit_s: Some(10),
        ..Options::default()
    };
    let mut play = Play::started(options);
    while play.game.scores()[Seat::One] == 0 {
        play.make_any(Seat::One);
    }
    play.wait(9_999);
    assert_eq!(play.game.outcome(), None);
    assert_eq!(play.game.remaining_ms(play.now_ms), Some(1));
    play.wait(1);
    assert_eq!(play.game.elapsed_ms(play.now_ms), 10_000);
    play.assert_over(Some(Seat::One), Reason::Time);
}

#[test]
fn equal_scores_at_the_time_limit_are_a_draw() {
    let mut play = Play::started(Options {
        time_limit_s: Some(10),
        ..Options::default()
    });
    play.wait(86_400_000);
    assert!(matches!(
        play.events.last(),
        Some(Event::Ended { at_ms: 10_000, .. })
    ));
    play.assert_over(None, Reason::Time);
}

#[test]
fn the_end_of_the_time_is_noticed_without_any_input() {
    let play = Play::started(Options {
        time_limit_s: Some(10),
        ..Options::default()
    });
    let deadline = play.game.deadline_now_ms().expect("a limit is a deadline");
    assert_eq!(deadline, play.now_ms + 10_000);
    assert_eq!(play.game.advance(deadline - 1), None);
    assert!(play.game.advance(deadline).is_some());
}

#[test]
fn no_move_slips_past_the_time_limit() {
    let mut play = Play::started(Options {
        time_limit_s: Some(10),
        ..Options::default()
    });
    play.wait(9_999);
    play.make_any(Seat::Zero);
    let late = Direction::ALL.map(|dir| {
        play.game.decide(
            play.now_ms + 1,
            Input::Move {
                seat: Seat::One,
                turn: 0,
                dir,
            },
        )
    });
    assert_eq!(late, Direction::ALL.map(|_| Err(Rejection::NotPlaying)));
}

#[test]
fn a_match_ends_at_its_bounds() {
    let bounds = Bounds {
        match_ms: 5_000,
        moves: 3,
    };
    let mut play = Play::bounded(Options::default(), SECRET, bounds).start();
    (0..3).for_each(|_| drop(play.make_any(Seat::One)));
    let outcome = by_score(play.game.scores(), Reason::Time);
    play.assert_over(outcome.winner, Reason::Time);

    let mut play = Play::bounded(Options::default(), SECRET, bounds).start();
    play.wait(5_000);
    play.assert_over(None, Reason::Time);
    assert_eq!(
        Bounds::default(),
        Bounds {
            match_ms: 86_400_000,
            moves: 100_000
        }
    );
}

#[test]
fn a_leaver_who_is_ahead_loses() {
    for (input, reason) in [
        (Input::Resign { seat: Seat::Zero }, Reason::Resigned),
        (Input::Forfeit { seat: Seat::Zero }, Reason::Abandoned),
    ] {
        let mut play = Play::started(Options::default());
        while play.game.scores()[Seat::Zero] == 0 {
            play.make_any(Seat::Zero);
        }
        assert_eq!(play.happens(input).len(), 1);
        play.assert_over(Some(Seat::One), reason);
    }
}

#[test]
fn leaving_before_any_move_wins_for_nobody() {
    for seat in Seat::ALL {
        for input in [Input::Resign { seat }, Input::Forfeit { seat }] {
            let mut play = Play::started(Options::default());
            play.happens(input.clone());
            play.assert_over(None, Reason::Aborted);
            let mut play = Play::started(Options::default());
            play.make_any(seat.other());
            play.happens(input);
            assert_eq!(
                play.game.outcome().and_then(|outcome| outcome.winner),
                Some(seat.other())
            );
        }
    }
}

#[test]
fn nobody_wins_where_both_are_away() {
    let mut play = Play::started(Options::default());
    play.make_any(Seat::Zero);
    play.happens(Input::Abort);
    play.assert_over(None, Reason::Aborted);
}
