//! Playing a match again, without a screen or a clock.

use versus2048_protocol::game::{Bounds, BySeat, Event, Input, Match, Seat};
use versus2048_protocol::replay::{
    FORMAT, Replay, ReplayMove, ReplayPlayer, ReplayResult, VERSION,
};
use versus2048_protocol::rules::{Board, Direction, Nonce, Options, Secret};
use versus2048_protocol::wire::{Code, PlayerKind};

use super::*;

/// A match of so many moves, a second between two of them, given up two seconds behind the last.
pub(crate) fn replay_of(moves: usize) -> Replay {
    let options = Options {
        rows: 8,
        cols: 8,
        target: None,
        ..Options::default()
    };
    let secret = Secret([9; 32]);
    let mut game = Match::new(options, secret, Bounds::default());
    game.apply(&Event::Begun {
        nonces: BySeat::<Nonce>::default(),
        start_now_ms: 0,
    });
    game.apply(&Event::Started { start_now_ms: 0 });
    let mut made = Vec::new();
    let mut at_ms = 0;
    for number in 0..moves {
        at_ms += 1000;
        let seat = Seat::ALL[number % 2];
        let boards = game.boards().expect("they are dealt");
        let state = boards[seat];
        let dir = eager(&state.board);
        let turn = state.turn.into();
        let events = game.decide(at_ms, Input::Move { seat, turn, dir });
        for event in &events.expect("the move is possible") {
            game.apply(event);
        }
        made.push(ReplayMove { at_ms, seat, dir });
    }
    let resigned = game.decide(at_ms + 2000, Input::Resign { seat: Seat::One });
    for event in &resigned.expect("the match runs") {
        game.apply(event);
    }
    let outcome = game.outcome().expect("it has ended");
    Replay {
        format: FORMAT.to_owned(),
        version: VERSION,
        id: uuid::Uuid::from_u128(1),
        code: Code::from_bits(0),
        played_at: "2026-11-29T18:04:05Z".to_owned(),
        options,
        players: BySeat(["Ana", "Bo"].map(|name| ReplayPlayer {
            id: name.to_owned(),
            name: name.to_owned(),
            kind: PlayerKind::Human,
        })),
        commitment: game.commitment(),
        secret,
        nonces: BySeat::default(),
        seed: game.seed(),
        moves: made,
        result: ReplayResult {
            winner: outcome.winner,
            reason: outcome.reason,
            scores: game.scores(),
            ended_at_ms: Some(at_ms + 2000),
        },
    }
}

/// The slide that keeps a board playable for long: towards a corner.
fn eager(board: &Board) -> Direction {
    use Direction::{Down, Left, Right, Up};
    let possible = [Down, Left, Right, Up].into_iter();
    let mut possible = possible.filter(|dir| board.slide(*dir).is_some());
    possible.next().expect("the board is not stuck")
}

fn playback(moves: usize) -> Playback {
    let tape = Tape::new(replay_of(moves)).expect("the replay holds");
    Playback::new(Arc::new(tape), 0)
}

/// The number of moves on both boards.
fn turns(playback: &Playback) -> [u32; 2] {
    let session = playback.session(0);
    let turn = |seat| session.told(seat).map_or(0, |board| board.turn);
    [turn(Seat::Zero), turn(Seat::One)]
}

#[track_caller]
fn check(playback: &Playback, position_ms: u64, expected: [u32; 2]) {
    assert_eq!(playback.progress().position_ms, position_ms);
    assert_eq!(turns(playback), expected);
    // Whatever the way, it is what folding from the start gives.
    let mut folded = playback.tape.folded_at(0);
    for made in 1..=playback.progress().made {
        folded = playback.tape.fold(&folded, made - 1, made);
    }
    assert_eq!(playback.folded, folded);
}

