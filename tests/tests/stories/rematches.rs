//! One match after another at a table.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, ClosedReason, ErrorCode, Phase, ServerMessage};
use versus2048_tests::{TestServer, Viewers, eager};

const REMATCH: ClientMessage = ClientMessage::Rematch {};

/// A match that Bo has lost by resigning.
async fn finished(server: &TestServer) -> Viewers {
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    ana.make_chosen(eager).await;
    bo.send(&ClientMessage::Resign {}).await;
    ana.until_over().await;
    bo.until_over().await;
    [ana, bo]
}

#[tokio::test]
async fn everyone_stays_for_a_rematch() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    let before = ana.view().snapshot.clone();
    let mut eve = server.player("Eve").await;
    eve.watch(&before.code).await;

    let offered = ana.ask(&REMATCH).await;
    assert_eq!(offered, ServerMessage::RematchOffered { seat: Seat::Zero });
    let answer = bo.ask(&REMATCH).await;
    assert!(matches!(answer, ServerMessage::Match(_)), "{answer:?}");
    for viewer in [&mut ana, &mut bo, &mut eve] {
        viewer.until_phase(Phase::Ready).await;
        let after = &viewer.view().snapshot;
        assert_eq!(after.code, before.code);
        assert_ne!(after.id, before.id);
        assert_ne!(after.commitment, before.commitment);
        assert_eq!(after.options, before.options);
        assert_eq!(after.series.wins.0, [1, 0]);
        let players = after.players.0.iter().flatten();
        let names: Vec<&str> = players.map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Ana", "Bo"]);
    }
    assert_eq!((ana.seat(), bo.seat()), (Seat::Zero, Seat::One));
    ana.ready().await;
    bo.ready().await;
    let mut all = [ana, bo, eve];
    for viewer in &mut all {
        viewer.until_phase(Phase::Countdown).await;
    }
    server.run_out_countdown(&mut all).await;
    let [ana, _, eve] = &mut all;
    ana.make_chosen(eager).await;
    eve.settle().await;
    assert_eq!(eve.view().boards()[Seat::Zero].turn, 1);
    assert_eq!(eve.view().snapshot.series.game, 2);
}

#[tokio::test]
async fn an_offer_is_told_to_all_and_again_when_it_is_made_again() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    for _ in 0..2 {
        bo.send(&REMATCH).await;
        let seat = ana
            .expect("an offer", |message| match message {
                ServerMessage::RematchOffered { seat } => Some(*seat),
                _ => None,
            })
            .await;
        assert_eq!(seat, Seat::One);
    }
    assert_eq!(ana.phase(), Phase::Over);
}

#[tokio::test]
async fn an_offer_outlives_a_disconnect() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    bo.ask(&REMATCH).await;
    let away = bo.vanish();
    ana.until_presence(Seat::One, false).await;
    ana.ask(&REMATCH).await;
    ana.until_phase(Phase::Ready).await;
    let mut bo = away.come_back().await;
    bo.until_phase(Phase::Ready).await;
    assert_eq!(bo.seat(), Seat::One);
}

#[tokio::test]
async fn who_leaves_after_an_offer_closes_the_table() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    ana.ask(&REMATCH).await;
    let code = bo.view().snapshot.code;
    bo.send(&ClientMessage::Leave {}).await;
    let closed = ServerMessage::Closed {
        code,
        reason: ClosedReason::Left,
    };
    ana.expect("closed", |message| (*message == closed).then_some(()))
        .await;
    assert_eq!(ana.refused(&REMATCH).await, ErrorCode::NotSeated);
}

#[tokio::test]
async fn a_rematch_needs_an_end() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    assert_eq!(ana.refused(&REMATCH).await, ErrorCode::WrongPhase);
}

#[tokio::test]
async fn a_finished_table_closes_when_its_time_is_up() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    server.advance(300_000);
    for player in [&mut ana, &mut bo] {
        let reason = player
            .expect("closed", |message| match message {
                ServerMessage::Closed { reason, .. } => Some(*reason),
                _ => None,
            })
            .await;
        assert_eq!(reason, ClosedReason::Idle);
    }
}

#[tokio::test]
async fn a_new_table_ends_the_finished_one() {
    let server = TestServer::start();
    let [mut ana, mut bo] = finished(&server).await;
    let code = bo.view().snapshot.code;
    ana.create(Options::default()).await;
    let closed = ServerMessage::Closed {
        code,
        reason: ClosedReason::Left,
    };
    bo.expect("closed", |message| (*message == closed).then_some(()))
        .await;
    assert_eq!(ana.phase(), Phase::Waiting);
}
