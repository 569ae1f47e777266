//! An event of a stored match is one that the match would have decided, or it is refused.

use versus2048_protocol::game::{
    Bounds, Event, Impossible, Input, Match, Outcome, Reason, Seat, Stage,
};
use versus2048_protocol::rules::{Direction, Options, Secret, Spawn};

use crate::play::{Play, SECRET, begin, small};

/// The match before one of its events.
fn before(play: &Play, number: usize) -> Match {
    let mut game = play.game.unplayed();
    for event in &play.events[..number] {
        assert_eq!(game.check(event), Ok(()), "{event:?}");
        game.apply(event);
    }
    game
}

#[track_caller]
fn check_refused(game: &Match, event: &Event) {
    assert_eq!(game.check(event), Err(Impossible), "{event:?}");
}

/// What an event may not be changed to.
fn changed(event: &Event, limit_ms: u64) -> Vec<Event> {
    match *event {
        Event::Moved {
            seat,
            dir,
            gained,
            spawn,
            at_ms,
        } => {
            let moved = |seat, dir, gained, spawn, at_ms| Event::Moved {
                seat,
                dir,
                gained,
                spawn,
                at_ms,
            };
            let Spawn { row, col, value } = spawn;
            let spawns = [
                Spawn {
                    row: row ^ 1,
                    ..spawn
                },
                Spawn {
                    col: col ^ 1,
                    ..spawn
                },
                Spawn {
                    value: value ^ 6,
                    ..spawn
                },
            ];
            let mut events = vec![
                moved(seat, dir, gained + 4, spawn, at_ms),
                moved(seat, dir, gained, spawn, limit_ms),
            ];
            events.extend(spawns.map(|spawn| moved(seat, dir, gained, spawn, at_ms)));
            events
        }
        Event::Started { start_now_ms } => vec![Event::Started {
            start_now_ms: start_now_ms + 1,
        }],
        Event::Ended { outcome, at_ms } => vec![
            Event::Ended {
                outcome,
                at_ms: limit_ms + 1,
            },
            Event::Ended {
                outcome: Outcome {
                    winner: match outcome.winner {
                        Some(seat) => Some(seat.other()),
                        None => Some(Seat::Zero),
                    },
                    reason: outcome.reason,
                },
                at_ms,
            },
        ],
        Event::Begun { .. } | Event::Paused | Event::Resumed { .. } => Vec::new(),
    }
}

/// Both seats move in turn until the match is over.
fn played_to_its_end(options: Options, secret: Secret) -> Play {
    let mut play = Play::made(options, secret).start();
    while play.game.outcome().is_none() {
        for seat in Seat::ALL {
            play.wait(100);
            let _ = Direction::ALL
                .into_iter()
                .find_map(|dir| play.make(seat, dir).ok());
        }
    }
    play
}

#[test]
fn nothing_of_a_played_match_can_be_changed() {
    for number in 0..20 {
        let play = played_to_its_end(small(), Secret([number; 32]));
        for (number, event) in play.events.iter().enumerate() {
            let game = before(&play, number);
            for other in changed(event, Bounds::default().match_ms) {
                check_refused(&game, &other);
            }
        }
        for event in &play.events {
            check_refused(&play.game, event);
        }
    }
}

#[test]
fn an_end_that_the_boards_tell_comes_at_once_and_no_other() {
    let play = played_to_its_end(small(), SECRET);
    let end = play.events.last().expect("there are events");
    let game = before(&play, play.events.len() - 1);
    let (Event::Ended { outcome, at_ms }, Stage::Playing { .. }) = (end, game.stage()) else {
        panic!("the last event is the end");
    };
    let other = |reason, winner| Event::Ended {
        outcome: Outcome { winner, reason },
        at_ms: *at_ms,
    };
    check_refused(&game, &other(Reason::Resigned, outcome.winner));
    check_refused(&game, &other(Reason::Aborted, None));
    check_refused(&game, &Event::Paused);
    let later = Event::Ended {
        outcome: *outcome,
        at_ms: at_ms + 1,
    };
    check_refused(&game, &later);
}

#[test]
fn an_end_that_the_boards_do_not_tell_is_refused_where_they_would() {
    let mut play = Play::started(Options::default());
    play.make_any(Seat::Zero);
    for reason in [
        Reason::Target,
        Reason::Stuck,
        Reason::Outscored,
        Reason::Time,
    ] {
        for winner in [None, Some(Seat::Zero), Some(Seat::One)] {
            let outcome = Outcome { winner, reason };
            check_refused(&play.game, &Event::Ended { outcome, at_ms: 0 });
        }
    }
    let resigned = Outcome {
        winner: None,
        reason: Reason::Resigned,
    };
    let at_ms = play.game.elapsed_ms(play.now_ms);
    check_refused(
        &play.game,
        &Event::Ended {
            outcome: resigned,
            at_ms,
        },
    );
}

#[test]
fn match_time_never_falls_and_stands_still_while_it_is_not_played() {
    let mut play = Play::started(Options::default());
    play.wait(500);
    let moved = play.make_any(Seat::One).remove(0);
    let Event::Moved {
        seat,
        dir,
        gained,
        spawn,
        at_ms: 500,
    } = moved
    else {
        panic!("a move at 500 ms: {moved:?}");
    };
    play.wait(500);
    let next = before(&play, play.events.len() - 1);
    assert_eq!(
        next.check(&Event::Moved {
            seat,
            dir,
            gained,
            spawn,
            at_ms: 700
        }),
        Ok(())
    );
    let aborted = |at_ms| Event::Ended {
        outcome: Outcome {
            winner: None,
            reason: Reason::Aborted,
        },
        at_ms,
    };
    check_refused(&play.game, &aborted(499));
    assert_eq!(play.game.check(&aborted(500)), Ok(()));
    assert_eq!(play.game.check(&aborted(900)), Ok(()));
    play.happens(Input::Pause);
    check_refused(&play.game, &aborted(501));
    assert_eq!(play.game.check(&aborted(500)), Ok(()));
}

#[test]
fn no_event_comes_out_of_its_stage() {
    let mut play = Play::made(Options::default(), SECRET);
    let all = |play: &Play| {
        let mut other = Play::made(Options::default(), SECRET).start();
        other.make_any(Seat::Zero);
        other.happens(Input::Pause);
        other.happens(Input::Resume);
        other.happens(Input::Abort);
        let mut events = other.events;
        events.extend(play.events.iter().cloned());
        events
    };
    let possible = |play: &mut Play, expected: &[&str]| {
        let mut names: Vec<String> = all(play)
            .iter()
            .filter(|event| play.game.check(event).is_ok())
            .map(name)
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names, expected);
    };
    possible(&mut play, &["begun"]);
    play.happens(begin());
    possible(&mut play, &["ended", "paused", "started"]);
    play.wait(3000);
    possible(&mut play, &["ended", "moved", "paused"]);
    play.happens(Input::Pause);
    possible(&mut play, &["ended", "resumed"]);
    play.happens(Input::Resume);
    possible(&mut play, &["ended", "paused"]);
    play.happens(Input::Abort);
    possible(&mut play, &[]);
}

fn name(event: &Event) -> String {
    let event = serde_json::to_value(event).expect("an event is JSON");
    event["event"].as_str().expect("its name").to_owned()
}
