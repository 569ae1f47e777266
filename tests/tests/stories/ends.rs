//! Two players host, join and play to the end, by each reason.

use versus2048_protocol::game::{Reason, Seat, by_score};
use versus2048_protocol::rules::{Options, Scoring, TileSource};
use versus2048_protocol::wire::{ClientMessage, MatchOver, Phase, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer, Viewers, avoiding, eager};

/// How many matches are played at most until one ends as it should.
const TRIES: u32 = 60;

/// Boards that are soon stuck, without a target.
fn tiny() -> Options {
    Options {
        rows: 2,
        cols: 2,
        target: None,
        countdown_s: 0,
        ..Options::default()
    }
}

/// Both see the same end, once, and nothing follows from it.
async fn assert_over(viewers: &mut Viewers, winner: Option<Seat>, reason: Reason) -> MatchOver {
    let [ana, bo] = viewers;
    let over = ana.until_over().await;
    assert_eq!(bo.until_over().await, over);
    assert_eq!((over.winner, over.reason), (winner, reason));
    ana.settle().await;
    bo.settle().await;
    assert_eq!((ana.view().ends, bo.view().ends), (1, 1));
    over
}

/// Plays new matches until one ends by this reason, and gives its end.
async fn until_ended_by(
    options: Options,
    reason: Reason,
    play: impl AsyncFn(&mut Viewers),
) -> MatchOver {
    let server = TestServer::start();
    for _ in 0..TRIES {
        let mut viewers = server.playing(options).await;
        play(&mut viewers).await;
        let over = viewers[0].until_over().await;
        if over.reason == reason {
            return assert_over(&mut viewers, over.winner, reason).await;
        }
    }
    unreachable!("one of {TRIES} matches ends by {reason}");
}

#[tokio::test]
async fn who_reaches_the_target_wins() {
    // So large a board is not stuck before.
    let options = Options {
        rows: 8,
        cols: 8,
        target: Some(64),
        ..Options::default()
    };
    let server = TestServer::start();
    let mut viewers = server.playing(options).await;
    let [ana, bo] = &mut viewers;
    ana.make_chosen(eager).await;
    bo.play(eager).await;
    assert!(bo.board().best_tile() >= 64);
    let over = assert_over(&mut viewers, Some(Seat::One), Reason::Target).await;
    assert_eq!(over.series.wins.0, [0, 1]);
}

#[tokio::test]
async fn without_a_target_the_score_decides() {
    let over = until_ended_by(tiny(), Reason::Stuck, async |[ana, bo]: &mut Viewers| {
        ana.play(eager).await;
        if ana.phase() == Phase::Playing {
            bo.play(avoiding).await;
        }
    })
    .await;
    assert_eq!(over.winner, by_score(over.scores, Reason::Stuck).winner);
}

#[tokio::test]
async fn who_overtakes_a_stuck_board_wins_at_once() {
    let options = Options {
        rows: 3,
        tiles: TileSource::Independent,
        ..tiny()
    };
    let over = until_ended_by(
        options,
        Reason::Outscored,
        async |[ana, bo]: &mut Viewers| {
            ana.play(avoiding).await;
            if ana.phase() == Phase::Playing {
                bo.play(eager).await;
            }
        },
    )
    .await;
    assert!(over.scores[Seat::One] > over.scores[Seat::Zero]);
    assert_eq!(over.winner, Some(Seat::One));
}

#[tokio::test]
async fn equal_boards_that_get_stuck_are_a_draw() {
    let server = TestServer::start();
    let mut viewers = server.playing(tiny()).await;
    let [ana, bo] = &mut viewers;
    // Tiles are mirrored, so equal moves make equal boards.
    ana.play(eager).await;
    bo.play(eager).await;
    assert_eq!(ana.board(), bo.board());
    let over = assert_over(&mut viewers, None, Reason::Stuck).await;
    assert_eq!(over.series.draws, 1);
}

#[tokio::test]
async fn when_the_time_is_over_the_higher_score_wins() {
    let options = Options {
        time_limit_s: Some(10),
        ..Options::default()
    };
    let server = TestServer::start();
    let mut viewers = server.playing(options).await;
    while viewers[0].score() == 0 {
        viewers[0].make_chosen(eager).await;
    }
    server.advance(9_999);
    viewers[0].make_chosen(eager).await;
    assert_eq!(viewers[0].phase(), Phase::Playing);
    server.advance(1);
    assert_over(&mut viewers, Some(Seat::Zero), Reason::Time).await;
}

#[tokio::test]
async fn when_the_time_is_over_equal_scores_are_a_draw() {
    let options = Options {
        time_limit_s: Some(10),
        ..Options::default()
    };
    let server = TestServer::start();
    let mut viewers = server.playing(options).await;
    server.advance(10_000);
    assert_over(&mut viewers, None, Reason::Time).await;
}

#[tokio::test]
async fn who_resigns_loses_even_when_ahead() {
    let server = TestServer::start();
    let mut viewers = server.playing(Options::default()).await;
    let [ana, _] = &mut viewers;
    while ana.score() == 0 {
        ana.make_chosen(eager).await;
    }
    let answer = ana.ask(&ClientMessage::Resign {}).await;
    assert!(matches!(answer, ServerMessage::Over(_)), "{answer:?}");
    let over = assert_over(&mut viewers, Some(Seat::One), Reason::Resigned).await;
    assert!(over.scores[Seat::Zero] > over.scores[Seat::One]);
}

