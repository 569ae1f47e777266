//! Absence, return, second connections, and tables that close by themselves.

use serde_json::json;

use super::{Hall, text};

#[tokio::test]
async fn who_comes_back_in_time_loses_nothing() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    ana.hang_up().await;
    let gone = bo.expect("presence").await;
    assert_eq!(
        gone,
        json!({"type": "presence", "seat": 0, "connected": false, "forfeit_in_ms": 45_000})
    );
    hall.hand.advance(44_999);
    bo.expect_nothing().await;
    let mut again = hall.reconnect(&ana).await;
    let view = again.expect_phase("playing").await;
    assert_eq!(
        (&view["code"], &view["you"], &view["elapsed_ms"]),
        (&json!(code), &json!(0), &json!(44_999))
    );
    assert_eq!(view["players"][0]["name"], "Ana");
    let back = bo.expect("presence").await;
    assert_eq!(
        back,
        json!({"type": "presence", "seat": 0, "connected": true, "forfeit_in_ms": null})
    );
    hall.hand.advance(45_000);
    bo.expect_nothing().await;
}

#[tokio::test]
async fn who_is_away_for_too_long_loses_and_with_both_away_nobody_wins() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    ana.hang_up().await;
    bo.expect("presence").await;
    hall.hand.advance(45_000);
    let over = bo.expect("over").await;
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(1), &json!("abandoned"))
    );

    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    eve.expect("audience").await;
    ana.hang_up().await;
    eve.expect("presence").await;
    hall.hand.advance(1000);
    bo.hang_up().await;
    eve.expect("presence").await;
    hall.hand.advance(44_000);
    let over = eve.expect("over").await;
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(null), &json!("aborted"))
    );
    assert_eq!(
        over["series"],
        json!({"game": 1, "wins": [0, 0], "draws": 0})
    );
}

#[tokio::test]
async fn absence_before_the_countdown_costs_nothing_and_counts_from_it() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.seated(json!({"countdown_s": 10})).await;
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    ana.hang_up().await;
    assert_eq!(bo.expect("presence").await["forfeit_in_ms"], json!(null));
    hall.hand.advance(50_000);
    let countdown = bo.get(json!({"type": "ready"}), "match").await;
    assert_eq!(countdown["phase"], "countdown");
    assert_eq!(countdown["players"][0]["forfeit_in_ms"], 45_000);
    // The start comes whoever is absent.
    hall.hand.advance(10_000);
    let playing = bo.expect_phase("playing").await;
    assert_eq!(playing["players"][0]["forfeit_in_ms"], 35_000);
    bo.move_somehow(0).await;
    hall.hand.advance(35_000);
    assert_eq!(bo.expect("over").await["reason"], "abandoned");
}

#[tokio::test]
async fn a_forfeit_before_either_has_moved_is_nobodys_win() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    ana.hang_up().await;
    bo.expect("presence").await;
    hall.hand.advance(45_000);
    let over = bo.expect("over").await;
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(null), &json!("aborted"))
    );
}

#[tokio::test]
async fn a_time_limit_that_comes_first_is_not_a_forfeit() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({"time_limit_s": 40})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    ana.hang_up().await;
    bo.expect("presence").await;
    // The clock jumps past both.
    hall.hand.advance(60_000);
    let over = bo.expect("over").await;
    assert_eq!(over["reason"], "time");
}

#[tokio::test]
async fn tables_that_nothing_happens_at_close() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    let made = ana.get(json!({"type": "create"}), "match").await;
    assert_eq!(made["closes_in_ms"], 1_800_000);
    hall.hand.advance(1_799_999);
    ana.expect_nothing().await;
    hall.hand.advance(1);
    assert_eq!(ana.expect("closed").await["reason"], "idle");
    assert_eq!(ana.error(json!({"type": "leave"})).await, "not_seated");

    let (mut ana, mut bo, _) = hall.seated(json!({})).await;
    assert_eq!(ana.view["closes_in_ms"], 60_000);
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    hall.hand.advance(60_000);
    assert_eq!(ana.expect("closed").await["reason"], "not_ready");
    assert_eq!(bo.expect("closed").await["reason"], "not_ready");

    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    assert_eq!(ana.view["closes_in_ms"], json!(null));
    ana.get(json!({"type": "resign"}), "over").await;
    bo.expect("over").await;
    ana.hang_up().await;
    assert_eq!(bo.expect("presence").await["forfeit_in_ms"], json!(null));
    hall.hand.advance(300_000);
    assert_eq!(bo.expect("closed").await["reason"], "idle");
    bo.get(json!({"type": "create"}), "match").await;
}

#[tokio::test]
async fn a_table_whose_creator_is_away_is_not_listed_and_closes() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    let mut eve = hall.connect("Eve").await;
    let code = ana.get(json!({"type": "create"}), "match").await["code"].clone();
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    eve.expect("audience").await;
    ana.hang_up().await;
    // Nobody is told in `waiting`.
    eve.expect_nothing().await;
    assert!(hall.lobby.list().is_empty());
    hall.hand.advance(44_000);
    let mut again = hall.reconnect(&ana).await;
    assert_eq!(
        again.expect_phase("waiting").await["closes_in_ms"],
        1_756_000
    );
    again.expect_nothing().await;
    assert_eq!(hall.lobby.list().len(), 1);
    again.hang_up().await;
    hall.let_table_take_all(&text(&code)).await;
    hall.hand.advance(45_000);
    assert_eq!(eve.expect("closed").await["reason"], "left");
    hall.reconnect(&ana).await.expect_nothing().await;
}

#[tokio::test]
async fn who_leaves_seat_1_before_the_start_leaves_the_table_open_and_nobody_ready() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.seated(json!({})).await;
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    hall.hand.advance(30_000);
    bo.get(json!({"type": "leave"}), "left").await;
    let waiting = ana.expect_phase("waiting").await;
    assert_eq!(
        (&waiting["players"][0]["ready"], &waiting["players"][1]),
        (&json!(false), &json!(null))
    );
    assert_eq!(waiting["closes_in_ms"], 1_800_000);
    assert_eq!(ana.error(json!({"type": "ready"})).await, "wrong_phase");
    bo.get(json!({"type": "join", "code": code}), "match").await;
    assert_eq!(ana.expect_phase("ready").await["closes_in_ms"], 60_000);
}
