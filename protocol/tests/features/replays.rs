//! Replays: which are valid, and each way of not being so.

use serde::Deserialize;
use serde_json::{Value, json};
use versus2048_protocol::game::{BySeat, Outcome, Reason, Rejection, Seat};
use versus2048_protocol::replay::{FORMAT, Replay, ReplayError, ReplayMove, ReplayResult, VERSION};
use versus2048_protocol::rules::{Direction, Nonce, Options, Secret};

use crate::play::Play;
use crate::vectors::{cases, seat_and_direction};

#[derive(Deserialize)]
struct Case {
    options: Options,
    secret: Secret,
    nonces: BySeat<Nonce>,
    moves: Vec<String>,
    boards: BySeat<Scored>,
    result: Option<Outcome>,
}

#[derive(Deserialize)]
struct Scored {
    score: u64,
}

/// The matches of the vectors as replays, a move every 100 ms.
fn replays() -> Vec<Replay> {
    cases::<Case>("matches").iter().filter_map(replay).collect()
}

fn replay(case: &Case) -> Option<Replay> {
    let moves = case.moves.iter().zip(1..).map(|(text, number)| {
        let (seat, dir) = seat_and_direction(text);
        json!({"at_ms": number * 100, "seat": seat, "dir": dir})
    });
    let player = |name: &str| json!({"id": name, "name": name, "kind": "human"});
    let Outcome { winner, reason } = case.result?;
    let value = json!({
        "format": FORMAT, "version": VERSION,
        "id": "0199f3a0-0000-7000-8000-000000000001", "code": "K7QX4M",
        "played_at": "2026-11-29T18:04:05Z", "options": case.options,
        "players": [player("Ana"), player("Bo")],
        "commitment": case.secret.commitment(), "secret": case.secret, "nonces": case.nonces,
        "seed": case.secret.seed(case.nonces.as_ref().0),
        "moves": moves.collect::<Vec<Value>>(),
        "result": {"winner": winner, "reason": reason,
            "scores": [case.boards[Seat::Zero].score, case.boards[Seat::One].score]},
    });
    Some(serde_json::from_value(value).expect("the value is a replay"))
}

/// A replay that its moves end, by one reason.
#[track_caller]
pub(crate) fn ended_by(reason: Reason) -> Replay {
    let mut replays = replays().into_iter();
    replays
        .find(|replay| replay.result.reason == reason)
        .expect("the vectors have one")
}

/// A replay that lacks its last moves, so that nothing has ended it.
pub(crate) fn unfinished(winner: Option<Seat>, reason: Reason) -> Replay {
    let mut replay = ended_by(Reason::Target);
    replay.moves.truncate(replay.moves.len() / 2);
    replay.result = ReplayResult {
        winner,
        reason,
        scores: scores(&replay),
        ended_at_ms: None,
    };
    replay
}

/// The scores that the moves lead to.
pub(crate) fn scores(replay: &Replay) -> BySeat<u64> {
    let mut play = Play::made(replay.options, replay.secret);
    play.game = replay.start();
    play.now_ms = 0;
    for step in &replay.moves {
        play.make(step.seat, step.dir)
            .expect("the moves are those of a match");
    }
    play.game.scores()
}

#[track_caller]
pub(crate) fn valid(replay: &Replay) {
    let game = replay.verify().expect("the replay is valid");
    assert_eq!(game.scores(), replay.result.scores);
}

/// What verification says after a change to a valid replay.
#[track_caller]
pub(crate) fn check(mut replay: Replay, change: impl FnOnce(&mut Replay), expected: ReplayError) {
    valid(&replay);
    change(&mut replay);
    assert_eq!(replay.verify(), Err(expected));
}

#[test]
fn the_matches_of_the_vectors_are_valid() {
    let replays = replays();
    assert!(replays.len() >= 10);
    for replay in &replays {
        valid(replay);
        let text = serde_json::to_string(replay).unwrap();
        assert_eq!(serde_json::from_str::<Replay>(&text).unwrap(), *replay);
    }
}

#[test]
fn a_replay_is_written_as_the_contract_says() {
    let mut replay = ended_by(Reason::Target);
    replay.moves = vec![ReplayMove {
        at_ms: 812,
        seat: Seat::Zero,
        dir: Direction::Left,
    }];
    let Replay {
        commitment,
        secret,
        seed,
        ..
    } = replay;
    let [zero, one] = &replay.nonces.0;
    let [first, second] = replay.result.scores.0;
    let options = serde_json::to_string(&replay.options).unwrap();
    let text = format!(
        r#"{{"format":"versus2048-replay","version":1,"id":"0199f3a0-0000-7000-8000-000000000001","code":"K7QX4M","played_at":"2026-11-29T18:04:05Z","options":{options},"players":[{{"id":"Ana","name":"Ana","kind":"human"}},{{"id":"Bo","name":"Bo","kind":"human"}}],"commitment":"{commitment}","secret":"{secret}","nonces":["{zero}","{one}"],"seed":"{seed}","moves":[{{"at_ms":812,"seat":0,"dir":"left"}}],"result":{{"winner":1,"reason":"target","scores":[{first},{second}]}}}}"#
    );
    assert_eq!(serde_json::to_string(&replay).unwrap(), text);
}

#[test]
fn another_format_or_version_is_not_known() {
    let replay = || ended_by(Reason::Target);
    check(
        replay(),
        |it| it.format = "chess".into(),
        ReplayError::Format,
    );
    check(replay(), |it| it.version = 2, ReplayError::Format);
}