#[tokio::test]
async fn who_leaves_loses_even_when_ahead_and_the_table_closes() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    while bo.score() == 0 {
        bo.make_chosen(eager).await;
    }
    let code = bo.view().snapshot.code;
    let left = bo.ask(&ClientMessage::Leave {}).await;
    assert_eq!(left, ServerMessage::Left { code });
    let over = ana.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::Zero), Reason::Resigned)
    );
    ana.expect("closed", |message| {
        matches!(message, ServerMessage::Closed { .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn the_end_is_told_to_the_leaver_too() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    ana.make_chosen(eager).await;
    ana.send(&ClientMessage::Leave {}).await;
    let over = ana.until_over().await;
    assert_eq!(over.winner, Some(Seat::One));
    ana.expect("left", |message| {
        matches!(message, ServerMessage::Left { .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn who_stays_away_loses_even_when_ahead() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    while bo.score() == 0 {
        bo.make_chosen(eager).await;
    }
    bo.vanish();
    ana.until_presence(Seat::One, false).await;
    server.advance(44_999);
    ana.settle().await;
    assert_eq!(ana.phase(), Phase::Playing);
    server.advance(1);
    let over = ana.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::Zero), Reason::Abandoned)
    );
}

#[tokio::test]
async fn where_both_stay_away_nobody_wins() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    let mut eve = server.player("Eve").await;
    eve.watch(&ana.view().snapshot.code).await;
    ana.make_chosen(eager).await;
    bo.make_chosen(eager).await;
    ana.vanish();
    bo.vanish();
    for seat in Seat::ALL {
        eve.until_presence(seat, false).await;
    }
    server.advance(45_000);
    let over = eve.until_over().await;
    assert_eq!((over.winner, over.reason), (None, Reason::Aborted));
    assert_eq!((over.series.wins.0, over.series.draws), ([0, 0], 0));
}

/// Whatever would make somebody win before any move makes nobody win.
#[tokio::test]
async fn before_any_move_nobody_wins_by_anything() {
    let server = TestServer::start();
    let mut viewers = server.playing(Options::default()).await;
    viewers[1].send(&ClientMessage::Resign {}).await;
    let over = assert_over(&mut viewers, None, Reason::Aborted).await;
    assert_eq!((over.series.wins.0, over.series.draws), ([0, 0], 0));

    let [mut ana, bo] = server.playing(Options::default()).await;
    bo.vanish();
    ana.until_presence(Seat::One, false).await;
    server.advance(45_000);
    let over = ana.until_over().await;
    assert_eq!((over.winner, over.reason), (None, Reason::Aborted));

    let mut viewers = server.counting(Options::default()).await;
    viewers[0].send(&ClientMessage::Resign {}).await;
    assert_over(&mut viewers, None, Reason::Aborted).await;
}

#[tokio::test]
async fn a_sum_of_tiles_can_be_the_score() {
    let options = Options {
        scoring: Scoring::Sum,
        ..Options::default()
    };
    let server = TestServer::start();
    let [mut ana, bo] = server.playing(options).await;
    assert_eq!(bo.score(), bo.board().sum());
    for _ in 0..20 {
        let update = ana.make_chosen(eager).await;
        assert_eq!(update.score, update.rows.sum());
    }
}

#[tokio::test]
async fn the_final_board_is_told_before_the_end() {
    let options = Options {
        target: Some(8),
        ..Options::default()
    };
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(options).await;
    // Whatever players are told is checked against the scores of the end.
    ana.play(eager).await;
    let last = |player: &TestPlayer| player.view().boards()[Seat::Zero];
    bo.until_over().await;
    assert_eq!(last(&bo), last(&ana));
    assert!(last(&bo).rows.best_tile() >= 8);
}

#[tokio::test]
async fn options_reach_both_boards() {
    let options = Options {
        rows: 3,
        cols: 7,
        four_permille: 1000,
        ..Options::default()
    };
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(options).await;
    for player in [&mut ana, &mut bo] {
        for board in player.view().boards() {
            assert_eq!((board.rows.rows(), board.rows.cols()), (3, 7));
            assert_eq!((board.rows.best_tile(), board.rows.sum()), (4, 8));
        }
        let update = player.make_chosen(eager).await;
        assert_eq!(update.moved.spawn.value, 4);
    }
}

#[tokio::test]
async fn nonces_of_both_are_in_the_seed() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.seated(Options::default()).await;
    let ready = |nonce: &str| ClientMessage::Ready {
        nonce: Some(nonce.parse().expect("a nonce")),
    };
    ana.send(&ready("0a0b")).await;
    // The first one holds.
    ana.send(&ready("ffff")).await;
    bo.send(&ready("")).await;
    ana.until_phase(Phase::Countdown).await;
    ana.send(&ClientMessage::Resign {}).await;
    let over = bo.until_over().await;
    let nonces = over.nonces.0.map(|nonce| nonce.to_string());
    assert_eq!(nonces, ["0a0b", ""]);
}
