//! Games of one alone that are taken back, kept and gone on with.

use versus2048_protocol::game::Status;
use versus2048_protocol::rules::{Direction, Secret};

use super::*;

fn names() -> BySeat<String> {
    BySeat(["Ana", "nobody"].map(str::to_owned))
}

/// A small board of one alone, and how it came to be moved so often.
fn played(moves: usize) -> LocalTable {
    let options = Options {
        rows: 3,
        cols: 3,
        target: None,
        countdown_s: 0,
        ..Options::default()
    };
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::Solo, options, names(), chance);
    table.begin(0);
    let mut now_ms = 0;
    for dir in Direction::ALL.into_iter().cycle().take(10_000) {
        if table.moves().len() >= moves || table.game.outcome().is_some() {
            break;
        }
        now_ms += 10;
        let turn = table.moves().len() as u64;
        let step = ClientMessage::Move { turn, dir };
        table.handle(now_ms, Seat::Zero, &step);
    }
    table
}

/// What can be seen of a board, whatever the time is.
fn seen(table: &LocalTable) -> (BoardView, Phase) {
    (table.board(Seat::Zero), phase(table.game.stage()))
}

#[test]
fn moves_are_taken_back_one_by_one_and_the_game_is_marked() {
    let mut table = played(6);
    for moves in [5, 4, 3, 2, 1, 0] {
        let told = table.undo(100);
        assert!(matches!(told[..], [ServerMessage::Match(_)]), "{told:?}");
        assert_eq!(seen(&table), seen(&played(moves)));
        assert!(table.is_undone());
    }
    assert_eq!(table.undo(100), []);
    table.handle(200, Seat::Zero, &ClientMessage::Rematch {});
    assert!(!table.is_undone());
}

#[test]
fn the_move_that_left_a_board_stuck_can_be_taken_back() {
    let mut table = played(usize::MAX);
    let (board, phase) = seen(&table);
    assert_eq!((board.status, phase), (Status::Stuck, Phase::Over));
    let moves = table.moves().len();
    table.undo(1_000_000);
    assert_eq!(seen(&table), seen(&played(moves - 1)));
    assert_eq!(seen(&table).1, Phase::Playing);
}

#[test]
fn two_at_one_keyboard_take_nothing_back() {
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let mut table = LocalTable::new(LocalKind::HotSeat, options, names(), Chance::Random);
    table.begin(0);
    for dir in Direction::ALL {
        table.handle(1, Seat::One, &ClientMessage::Move { turn: 0, dir });
    }
    assert_eq!(table.undo(2), []);
    assert_eq!(table.saved(Some(2048)), None);
}

#[test]
fn a_kept_game_goes_on_as_if_it_had_never_stopped() {
    let mut kept = played(7);
    let saved = kept.saved(Some(2048)).expect("it is not over");
    let chance = Chance::Random;
    let mut table = LocalTable::resumed(saved.clone(), names(), chance).expect("a possible game");
    assert_eq!(table.snapshot(5).phase, Phase::Paused);
    assert_eq!(table.saved(Some(2048)), Some(saved));
    table.resume(5);
    assert_eq!(seen(&table), seen(&kept));
    for dir in Direction::ALL.into_iter().cycle().take(50) {
        let turn = kept.moves().len() as u64;
        let step = ClientMessage::Move { turn, dir };
        kept.handle(1000, Seat::Zero, &step);
        table.handle(1000, Seat::Zero, &step);
        assert_eq!(seen(&table), seen(&kept));
    }
    table.undo(1000);
    kept.undo(1000);
    assert_eq!(seen(&table), seen(&kept));
    table.stop(1000);
    let replays = table.take_replays();
    for replay in &replays {
        replay.verify().expect("a valid replay");
    }
    assert!(!replays.is_empty());
}

#[test]
fn matches_that_follow_a_kept_game_have_the_secrets_that_they_would_have_had() {
    let options = played(0).snapshot(0).options;
    let given = || Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::Solo, options, names(), given());
    table.begin(0);
    let again = |table: &mut LocalTable| {
        table.handle(0, Seat::Zero, &ClientMessage::Rematch {});
        *table.game.secret()
    };
    again(&mut table);
    for dir in Direction::ALL {
        let turn = table.moves().len() as u64;
        table.handle(1, Seat::Zero, &ClientMessage::Move { turn, dir });
    }
    let saved = table.saved(None).expect("it is not over");
    let mut resumed = LocalTable::resumed(saved, names(), given()).expect("a possible game");
    assert_eq!(again(&mut resumed), again(&mut table));
    assert_eq!(again(&mut resumed), again(&mut table));
}

#[test]
fn the_clock_of_a_kept_game_goes_on_from_its_last_move() {
    let saved = played(7).saved(Some(2048)).expect("it is not over");
    let last_ms = saved.moves.last().expect("seven moves").at_ms;
    let mut table = LocalTable::resumed(saved, names(), Chance::Random).expect("a possible game");
    table.resume(1_000_000);
    assert_eq!(table.snapshot(1_000_500).elapsed_ms, last_ms + 500);
}

#[test]
fn a_kept_game_that_can_not_have_been_is_none() {
    let saved = played(7).saved(Some(2048)).expect("it is not over");
    let mut other = saved.clone();
    other.secret = Secret([8; 32]);
    other.moves.extend_from_slice(&saved.moves);
    other.moves.extend(saved.moves);
    assert!(LocalTable::resumed(other, names(), Chance::Random).is_none());
}
