//! Absence, return, second connections, and tables that close by themselves.

use serde_json::json;

use super::Hall;

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
