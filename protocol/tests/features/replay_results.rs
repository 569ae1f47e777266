//! The result of a replay: what its moves tell, and what is taken as told.

use versus2048_protocol::game::{BySeat, Reason, Seat};
use versus2048_protocol::replay::{Replay, ReplayError, ReplayResult};

use crate::replays::{check, ended_by, scores, unfinished, valid};

#[test]
fn scores_are_those_of_the_boards() {
    for reason in [Reason::Target, Reason::Stuck, Reason::Outscored] {
        check(
            ended_by(reason),
            |it| it.result.scores[Seat::Zero] += 4,
            ReplayError::Scores,
        );
        check(
            ended_by(reason),
            |it| it.result.scores[Seat::One] += 4,
            ReplayError::Scores,
        );
    }
    for reason in [Reason::Resigned, Reason::Abandoned] {
        let told = unfinished(Some(Seat::Zero), reason);
        check(
            told,
            |it| it.result.scores[Seat::Zero] += 4,
            ReplayError::Scores,
        );
    }
}

#[test]
fn an_end_that_the_boards_tell_is_no_other() {
    for reason in [Reason::Target, Reason::Stuck, Reason::Outscored] {
        for other in [
            Reason::Target,
            Reason::Stuck,
            Reason::Outscored,
            Reason::Time,
            Reason::Resigned,
            Reason::Abandoned,
            Reason::Aborted,
        ] {
            if other != reason {
                check(
                    ended_by(reason),
                    |it| it.result.reason = other,
                    ReplayError::Result,
                );
            }
        }
        let swapped = |it: &mut Replay| {
            it.result.winner = it
                .result
                .winner
                .map_or(Some(Seat::Zero), |seat| Some(seat.other()));
        };
        check(ended_by(reason), swapped, ReplayError::Result);
    }
}

#[test]
fn an_end_that_the_boards_must_tell_is_not_taken_as_told() {
    for reason in [Reason::Target, Reason::Stuck, Reason::Outscored] {
        let told = unfinished(Some(Seat::Zero), Reason::Resigned);
        check(told, |it| it.result.reason = reason, ReplayError::Result);
    }
}

#[test]
fn resigned_and_abandoned_are_taken_as_told() {
    for reason in [Reason::Resigned, Reason::Abandoned] {
        for seat in Seat::ALL {
            valid(&unfinished(Some(seat), reason));
        }
        check(
            unfinished(Some(Seat::One), reason),
            |it| it.result.winner = None,
            ReplayError::Result,
        );
    }
}

#[test]
fn before_any_move_nobody_can_win_by_leaving() {
    let mut replay = unfinished(None, Reason::Aborted);
    replay.moves.clear();
    replay.result.scores = scores(&replay);
    let told = |reason| {
        move |it: &mut Replay| {
            it.result = ReplayResult {
                winner: Some(Seat::Zero),
                reason,
                ..it.result
            }
        }
    };
    check(replay.clone(), told(Reason::Resigned), ReplayError::Result);
    check(replay.clone(), told(Reason::Abandoned), ReplayError::Result);
    check(replay, told(Reason::Aborted), ReplayError::Result);
    valid(&unfinished(None, Reason::Aborted));
}

#[test]
fn time_needs_a_limit_or_a_match_at_its_bounds() {
    let mut replay = unfinished(None, Reason::Time);
    let BySeat([zero, one]) = replay.result.scores;
    assert_ne!(zero, one);
    let ahead = if zero > one { Seat::Zero } else { Seat::One };
    replay.result.winner = Some(ahead);
    assert_eq!(replay.verify(), Err(ReplayError::Result));
    replay.result.ended_at_ms = Some(24 * 60 * 60 * 1000);
    valid(&replay);
    replay.options.time_limit_s = Some(3600);
    replay.result.ended_at_ms = None;
    check(
        replay.clone(),
        |it| it.result.winner = Some(ahead.other()),
        ReplayError::Result,
    );
    check(replay, |it| it.result.winner = None, ReplayError::Result);
}

#[test]
fn the_end_is_not_before_the_last_move_nor_past_the_limit() {
    let mut replay = unfinished(Some(Seat::One), Reason::Resigned);
    let last_ms = replay.moves.last().unwrap().at_ms;
    replay.options.time_limit_s = Some(3600);
    replay.result.ended_at_ms = Some(last_ms);
    check(
        replay.clone(),
        |it| it.result.ended_at_ms = Some(last_ms - 1),
        ReplayError::Result,
    );
    check(
        replay,
        |it| it.result.ended_at_ms = Some(3_600_001),
        ReplayError::Result,
    );
}
