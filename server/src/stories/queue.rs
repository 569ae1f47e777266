//! The queue: pairs whoever wants the same, never somebody with itself or with one who has left.

use serde_json::json;

use super::Hall;

#[tokio::test]
async fn two_who_want_the_same_are_paired_and_the_one_who_waited_has_seat_0() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    let mut bo = hall.connect("Bo").await;
    let mut eve = hall.connect("Eve").await;
    let queued = ana
        .get(json!({"type": "queue", "options": {"rows": 5}}), "queued")
        .await;
    assert_eq!(
        (&queued["options"]["rows"], &queued["options"]["cols"]),
        (&json!(5), &json!(4))
    );
    eve.get(json!({"type": "queue"}), "queued").await;
    bo.get(
        json!({"type": "queue", "options": {"rows": 5, "cols": 4, "x": 1}}),
        "queued",
    )
    .await;
    let view = ana.expect_phase("ready").await;
    assert_eq!(view["you"], 0);
    assert_eq!(bo.expect_phase("ready").await["you"], 1);
    eve.expect_nothing().await;

    // The table is theirs: what they ask for goes there, and either leaver closes it.
    let list = eve.get(json!({"type": "list"}), "matches").await;
    assert_eq!(list["matches"][0]["code"], view["code"]);
    assert_eq!(ana.error(json!({"type": "create"})).await, "already_seated");
    ana.get(json!({"type": "unqueue"}), "unqueued").await;
    bo.get(json!({"type": "leave"}), "left").await;
    assert_eq!(ana.expect("closed").await["reason"], "left");
}

#[tokio::test]
async fn nobody_is_paired_with_itself() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    for _ in 0..2 {
        ana.get(json!({"type": "queue"}), "queued").await;
        ana.expect_nothing().await;
    }
    let mut again = hall.reconnect(&ana).await;
    assert_eq!(ana.expect("close").await["code"], 4001);
    again.get(json!({"type": "queue"}), "queued").await;
    again.expect_nothing().await;
    // The older connection's wish comes too late to count.
    ana.send(json!({"type": "queue"})).await;
    again.expect_nothing().await;
    let mut bo = hall.connect("Bo").await;
    bo.get(json!({"type": "queue"}), "queued").await;
    assert_eq!(bo.expect_phase("ready").await["you"], 1);
    assert_eq!(again.expect_phase("ready").await["you"], 0);
}

#[tokio::test]
async fn nobody_is_paired_with_one_who_waits_no_longer() {
    let hall = Hall::new();
    let mut eve = hall.connect("Eve").await;
    let made = eve.get(json!({"type": "create"}), "match").await;
    for way in [
        "hangs up",
        "unqueues",
        "wants something else",
        "creates",
        "joins",
        "watches",
        "is paired",
    ] {
        let mut ana = hall.connect("Ana").await;
        ana.get(json!({"type": "queue", "options": {"cols": 7}}), "queued")
            .await;
        match way {
            "hangs up" => ana.hang_up().await,
            "unqueues" => drop(ana.get(json!({"type": "unqueue"}), "unqueued").await),
            "wants something else" => {
                ana.get(json!({"type": "queue", "options": {"rows": 8}}), "queued")
                    .await;
            }
            "creates" => drop(ana.get(json!({"type": "create"}), "match").await),
            "watches" => {
                ana.get(json!({"type": "watch", "code": made["code"]}), "match")
                    .await;
            }
            "joins" => {
                ana.get(json!({"type": "join", "code": made["code"]}), "match")
                    .await;
            }
            _ => {
                let mut dan = hall.connect("Dan").await;
                dan.get(json!({"type": "queue", "options": {"cols": 7}}), "queued")
                    .await;
                dan.expect_phase("ready").await;
            }
        }
        let mut bo = hall.connect("Bo").await;
        bo.get(json!({"type": "queue", "options": {"cols": 7}}), "queued")
            .await;
        bo.expect_nothing().await;
        bo.hang_up().await;
        assert!(ana.session.is_none() || way != "hangs up");
    }
}

#[tokio::test]
async fn an_error_keeps_the_place_in_the_queue() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    ana.get(json!({"type": "queue"}), "queued").await;
    assert_eq!(
        ana.error(json!({"type": "join", "code": "AAAAAA"})).await,
        "no_such_match"
    );
    assert_eq!(
        ana.error(json!({"type": "watch", "code": "?"})).await,
        "no_such_match"
    );
    assert_eq!(
        ana.error(json!({"type": "create", "bot": "easy"})).await,
        "options_invalid"
    );
    assert_eq!(
        ana.error(json!({"type": "queue", "options": {"rows": 9}}))
            .await,
        "options_invalid"
    );
    let mut bo = hall.connect("Bo").await;
    bo.get(json!({"type": "queue"}), "queued").await;
    bo.expect_phase("ready").await;
    assert_eq!(ana.expect_phase("ready").await["you"], 0);
}

#[tokio::test]
async fn who_is_paired_and_gone_at_once_is_absent() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    ana.get(json!({"type": "queue"}), "queued").await;
    let mut bo = hall.connect("Bo").await;
    bo.get(json!({"type": "queue"}), "queued").await;
    bo.expect_phase("ready").await;
    // Ana's session has not noticed the pairing yet.
    ana.hang_up().await;
    let gone = bo.expect("presence").await;
    assert_eq!(
        (&gone["seat"], &gone["connected"]),
        (&json!(0), &json!(false))
    );
    let mut again = hall.reconnect(&ana).await;
    again.expect_phase("ready").await;
}

#[tokio::test]
async fn a_dropped_session_leaves_the_queue_and_its_seat() {
    let hall = Hall::new();
    let (ana, mut bo, _) = hall.playing(json!({})).await;
    drop(ana.session);
    assert_eq!(bo.expect("presence").await["seat"], 0);
    bo.expect_nothing().await;
}