#[test]
fn the_secret_has_to_be_the_one_committed_to() {
    let replay = || ended_by(Reason::Target);
    check(replay(), |it| it.secret.0[31] ^= 1, ReplayError::Commitment);
    check(
        replay(),
        |it| it.commitment.0[0] ^= 1,
        ReplayError::Commitment,
    );
}

#[test]
fn the_seed_has_to_follow_from_secret_and_nonces() {
    let replay = || ended_by(Reason::Target);
    let nonce: Nonce = "00".parse().unwrap();
    check(replay(), |it| it.seed.0[0] ^= 1, ReplayError::Seed);
    check(
        replay(),
        |it| it.nonces[Seat::Zero] = nonce.clone(),
        ReplayError::Seed,
    );
    check(
        replay(),
        |it| it.nonces[Seat::One] = nonce.clone(),
        ReplayError::Seed,
    );
    check(replay(), |it| it.nonces.0.reverse(), ReplayError::Seed);
}

#[test]
fn other_options_are_another_match() {
    for change in [
        |options: &mut Options| options.rows = 8,
        |options: &mut Options| options.cols = 8,
        |options: &mut Options| options.target = Some(8),
        |options: &mut Options| options.target = None,
        |options: &mut Options| options.four_permille = 1000 - options.four_permille,
        |options: &mut Options| options.scoring = versus2048_protocol::rules::Scoring::Sum,
    ] {
        let mut replay = ended_by(Reason::Target);
        change(&mut replay.options);
        assert!(replay.verify().is_err(), "{:?}", replay.options);
    }
}

#[test]
fn time_never_falls() {
    let replay = || ended_by(Reason::Target);
    check(
        replay(),
        |it| it.moves[5].at_ms = it.moves[4].at_ms - 1,
        ReplayError::Time(5),
    );
    let mut still = replay();
    still.moves.iter_mut().for_each(|step| step.at_ms = 7);
    valid(&still);
}

#[test]
fn no_move_is_made_at_the_limit_or_past_it() {
    let mut replay = ended_by(Reason::Target);
    replay.options.time_limit_s = Some(3600);
    let last = replay.moves.len() - 1;
    replay.moves[last].at_ms = 3_599_999;
    check(
        replay.clone(),
        |it| it.moves[last].at_ms = 3_600_000,
        ReplayError::Time(last),
    );
    check(
        replay,
        |it| it.moves[last].at_ms = u64::MAX,
        ReplayError::Time(last),
    );
    let day = 24 * 60 * 60 * 1000;
    check(
        ended_by(Reason::Target),
        |it| it.moves[last].at_ms = day,
        ReplayError::Time(last),
    );
}

#[test]
fn moves_are_those_that_were_made() {
    let replay = || ended_by(Reason::Target);
    let last = replay().moves.len() - 1;
    let refused = |change: fn(&mut Replay)| {
        let mut replay = replay();
        change(&mut replay);
        assert!(replay.verify().is_err());
    };
    refused(|it| it.moves = it.moves[1..].to_vec());
    refused(|it| it.moves.truncate(it.moves.len() - 1));
    refused(|it| it.moves.clear());
    refused(|it| it.moves[0].seat = it.moves[0].seat.other());
    refused(|it| {
        it.moves
            .iter_mut()
            .for_each(|step| step.seat = step.seat.other());
    });
    refused(|it| {
        let twice = it.moves[3];
        it.moves.insert(3, twice);
    });
    let again = replay().moves[last];
    check(
        replay(),
        |it| it.moves.push(again),
        ReplayError::AfterEnd(last + 1),
    );
}

#[test]
fn a_move_that_changes_nothing_is_none() {
    let replay = unfinished(Some(Seat::One), Reason::Resigned);
    let game = replay.verify().unwrap();
    let board = game.boards().unwrap()[Seat::Zero].board;
    let dirs = Direction::ALL.into_iter();
    for dir in dirs.filter(|&dir| board.slide(dir).is_none()) {
        let number = replay.moves.len();
        let step = ReplayMove {
            at_ms: 1_000_000,
            seat: Seat::Zero,
            dir,
        };
        check(
            replay.clone(),
            |it| it.moves.push(step),
            ReplayError::Move(number, Rejection::NoChange),
        );
    }
}

#[test]
fn moves_in_another_order_are_another_match() {
    let replay = ended_by(Reason::Target);
    let pair = (1..replay.moves.len()).find(|&number| {
        let [one, two] = [replay.moves[number - 1], replay.moves[number]];
        one.seat == two.seat && one.dir != two.dir
    });
    let number = pair.expect("somebody makes two different moves in a row");
    let mut swapped = replay;
    let dir = swapped.moves[number].dir;
    swapped.moves[number].dir = swapped.moves[number - 1].dir;
    swapped.moves[number - 1].dir = dir;
    assert!(swapped.verify().is_err());
}

#[test]
fn what_is_no_replay_is_not_read() {
    let value = serde_json::to_value(ended_by(Reason::Target)).unwrap();
    let fields: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    for field in fields {
        let mut without = value.clone();
        without.as_object_mut().unwrap().remove(&field);
        assert!(
            serde_json::from_value::<Replay>(without).is_err(),
            "without {field}"
        );
        let mut wrong = value.clone();
        wrong[&field] = json!(-1);
        assert!(
            serde_json::from_value::<Replay>(wrong).is_err(),
            "wrong {field}"
        );
    }
}
