//! Coming to a table and going from one to another, and what stands in the way.

use std::time::Duration;

use serde_json::json;

use super::Hall;
use crate::config::Limits;

#[tokio::test]
async fn wrong_codes_full_tables_and_seats_that_are_held() {
    let hall = Hall::new();
    let (mut ana, _bo, code) = hall.seated(json!({"watchable": false})).await;
    let mut eve = hall.connect("Eve").await;
    let mixed = code.to_lowercase().replace('0', "o").replace('1', "l");
    assert_eq!(
        eve.error(json!({"type": "join", "code": mixed})).await,
        "match_full"
    );
    assert_eq!(
        eve.error(json!({"type": "watch", "code": code})).await,
        "not_watchable"
    );
    assert_eq!(
        eve.error(json!({"type": "join", "code": "UUUUUU"})).await,
        "no_such_match"
    );
    for what in ["create", "queue"] {
        let error = ana.get(json!({"type": what}), "error").await;
        assert_eq!(
            (&error["code"], &error["table"]),
            (&json!("already_seated"), &json!(code))
        );
    }
    for what in ["join", "watch"] {
        for which in [code.as_str(), "AAAAAA"] {
            let error = ana.get(json!({"type": what, "code": which}), "error").await;
            assert_eq!(
                (&error["code"], &error["table"]),
                (&json!("already_seated"), &json!(code))
            );
        }
    }
    let error = ana
        .error(json!({"type": "create", "options": {"rows": 1}}))
        .await;
    assert_eq!(error, "options_invalid");
}

#[tokio::test]
async fn who_guesses_codes_is_told_no_more_but_may_still_join() {
    let hall = Hall::new();
    let mut ana = hall.connect("Ana").await;
    let mut eve = hall.connect("Eve").await;
    let made = ana.get(json!({"type": "create"}), "match").await;
    for _ in 0..5 {
        assert_eq!(
            eve.error(json!({"type": "join", "code": "AAAAAA"})).await,
            "no_such_match"
        );
    }
    assert_eq!(
        eve.error(json!({"type": "watch", "code": "AAAAAA"})).await,
        "rate_limited"
    );
    eve.get(json!({"type": "join", "code": made["code"]}), "match")
        .await;
}

#[tokio::test]
async fn a_spectator_moves_on_without_a_word_and_an_error_leaves_it_there() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let (_cat, _dan, other) = hall.playing(json!({"watchable": false})).await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    eve.expect("audience").await;
    assert_eq!(
        eve.error(json!({"type": "watch", "code": other})).await,
        "not_watchable"
    );
    assert_eq!(
        eve.error(json!({"type": "join", "code": other})).await,
        "match_full"
    );
    assert_eq!(eve.error(json!({"type": "resign"})).await, "not_seated");
    ana.expect("audience").await;
    ana.move_somehow(0).await;
    eve.expect("board").await;
    let made = eve.get(json!({"type": "create"}), "match").await;
    assert_eq!(
        (&made["phase"], &made["you"]),
        (&json!("waiting"), &json!(0))
    );
    bo.expect("audience").await;
    bo.expect("board").await;
    hall.hand.advance(1000);
    assert_eq!(bo.expect("audience").await["watching"], 0);
    ana.expect("audience").await;
    ana.move_somehow(1).await;
    eve.expect_nothing().await;
}

#[tokio::test]
async fn a_seat_in_a_match_that_is_over_moves_on_and_closes_it() {
    let hall = Hall::new();
    for what in ["create", "queue", "join", "watch"] {
        let (mut ana, mut bo, code) = hall.playing(json!({})).await;
        let mut host = hall.connect("Host").await;
        let other = host.get(json!({"type": "create"}), "match").await["code"].clone();
        ana.get(json!({"type": "resign"}), "over").await;
        bo.expect("over").await;
        assert_eq!(
            ana.error(json!({"type": "join", "code": "AAAAAA"})).await,
            "no_such_match"
        );
        assert_eq!(
            ana.error(json!({"type": "join", "code": code})).await,
            "already_seated"
        );
        let answer = if what == "queue" { "queued" } else { "match" };
        ana.get(json!({"type": what, "code": other}), answer).await;
        assert_eq!(bo.expect("closed").await["reason"], "left");
        bo.get(json!({"type": "create"}), "match").await;
        ana.send(json!({"type": "unqueue", "id": "last"})).await;
        while ana.next().await["re"] != "last" {}
    }
}

