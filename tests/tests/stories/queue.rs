//! Players who wait for anybody.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, ErrorCode, Phase, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer};

fn queue() -> ClientMessage {
    ClientMessage::Queue { options: None }
}

/// Waits in the queue; the answer says with which options.
async fn wait_in_queue(player: &mut TestPlayer) {
    let answer = player.ask(&queue()).await;
    let options = Options::default();
    assert_eq!(answer, ServerMessage::Queued { options });
}

#[tokio::test]
async fn two_who_want_the_same_are_paired() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let mut bo = server.player("Bo").await;
    wait_in_queue(&mut ana).await;
    bo.send(&queue()).await;
    ana.until_phase(Phase::Ready).await;
    bo.until_phase(Phase::Ready).await;
    assert_eq!((ana.seat(), bo.seat()), (Seat::Zero, Seat::One));
    assert_eq!(ana.view().snapshot.code, bo.view().snapshot.code);
}

#[tokio::test]
async fn who_wants_something_else_waits_on() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let mut bo = server.player("Bo").await;
    wait_in_queue(&mut ana).await;
    let wide = serde_json::from_str(r#"{"cols":5}"#).expect("options");
    let answer = bo
        .ask(&ClientMessage::Queue {
            options: Some(wide),
        })
        .await;
    assert!(matches!(answer, ServerMessage::Queued { .. }), "{answer:?}");
    assert_eq!(ana.settle().await, []);
    // A second wish takes the place of the first.
    bo.send(&queue()).await;
    bo.until_phase(Phase::Ready).await;
    ana.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn nobody_is_paired_with_itself() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    wait_in_queue(&mut ana).await;
    wait_in_queue(&mut ana).await;
    let mut newer = server.again(&ana).await;
    assert_eq!(ana.expect_close().await, Some(4001));
    wait_in_queue(&mut newer).await;
    assert_eq!(newer.settle().await, []);
    let mut bo = server.player("Bo").await;
    bo.send(&queue()).await;
    newer.until_phase(Phase::Ready).await;
    bo.until_phase(Phase::Ready).await;
    assert_ne!(newer.seat(), bo.seat());
}

#[tokio::test]
async fn nobody_is_paired_with_who_has_gone() {
    let server = TestServer::start();
    let mut gone = server.player("Gone").await;
    wait_in_queue(&mut gone).await;
    let gone = gone.vanish();
    // The same player again, so the older connection is gone for certain.
    let mut gone = gone.come_back().await;
    let mut ana = server.player("Ana").await;
    wait_in_queue(&mut ana).await;
    assert_eq!(ana.settle().await, []);
    assert_eq!(gone.settle().await, []);
    let mut bo = server.player("Bo").await;
    bo.send(&queue()).await;
    ana.until_phase(Phase::Ready).await;
    bo.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn who_leaves_the_queue_is_not_paired() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    wait_in_queue(&mut ana).await;
    let unqueued = ana.ask(&ClientMessage::Unqueue {}).await;
    assert_eq!(unqueued, ServerMessage::Unqueued {});
    assert_eq!(ana.ask(&ClientMessage::Unqueue {}).await, unqueued);
    let mut bo = server.player("Bo").await;
    wait_in_queue(&mut bo).await;
    // Whoever makes a table waits no longer either.
    bo.create(Options::default()).await;
    let mut cem = server.player("Cem").await;
    wait_in_queue(&mut cem).await;
    assert_eq!(cem.settle().await, []);
}

#[tokio::test]
async fn an_error_changes_nothing_about_the_queue() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    wait_in_queue(&mut ana).await;
    let join = ClientMessage::Join {
        code: "ZZZZZZ".into(),
    };
    assert_eq!(ana.refused(&join).await, ErrorCode::NoSuchMatch);
    let wrong = serde_json::from_str(r#"{"rows":1}"#).expect("options");
    let wrong = ClientMessage::Queue {
        options: Some(wrong),
    };
    assert_eq!(ana.refused(&wrong).await, ErrorCode::OptionsInvalid);
    let mut bo = server.player("Bo").await;
    bo.send(&queue()).await;
    ana.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn either_of_a_pair_closes_its_table_by_leaving() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let mut bo = server.player("Bo").await;
    wait_in_queue(&mut ana).await;
    bo.send(&queue()).await;
    bo.until_phase(Phase::Ready).await;
    bo.ask(&ClientMessage::Leave {}).await;
    ana.expect("closed", |message| {
        matches!(message, ServerMessage::Closed { .. }).then_some(())
    })
    .await;
}
