//! The order of what is told when commits fail, one after the other too.

use serde_json::{Value, json};

use super::{Client, Hall, direction};

/// The messages that have come, each as its type with its reason or its turn.
fn heard(client: &mut Client) -> Vec<String> {
    let messages = std::iter::from_fn(|| client.try_next());
    messages.map(|message| in_short(&message)).collect()
}

/// The messages up to the one that answers this id.
async fn until_answered(client: &mut Client, id: u64) -> Vec<Value> {
    let mut messages = Vec::new();
    loop {
        let message = client.next().await;
        let is_last = message["re"] == id;
        messages.push(message);
        if is_last {
            return messages;
        }
    }
}

/// Asks to leave again, after the request with this id, for as long as the journal takes nothing.
async fn leave_for_good(client: &mut Client, mut id: u64) {
    while until_answered(client, id).await.pop().expect("an answer")["type"] == "error" {
        id += 1;
        client.send(json!({"type": "leave", "id": id})).await;
    }
}

fn in_short(message: &Value) -> String {
    let kind = message["type"].as_str().expect("a type");
    let detail = match kind {
        "board" => message["turn"].to_string(),
        "over" | "closed" | "rejected" => message["reason"].to_string(),
        "error" => message["code"].to_string(),
        _ => String::new(),
    };
    format!("{kind} {}", detail.trim_matches('"')).trim().into()
}

#[tokio::test]
async fn a_spectator_who_goes_away_and_comes_again_while_syncs_fail_is_answered() {
    for away in ["queue", "watch"] {
        let hall = Hall::new();
        let (mut ana, _bo, code) = hall.playing(json!({})).await;
        let (_cem, _dan, other) = hall.playing(json!({})).await;
        let mut eve = hall.connect("Eve").await;
        let watch = json!({"type": "watch", "code": code});
        eve.get(watch.clone(), "match").await;
        ana.expect("audience").await;
        eve.expect("audience").await;

        hall.faults.break_down(false);
        let dir = direction(&ana.view["boards"][0]);
        ana.send(json!({"type": "move", "turn": 0, "dir": dir, "id": 1}))
            .await;
        hall.until_it_fails().await;
        hall.let_table_take_all(&code).await;
        let answer = if away == "queue" { "queued" } else { "match" };
        eve.get(json!({"type": away, "code": other}), answer).await;
        let seen = eve.get(watch.clone(), "match").await;
        assert_eq!(seen["boards"][0]["turn"], 0, "{away}");

        hall.faults.repair();
        assert_eq!(ana.expect("rejected").await["reason"], "unavailable");
        eve.send(json!({"type": "ping", "t": 1, "id": 77})).await;
        while eve.next().await["re"] != 77 {}
    }
}

#[tokio::test]
async fn a_seat_that_leaves_while_the_sync_fails_and_its_rows_are_there_has_left() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    hall.faults.fail_next(true);
    ana.send(json!({"type": "leave", "id": 5})).await;
    ana.expect("over").await;
    assert_eq!(ana.expect("left").await["re"], 5);
    bo.expect("over").await;
    assert_eq!(bo.expect("closed").await["reason"], "left");
    hall.hand.advance(400_000);
    for client in [&mut ana, &mut bo] {
        client.expect_nothing().await;
        client.get(json!({"type": "create"}), "match").await;
    }
}

/// Whether each of two commits in a row is on disk all the same though it has failed.
const TWO_FAILURES: [(bool, bool); 4] =
    [(true, false), (false, true), (true, true), (false, false)];

#[tokio::test]
async fn each_turn_is_told_once_when_two_commits_in_a_row_fail() {
    for (first, second) in TWO_FAILURES {
        let hall = Hall::new();
        let (mut ana, mut bo, _) = hall.playing(json!({})).await;
        let (mut turn, mut board) = (0, ana.view["boards"][0].clone());
        hall.faults.fail_next(first);
        hall.faults.fail_next(second);
        for id in 100..104 {
            let dir = direction(&board);
            ana.send(json!({"type": "move", "turn": turn, "dir": dir, "id": id}))
                .await;
            let heard = until_answered(&mut ana, id).await;
            if let Some(newest) = heard.iter().rev().find(|told| told["type"] == "board") {
                turn = newest["turn"].as_u64().expect("a turn");
                board = newest.clone();
            }
        }
        bo.send(json!({"type": "ping", "t": 1, "id": 200})).await;
        let heard = until_answered(&mut bo, 200).await;
        let boards = heard.iter().filter(|told| told["type"] == "board");
        let turns: Vec<u64> = boards.filter_map(|told| told["turn"].as_u64()).collect();
        assert_eq!(turns, (1..=turn).collect::<Vec<_>>(), "{first} {second}");
    }
}

#[tokio::test]
async fn a_table_closes_behind_the_end_of_its_match_when_two_commits_in_a_row_fail() {
    for (first, second) in TWO_FAILURES {
        let hall = Hall::new();
        let (mut ana, mut bo, _) = hall.playing(json!({})).await;
        ana.move_somehow(0).await;
        bo.expect("board").await;
        hall.faults.fail_next(first);
        hall.faults.fail_next(second);
        hall.faults.hold();
        ana.send(json!({"type": "resign", "id": 100})).await;
        assert!(hall.faults.is_reached().await);
        let leaving = bo.spawn(json!({"type": "leave", "id": 101}));
        hall.faults.release();
        leaving.finish(&mut bo).await;
        leave_for_good(&mut bo, 101).await;
        ana.send(json!({"type": "ping", "t": 1, "id": 999})).await;
        let heard = until_answered(&mut ana, 999).await;
        let heard: Vec<String> = heard.iter().map(in_short).collect();
        let place = |kind| heard.iter().position(|short| short.starts_with(kind));
        assert!(place("over").is_some(), "{first} {second}: {heard:?}");
        assert!(
            place("over") < place("closed"),
            "{first} {second}: {heard:?}"
        );
        assert_eq!(place("closed"), Some(heard.len() - 2), "{heard:?}");
    }
}

#[tokio::test]
async fn a_move_is_kept_however_often_the_other_comes_back_while_the_disk_is_broken() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    hall.faults.break_down(true);
    let dir = direction(&ana.view["boards"][0]);
    ana.send(json!({"type": "move", "turn": 0, "dir": dir, "id": 1}))
        .await;
    hall.until_it_fails().await;
    for _ in 0..2000 {
        bo.hang_up().await;
        bo = hall.reconnect(&bo).await;
    }
    hall.let_table_take_all(&code).await;
    assert_eq!(heard(&mut bo), ["match"]);
    hall.faults.repair();
    let mut answer = ana.next().await;
    while answer["re"] != 1 {
        answer = ana.next().await;
    }
    assert_eq!(in_short(&answer), "board 1");
    assert_eq!(in_short(&bo.next().await), "board 1");
}
