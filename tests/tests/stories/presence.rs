//! Connections that are lost, and players who come back.

use versus2048_protocol::game::{Reason, Seat};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClientMessage, ErrorCode, Phase, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer, create, eager, eventually};

#[tokio::test]
async fn who_comes_back_in_time_plays_on() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    bo.make_chosen(eager).await;
    let (board, id, code) = (bo.board(), bo.id.clone(), bo.view().snapshot.code);
    let token = bo.token.clone();
    let away = bo.vanish();
    ana.until_presence(Seat::One, false).await;
    let forfeit = ana.view().snapshot.players[Seat::One].clone();
    assert_eq!(
        forfeit.and_then(|player| player.forfeit_in_ms),
        Some(45_000)
    );
    server.advance(44_999);
    ana.make_chosen(eager).await;

    let mut bo = away.come_back().await;
    assert_eq!(
        (bo.id.clone(), bo.token.clone(), bo.seated),
        (id, token, Some(code))
    );
    bo.until_phase(Phase::Playing).await;
    assert_eq!((bo.seat(), bo.board()), (Seat::One, board));
    assert_eq!(bo.view().boards()[Seat::Zero].turn, 1);
    ana.until_presence(Seat::One, true).await;

    // Coming back has cancelled the absence wholly.
    server.advance(60_000);
    bo.make_chosen(eager).await;
    ana.settle().await;
    assert_eq!(ana.phase(), Phase::Playing);
}

#[tokio::test]
async fn each_absence_has_its_whole_allowance() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    ana.make_chosen(eager).await;
    for _ in 0..3 {
        let away = bo.vanish();
        ana.until_presence(Seat::One, false).await;
        server.advance(30_000);
        bo = away.come_back().await;
        ana.until_presence(Seat::One, true).await;
    }
    assert_eq!(ana.phase(), Phase::Playing);
}

#[tokio::test]
async fn who_comes_back_too_late_sees_the_end() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    bo.make_chosen(eager).await;
    let away = bo.vanish();
    ana.until_presence(Seat::One, false).await;
    server.advance(45_000);
    let over = ana.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::Zero), Reason::Abandoned)
    );
    let mut bo = away.come_back().await;
    assert!(bo.seated.is_some(), "the table is still there");
    assert_eq!(bo.until_over().await, over);
}

#[tokio::test]
async fn a_new_connection_takes_the_place_of_one_that_stands() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    bo.make_chosen(eager).await;
    let mut newer = server.again(&bo).await;
    assert_eq!(bo.expect_close().await, Some(4001));
    newer.until_phase(Phase::Playing).await;
    assert_eq!(newer.seat(), Seat::One);
    newer.make_chosen(eager).await;
    ana.settle().await;
    assert_eq!(ana.view().boards()[Seat::One].turn, 2);
    // The older one's end is no absence of the player.
    drop(bo);
    newer.settle().await;
    server.advance(45_000);
    newer.make_chosen(eager).await;
    assert_eq!(newer.phase(), Phase::Playing);
}

#[tokio::test]
async fn an_own_invitation_cannot_be_joined() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let join = ClientMessage::Join {
        code: code.to_string(),
    };
    assert_eq!(ana.refused(&join).await, ErrorCode::AlreadySeated);
    // A second window of the same player is the same player.
    let mut second = server.again(&ana).await;
    assert_eq!(ana.expect_close().await, Some(4001));
    assert_eq!(second.seated, Some(code));
    second.until_phase(Phase::Waiting).await;
    match second.ask(&join).await {
        ServerMessage::Error {
            code: error, table, ..
        } => {
            assert_eq!((error, table), (ErrorCode::AlreadySeated, Some(code)));
        }
        other => unreachable!("an error, not {other:?}"),
    }
    assert_eq!(second.phase(), Phase::Waiting);
}

#[tokio::test]
async fn two_players_may_have_one_name() {
    let server = TestServer::start();
    let mut one = server.player("Ana").await;
    let mut two = server.player("Ana").await;
    assert_ne!(one.id, two.id);
    assert_ne!(one.token, two.token);
    let code = one.create(Options::default()).await;
    two.join(&code).await;
    assert_eq!(two.seat(), Seat::One);
}

#[tokio::test]
async fn the_countdown_starts_the_match_whoever_is_absent() {
    let server = TestServer::start();
    let [mut ana, bo] = server.counting(Options::default()).await;
    bo.vanish();
    ana.until_presence(Seat::One, false).await;
    server.advance(3_000);
    ana.until_phase(Phase::Playing).await;
    ana.make_chosen(eager).await;
}

#[tokio::test]
async fn being_ready_outlives_a_disconnect() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.seated(Options::default()).await;
    bo.ready().await;
    let away = bo.vanish();
    ana.until_presence(Seat::One, false).await;
    let seat = ana.view().snapshot.players[Seat::One].clone();
    assert_eq!(seat.and_then(|player| player.forfeit_in_ms), None);
    ana.ready().await;
    ana.until_phase(Phase::Countdown).await;
    let mut bo = away.come_back().await;
    bo.until_phase(Phase::Countdown).await;
}

#[tokio::test]
async fn a_seat_keeps_the_name_it_had() {
    let server = TestServer::start();
    let [mut ana, bo] = server.playing(Options::default()).await;
    let renamed = TestPlayer::connect(server.address, "Robert", Some(&bo.token)).await;
    assert_eq!(renamed.id, bo.id);
    ana.settle().await;
    let name = |seat: Seat| {
        ana.view().snapshot.players[seat]
            .clone()
            .map(|player| player.name)
    };
    assert_eq!(name(Seat::One), Some("Bo".into()));
}

#[tokio::test]
async fn a_token_that_is_none_makes_a_fresh_player() {
    let server = TestServer::start();
    let ana = server.player("Ana").await;
    for token in ["", "00", &"0".repeat(64), &"x".repeat(300)] {
        let other = TestPlayer::connect(server.address, "Ana", Some(token)).await;
        assert_ne!(other.id, ana.id);
        assert_eq!(other.token.len(), 64);
        assert_ne!(other.token, token);
    }
}

#[tokio::test]
async fn a_table_whose_creator_stays_away_closes() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let mut eve = server.player("Eve").await;
    eve.watch(&code).await;
    ana.vanish();
    eventually("the table not to be listed", async || {
        eve.list().await.is_empty()
    })
    .await;
    server.advance(45_000);
    let closed = eve
        .expect("closed", |message| match message {
            ServerMessage::Closed { code, reason } => Some((*code, *reason)),
            _ => None,
        })
        .await;
    assert_eq!(
        closed,
        (code, versus2048_protocol::wire::ClosedReason::Left)
    );
}

#[tokio::test]
async fn what_an_older_connection_sent_before_is_not_lost_and_after_is_not_done() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    bo.make_chosen(eager).await;
    let mut newer = server.again(&bo).await;
    newer.until_phase(Phase::Playing).await;
    assert_eq!(newer.view().boards()[Seat::One].turn, 1);
    assert_eq!(bo.expect_close().await, Some(4001));
    ana.settle().await;
    assert_eq!(ana.view().boards()[Seat::One].turn, 1);
    let options = create(Options::default());
    assert_eq!(newer.refused(&options).await, ErrorCode::AlreadySeated);
    assert!(newer.make_at(0, Direction::Left).await.is_err());
}
