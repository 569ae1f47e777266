//! Whether what a server did is found out.

use super::*;

/// The end of a match after some moves, as the table tells it, and the session before it.
fn near_the_end() -> (Session, MatchOver) {
    let (mut remote, mut session) = Remote::playing();
    for dir in Direction::ALL.into_iter().cycle().take(20) {
        remote.press(&mut session, dir, 0);
        remote.settle(&mut session, 0);
    }
    remote.table.stop(0);
    let over = remote.table.snapshot(0).result.expect("a result");
    (session, over)
}

#[track_caller]
fn check_fairness(change: impl FnOnce(&mut Session, &mut MatchOver), expected: Unfair) {
    let (mut session, mut over) = near_the_end();
    change(&mut session, &mut over);
    session.receive(ServerMessage::Over(over), 0);
    assert_eq!(session.fairness, Fairness::Broken(expected));
}

#[test]
fn an_honest_match_is_proven() {
    let (mut session, over) = near_the_end();
    let moves = session.shown(YOU).expect("a board").turn;
    assert!(moves > 5);
    session.receive(ServerMessage::Over(over), 0);
    assert_eq!(session.fairness, Fairness::Proven { tiles: moves + 4 });
}

#[test]
fn another_secret_is_found_out() {
    check_fairness(|_, over| over.secret = Secret([8; 32]), Unfair::Commitment);
}

#[test]
fn another_nonce_is_found_out() {
    let nonce = Nonce::new(vec![1]).expect("a nonce");
    check_fairness(|_, over| over.nonces[Seat::One] = nonce, Unfair::Seed);
    check_fairness(
        |session, _| {
            let own = Nonce::new(vec![2; 16]).expect("a nonce");
            session.ready(YOU, own);
        },
        Unfair::Nonce,
    );
}

#[test]
fn another_result_is_found_out() {
    check_fairness(|_, over| over.scores[YOU] += 4, Unfair::Result);
    check_fairness(|_, over| over.reason = Reason::Target, Unfair::Result);
}

#[test]
fn a_tile_that_does_not_follow_is_found_out() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    remote.press(&mut session, dir, 0);
    let Some(ServerMessage::Board(update)) = remote.answer(0) else {
        panic!("a board was expected");
    };
    session.receive(ServerMessage::Board(with_a_four(update)), 0);
    remote.table.stop(0);
    let mut over = remote.table.snapshot(0).result.expect("a result");
    over.scores = session.boards.expect("boards").map(|board| board.score);
    session.receive(ServerMessage::Over(over), 0);
    let expected = Unfair::Tile {
        seat: YOU,
        number: 2,
    };
    assert_eq!(session.fairness, Fairness::Broken(expected));
}

/// The same board with another new tile.
fn with_a_four(mut update: BoardUpdate) -> BoardUpdate {
    let value = 6 - update.moved.spawn.value;
    update.moved.spawn = Spawn {
        value,
        ..update.moved.spawn
    };
    update.rows.place(update.moved.spawn);
    update
}

#[test]
fn a_board_that_does_not_follow_from_its_move_is_found_out() {
    let (mut remote, mut session) = Remote::playing();
    let (dir, _) = directions(&session);
    remote.press(&mut session, dir, 0);
    let Some(ServerMessage::Board(mut update)) = remote.answer(0) else {
        panic!("a board was expected");
    };
    update.moved.gained += 4;
    session.receive(ServerMessage::Board(update), 0);
    remote.table.stop(0);
    let over = remote.table.snapshot(0).result.expect("a result");
    session.receive(ServerMessage::Over(over), 0);
    let expected = Unfair::Board { seat: YOU, turn: 1 };
    assert_eq!(session.fairness, Fairness::Broken(expected));
}
