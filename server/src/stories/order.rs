//! Whole matches, and the order in which everything is told.

use serde_json::json;

use super::Hall;

#[tokio::test]
async fn from_create_to_a_rematch() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.seated(json!({"countdown_s": 3})).await;
    ana.get(json!({"type": "ready", "nonce": "aa"}), "match")
        .await;
    bo.expect_phase("ready").await;
    let countdown = bo
        .get(json!({"type": "ready", "nonce": "bb"}), "match")
        .await;
    assert_eq!(countdown["phase"], "countdown");
    assert_eq!(countdown["starts_in_ms"], 3000);
    assert_eq!(countdown["series"]["game"], 1);
    ana.expect_phase("countdown").await;
    let early = ana
        .get(
            json!({"type": "move", "turn": 0, "dir": "left"}),
            "rejected",
        )
        .await;
    assert_eq!(early["reason"], "not_playing");

    hall.hand.advance(3000);
    ana.expect_phase("playing").await;
    bo.expect_phase("playing").await;
    hall.hand.advance(500);
    let board = ana.move_somehow(0).await;
    assert_eq!(
        (&board["turn"], &board["seat"], &board["at_ms"]),
        (&json!(1), &json!(0), &json!(500))
    );
    let seen = bo.expect("board").await;
    assert!(seen.get("re").is_none());
    assert_eq!(seen["rows"], board["rows"]);

    let over = bo.get(json!({"type": "resign"}), "over").await;
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(0), &json!("resigned"))
    );
    assert_eq!(
        over["series"],
        json!({"game": 1, "wins": [1, 0], "draws": 0})
    );
    assert_eq!(over["nonces"], json!(["aa", "bb"]));
    assert_eq!(ana.expect("over").await["seed"], over["seed"]);
    let late = ana
        .get(
            json!({"type": "move", "turn": 1, "dir": "left"}),
            "rejected",
        )
        .await;
    assert_eq!(late["reason"], "not_playing");

    ana.get(json!({"type": "rematch"}), "rematch_offered").await;
    bo.expect("rematch_offered").await;
    let again = bo.get(json!({"type": "rematch"}), "match").await;
    assert_eq!(
        (&again["phase"], &again["code"]),
        (&json!("ready"), &json!(code))
    );
    assert_eq!(
        again["series"],
        json!({"game": 1, "wins": [1, 0], "draws": 0})
    );
    assert_ne!(again["id"], over["id"]);
    ana.expect_phase("ready").await;
    ana.expect_nothing().await;
}

#[tokio::test]
async fn a_table_that_panics_comes_back_from_the_journal_and_touches_no_other() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let (mut eve, mut dan, _) = hall.playing(json!({})).await;
    let mut fay = hall.connect("Fay").await;
    fay.get(json!({"type": "watch", "code": code}), "match")
        .await;
    for client in [&mut ana, &mut bo, &mut fay] {
        client.expect("audience").await;
    }
    let board = ana.move_somehow(0).await;
    bo.expect("board").await;
    fay.expect("board").await;
    bo.hang_up().await;
    for client in [&mut ana, &mut fay] {
        client.expect("presence").await;
    }
    hall.panic_at(&code).await;
    for client in [&mut ana, &mut fay] {
        let view = client.expect_phase("playing").await;
        assert_eq!(view["boards"][0]["rows"], board["rows"]);
        assert_eq!(view["watching"], 1);
        assert_eq!(view["players"][0]["connected"], true);
        assert_eq!(view["players"][1]["connected"], false);
    }
    let mut bo = hall.reconnect(&bo).await;
    assert_eq!(bo.expect_phase("playing").await["you"], 1);
    bo.move_somehow(0).await;
    eve.move_somehow(0).await;
    dan.expect("board").await;
}

#[tokio::test]
async fn a_table_that_panics_again_and_again_ends_with_its_match_aborted() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    for _ in 0..3 {
        hall.panic_at(&code).await;
        ana.expect_phase("playing").await;
        bo.expect_phase("playing").await;
    }
    hall.panic_at(&code).await;
    for client in [&mut ana, &mut bo] {
        assert_eq!(client.expect("error").await["code"], "internal");
        assert_eq!(client.expect("closed").await["reason"], "shutdown");
    }
    assert_eq!(ana.error(json!({"type": "resign"})).await, "not_seated");
    ana.get(json!({"type": "create"}), "match").await;
}
