//! Moves: which are made, which are refused, and who is told.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClientMessage, ErrorCode, Phase, RejectedReason, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer, eager};

/// A direction that changes a player's board.
fn possible(player: &TestPlayer) -> Direction {
    eager(&player.board()).expect("a move is possible")
}

/// A direction that does not, after as many moves as it takes until there is one.
async fn impossible(player: &mut TestPlayer) -> Direction {
    loop {
        let board = player.board();
        let mut dirs = Direction::ALL.into_iter();
        if let Some(dir) = dirs.find(|&dir| board.slide(dir).is_none()) {
            return dir;
        }
        player.make_chosen(eager).await;
    }
}

#[tokio::test]
async fn a_move_sent_twice_is_made_once() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    let dir = possible(&ana);
    let once = ana
        .send_with_id(&ClientMessage::Move { turn: 0, dir })
        .await;
    let twice = ana
        .send_with_id(&ClientMessage::Move { turn: 0, dir })
        .await;
    let answer = ana.answer(once).await;
    assert!(matches!(answer, ServerMessage::Board(_)), "{answer:?}");
    let answer = ana.answer(twice).await;
    let stale = ServerMessage::Rejected {
        turn: 0,
        dir,
        reason: RejectedReason::Stale,
    };
    assert_eq!(answer, stale);
    assert_eq!(ana.view().boards()[Seat::Zero].turn, 1);
}

#[tokio::test]
async fn a_late_move_and_one_ahead_are_stale() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    for _ in 0..3 {
        ana.make_chosen(eager).await;
    }
    for turn in [0, 2, 4, 5, 1 << 40] {
        let dir = possible(&ana);
        assert_eq!(ana.make_at(turn, dir).await, Err(RejectedReason::Stale));
    }
}

#[tokio::test]
async fn several_moves_may_be_sent_ahead() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    let mut ids = Vec::new();
    let mut board = ana.board();
    // The tiles between them are not known, so every second one may change nothing.
    for turn in 0..6 {
        let dir = eager(&board).expect("a move is possible");
        ids.push(ana.send_with_id(&ClientMessage::Move { turn, dir }).await);
        board = board.slide(dir).map_or(board, |slide| slide.board);
        if eager(&board).is_none() {
            break;
        }
    }
    let mut refused = false;
    for id in ids {
        match ana.answer(id).await {
            ServerMessage::Board(_) => assert!(!refused, "what follows a refusal is stale"),
            ServerMessage::Rejected { .. } => refused = true,
            other => unreachable!("board or rejected, not {other:?}"),
        }
    }
    assert!(ana.view().boards()[Seat::Zero].turn > 0);
    let turn = ana.view().boards()[Seat::Zero].turn;
    bo.settle().await;
    assert_eq!(bo.view().boards()[Seat::Zero].turn, turn);
}

#[tokio::test]
async fn a_move_moves_the_mover_s_board_alone() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    for _ in 0..3 {
        ana.make_chosen(eager).await;
    }
    bo.settle().await;
    let before = bo.board();
    // The turn of the other's board is not the one of Bo's.
    let dir = possible(&bo);
    assert_eq!(bo.make_at(3, dir).await, Err(RejectedReason::Stale));
    assert_eq!(bo.board(), before);
    ana.settle().await;
    assert_eq!(ana.view().boards()[Seat::One].turn, 0);
}

#[tokio::test]
async fn a_move_that_changes_nothing_is_told_to_nobody_else() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    let dir = impossible(&mut ana).await;
    bo.settle().await;
    let before = *ana.view().boards();
    for _ in 0..5 {
        assert_eq!(ana.make(dir).await, Err(RejectedReason::NoChange));
    }
    assert_eq!(bo.settle().await, []);
    assert_eq!(ana.settle().await, []);
    assert_eq!(*ana.view().boards(), before);
    let update = ana.make_chosen(eager).await;
    assert_eq!(update.turn, before[Seat::Zero].turn + 1);
}

#[tokio::test]
async fn nothing_moves_before_the_start() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let not_playing = Err(RejectedReason::NotPlaying);
    assert_eq!(ana.make_at(0, Direction::Left).await, not_playing);
    let mut bo = server.player("Bo").await;
    bo.join(&code).await;
    assert_eq!(bo.make_at(0, Direction::Left).await, not_playing);
    ana.ready().await;
    bo.ready().await;
    ana.until_phase(Phase::Countdown).await;
    server.advance(2_999);
    for dir in Direction::ALL {
        assert_eq!(ana.make_at(0, dir).await, not_playing);
    }
    server.advance(1);
    ana.until_phase(Phase::Playing).await;
    assert_eq!(ana.view().boards()[Seat::Zero].turn, 0);
    ana.make_chosen(eager).await;
}

#[tokio::test]
async fn nothing_moves_after_the_end() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    ana.make_chosen(eager).await;
    bo.send(&ClientMessage::Resign {}).await;
    ana.until_over().await;
    let before = ana.board();
    for dir in Direction::ALL {
        assert_eq!(ana.make_at(1, dir).await, Err(RejectedReason::NotPlaying));
        assert_eq!(bo.make_at(0, dir).await, Err(RejectedReason::NotPlaying));
    }
    assert_eq!(ana.board(), before);
}

#[tokio::test]
async fn only_seats_move() {
    let server = TestServer::start();
    let [ana, _bo] = server.playing(Options::default()).await;
    let mut eve = server.player("Eve").await;
    let left = ClientMessage::Move {
        turn: 0,
        dir: Direction::Left,
    };
    assert_eq!(eve.refused(&left).await, ErrorCode::NotSeated);
    eve.watch(&ana.view().snapshot.code).await;
    assert_eq!(eve.refused(&left).await, ErrorCode::NotSeated);
}

#[tokio::test]
async fn the_answer_to_a_move_is_marked_for_the_mover_alone() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    let dir = possible(&ana);
    let id = ana
        .send_with_id(&ClientMessage::Move { turn: 0, dir })
        .await;
    let to_ana = ana.told("board").await;
    let to_bo = bo.told("board").await;
    assert_eq!(to_ana.re, Some(id.into()));
    assert_eq!(to_bo.re, None);
    assert_eq!(to_ana.message, to_bo.message);
}

#[tokio::test]
async fn match_time_never_falls_over_both_boards() {
    let options = Options {
        time_limit_s: Some(10),
        ..Options::default()
    };
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(options).await;
    let mut times = Vec::new();
    for _ in 0..5 {
        server.advance(1_000);
        times.push(ana.make_chosen(eager).await.at_ms);
        times.push(bo.make_chosen(eager).await.at_ms);
    }
    let expected = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map(|seconds| seconds * 1_000);
    assert_eq!(times, expected);
}
