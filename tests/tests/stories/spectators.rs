//! Who watches.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, ErrorCode, Phase, ServerMessage};
use versus2048_tests::{TestServer, eager, eventually};

#[tokio::test]
async fn who_comes_late_sees_the_boards_and_every_move_from_then_on() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    for _ in 0..5 {
        ana.make_chosen(eager).await;
    }
    let mut eve = server.player("Eve").await;
    eve.watch(&ana.view().snapshot.code).await;
    assert_eq!(eve.view().boards()[Seat::Zero].turn, 5);
    assert_eq!(eve.view().snapshot.watching, 1);
    bo.make_chosen(eager).await;
    ana.make_chosen(eager).await;
    eve.settle().await;
    bo.settle().await;
    ana.settle().await;
    assert_eq!(eve.view().boards(), ana.view().boards());
    assert_eq!(eve.view().boards(), bo.view().boards());
    ana.send(&ClientMessage::Resign {}).await;
    let over = eve.until_over().await;
    assert_eq!(over.winner, Some(Seat::One));
}

#[tokio::test]
async fn the_number_of_spectators_is_told_at_most_once_a_second_and_the_last_always() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    let code = ana.view().snapshot.code;
    let mut crowd = Vec::new();
    for number in 0..5 {
        let mut watcher = server.player(&format!("Eve {number}")).await;
        watcher.watch(&code).await;
        crowd.push(watcher);
    }
    server.advance(1_000);
    while ana.view().snapshot.watching != 5 {
        ana.told("5 spectators").await;
    }
    crowd.truncate(2);
    eventually("2 spectators", async || {
        server.advance(1_000);
        ana.settle().await;
        ana.view().snapshot.watching == 2
    })
    .await;
}

#[tokio::test]
async fn a_spectator_only_looks() {
    let server = TestServer::start();
    let [ana, _bo] = server.playing(Options::default()).await;
    let mut eve = server.player("Eve").await;
    eve.watch(&ana.view().snapshot.code).await;
    for message in [
        ClientMessage::Ready { nonce: None },
        ClientMessage::Resign {},
        ClientMessage::Rematch {},
    ] {
        assert_eq!(eve.refused(&message).await, ErrorCode::NotSeated);
    }
    let emote = ClientMessage::Emote {
        kind: versus2048_protocol::wire::Emote::Hello,
    };
    assert_eq!(eve.refused(&emote).await, ErrorCode::NotSeated);
}

#[tokio::test]
async fn a_spectator_leaves_without_a_trace_in_the_match() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    let code = ana.view().snapshot.code;
    let mut eve = server.player("Eve").await;
    eve.watch(&code).await;
    let left = eve.ask(&ClientMessage::Leave {}).await;
    assert_eq!(left, ServerMessage::Left { code });
    assert_eq!(
        eve.refused(&ClientMessage::Leave {}).await,
        ErrorCode::NotSeated
    );
    ana.make_chosen(eager).await;
    ana.settle().await;
    assert_eq!(ana.phase(), Phase::Playing);
    assert_eq!(eve.settle().await, []);
}

#[tokio::test]
async fn a_spectator_who_joins_becomes_the_seat() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let mut bo = server.player("Bo").await;
    bo.watch(&code).await;
    assert_eq!(bo.view().snapshot.watching, 1);
    bo.join(&code).await;
    assert_eq!((bo.seat(), bo.view().snapshot.watching), (Seat::One, 0));
    ana.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn a_table_may_be_closed_to_spectators() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let private = Options {
        watchable: false,
        ..Options::default()
    };
    let code = ana.create(private).await;
    let mut eve = server.player("Eve").await;
    let watch = ClientMessage::Watch {
        code: code.to_string(),
    };
    assert_eq!(eve.refused(&watch).await, ErrorCode::NotWatchable);
    eve.join(&code).await;
    assert_eq!(eve.seat(), Seat::One);
}

#[tokio::test]
async fn watching_another_table_leaves_the_first() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    let [mut cem, _dia] = server.playing(Options::default()).await;
    let mut eve = server.player("Eve").await;
    eve.watch(&ana.view().snapshot.code).await;
    eve.watch(&cem.view().snapshot.code).await;
    ana.make_chosen(eager).await;
    cem.make_chosen(eager).await;
    eve.settle().await;
    // A board of the first table would not have fitted the second.
    assert_eq!(eve.view().boards()[Seat::Zero].turn, 1);
    assert_eq!(eve.view().boards()[Seat::Zero].rows, cem.board());
}

#[tokio::test]
async fn watching_ends_with_the_connection() {
    let server = TestServer::start();
    let [ana, _bo] = server.playing(Options::default()).await;
    let mut eve = server.player("Eve").await;
    eve.watch(&ana.view().snapshot.code).await;
    let mut again = server.again(&eve).await;
    assert_eq!(again.seated, None);
    assert_eq!(again.settle().await, []);
    assert_eq!(again.table, None);
}