#[test]
fn it_runs_as_fast_as_the_match_or_faster_and_stands_at_the_end() {
    let mut playback = playback(20);
    playback.advance(999);
    check(&playback, 999, [0, 0]);
    playback.advance(2000);
    check(&playback, 2000, [1, 1]);
    playback.wind(Winding::Faster);
    playback.wind(Winding::Faster);
    playback.advance(3000);
    check(&playback, 6000, [3, 3]);
    playback.wind(Winding::Slower);
    playback.advance(3500);
    check(&playback, 7000, [4, 3]);
    playback.wind(Winding::Pause);
    playback.advance(9000);
    check(&playback, 7000, [4, 3]);
    playback.wind(Winding::Pause);
    playback.advance(100_000);
    check(&playback, 22_000, [10, 10]);
    assert!(playback.progress().is_over() && !playback.progress().is_running);
    let over = playback.session(0);
    assert_eq!(over.result.expect("a result").winner, Some(Seat::Zero));
    assert_eq!(over.fairness, Fairness::Proven { tiles: 24 });
}

#[test]
fn speeds_are_doubled_from_1_to_16() {
    let mut playback = playback(2);
    let mut speeds = vec![playback.progress().speed];
    for winding in [Winding::Faster; 5].into_iter().chain([Winding::Slower; 5]) {
        playback.wind(winding);
        speeds.push(playback.progress().speed);
    }
    assert_eq!(speeds, [1, 2, 4, 8, 16, 16, 8, 4, 2, 1, 1]);
}

#[test]
fn a_step_makes_a_move_or_takes_one_back() {
    let mut playback = playback(3);
    for (winding, position_ms, expected) in [
        (Winding::TakeBack, 0, [0, 0]),
        (Winding::NextMove, 1000, [1, 0]),
        (Winding::NextMove, 2000, [1, 1]),
        (Winding::TakeBack, 1000, [1, 0]),
        (Winding::NextMove, 2000, [1, 1]),
        (Winding::NextMove, 3000, [2, 1]),
        (Winding::NextMove, 5000, [2, 1]),
        (Winding::NextMove, 5000, [2, 1]),
        (Winding::TakeBack, 3000, [2, 1]),
        (Winding::TakeBack, 2000, [1, 1]),
    ] {
        playback.wind(winding);
        check(&playback, position_ms, expected);
        assert!(!playback.progress().is_running);
    }
}

#[test]
fn jumps_go_ten_seconds_or_to_either_end() {
    let mut playback = playback(30);
    for (winding, position_ms, expected) in [
        (Winding::Forwards, 10_000, [5, 5]),
        (Winding::Forwards, 20_000, [10, 10]),
        (Winding::Backwards, 10_000, [5, 5]),
        (Winding::End, 32_000, [15, 15]),
        (Winding::Backwards, 22_000, [11, 11]),
        (Winding::Start, 0, [0, 0]),
        (Winding::Backwards, 0, [0, 0]),
    ] {
        playback.wind(winding);
        check(&playback, position_ms, expected);
    }
}

#[test]
fn from_the_end_it_begins_again() {
    let mut playback = playback(3);
    playback.wind(Winding::End);
    playback.wind(Winding::Pause);
    check(&playback, 0, [0, 0]);
    assert!(playback.progress().is_running);
}

#[test]
fn what_was_done_last_is_its_news_the_newest_last() {
    let mut playback = playback(5);
    assert!(playback.session(0).happenings.is_empty());
    playback.wind(Winding::NextMove);
    playback.wind(Winding::NextMove);
    let session = playback.session(7);
    assert_eq!(session.happenings.len(), 2);
    let newest = &session.last_happening().expect("news").what;
    assert!(
        matches!(
            newest,
            crate::session::Happening::Slid(Seat::One, Direction::Down)
        ),
        "{newest:?}"
    );
}

#[test]
fn what_is_not_true_is_no_tape() {
    let mut replay = replay_of(5);
    replay.moves[2].dir = Direction::Up;
    assert!(Tape::new(replay).is_err());
}

#[test]
fn a_jump_in_a_long_match_folds_few_moves() {
    let mut playback = playback(3000);
    for made in [2999, 3, 1536, 1535, 1537, 511, 512, 513, 0, 3000] {
        playback.step_to(made);
        let of_each = u32::try_from(made / 2).expect("a small number");
        let of_zero = of_each + u32::try_from(made % 2).expect("0 or 1");
        check(&playback, playback.tape.time_of(made), [of_zero, of_each]);
    }
}