#[tokio::test]
async fn an_older_connection_seats_nobody() {
    let hall = Hall::new();
    let mut host = hall.connect("Host").await;
    let code = host.get(json!({"type": "create"}), "match").await["code"].clone();
    let mut ana = hall.connect("Ana").await;
    let mut again = hall.reconnect(&ana).await;
    assert_eq!(ana.expect("close").await["code"], 4001);
    ana.send(json!({"type": "join", "code": code})).await;
    ana.send(json!({"type": "create"})).await;
    host.expect_nothing().await;
    again
        .get(json!({"type": "join", "code": code}), "match")
        .await;
    assert_eq!(
        host.expect_phase("ready").await["players"][1]["name"],
        "Again"
    );
    // Nor does it do anything at the seat that the newer one has, nor end its presence.
    ana.send(json!({"type": "leave"})).await;
    ana.hang_up().await;
    host.expect_nothing().await;
    again.expect_nothing().await;
}

#[tokio::test]
async fn what_an_older_connection_asks_at_its_seat_is_not_done() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    let mut again = hall.reconnect(&ana).await;
    again.expect_phase("playing").await;
    assert_eq!(ana.expect("close").await["code"], 4001);
    ana.send(json!({"type": "resign"})).await;
    ana.send(json!({"type": "ping", "t": 1})).await;
    ana.hang_up().await;
    bo.expect_nothing().await;
    again.move_somehow(0).await;
    bo.expect("board").await;
}

#[tokio::test]
async fn there_are_as_many_tables_as_the_server_takes() {
    let limits = Limits {
        max_tables: 1,
        ..Limits::DEFAULT
    };
    let hall = Hall::with_limits(limits);
    let mut ana = hall.connect("Ana").await;
    let mut bo = hall.connect("Bo").await;
    let mut eve = hall.connect("Eve").await;
    bo.get(json!({"type": "queue"}), "queued").await;
    ana.get(json!({"type": "create"}), "match").await;
    assert_eq!(eve.error(json!({"type": "create"})).await, "server_full");
    assert_eq!(eve.error(json!({"type": "queue"})).await, "server_full");
    ana.get(json!({"type": "leave"}), "left").await;
    eve.get(json!({"type": "queue"}), "queued").await;
    eve.expect_phase("ready").await;
    bo.expect_phase("ready").await;
}

#[tokio::test]
async fn a_server_that_stops_closes_its_tables_and_begins_nothing_new() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    let stopped = tokio::time::timeout(super::LIMIT, hall.lobby.shutdown()).await;
    assert!(stopped.is_ok(), "every table ends");
    for client in [&mut ana, &mut bo, &mut eve] {
        let mut last = client.next().await;
        while last["type"] == "audience" {
            last = client.next().await;
        }
        assert_eq!(
            (&last["type"], &last["reason"]),
            (&json!("closed"), &json!("shutdown"))
        );
    }
    assert!(!hall.lobby.is_open());
    for what in ["create", "queue"] {
        assert_eq!(ana.error(json!({"type": what})).await, "shutting_down");
    }
    ana.expect_nothing().await;
}

#[tokio::test]
async fn all_who_are_here_for_an_hour_are_remembered_in_small_commits() {
    const HERE: u64 = 250;
    let hall = Hall::new();
    let mut here = Vec::new();
    for _ in 0..HERE {
        here.push(hall.connect("Ana").await);
    }
    let mut gone = hall.connect("Bo").await;
    gone.hang_up().await;
    hall.journal.flush().await;
    let before = hall.journal.stats();
    let lobby = hall.lobby.clone();
    let attendance = tokio::spawn(async move { lobby.keep_attendance().await });
    let rows = || hall.journal.stats().rows - before.rows;
    hall.hand.advance(3_600_000);
    let remembered = async {
        while rows() < HERE {
            if rows() == 0 {
                hall.hand.advance(60_000);
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    let remembered = tokio::time::timeout(super::LIMIT, remembered).await;
    assert!(remembered.is_ok(), "{} of {HERE} are remembered", rows());
    assert_eq!(rows(), HERE);
    assert!(hall.journal.stats().commits - before.commits >= 3);
    attendance.abort();
}
