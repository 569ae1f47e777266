//! What is told to whom: answers in their order, slow readers, emotes, the audience, lists, replays.

use serde_json::{Value, json};
use versus2048_protocol::game::Reason;
use versus2048_protocol::replay::Replay;

use super::{Hall, direction, start};
use crate::journal::ReplayLookup;

#[tokio::test]
async fn answers_come_in_the_order_of_the_commands_even_while_the_disk_is_slow() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    hall.faults.hold();
    let commands = [
        json!({"type": "move", "turn": 7, "dir": "left"}),
        json!({"type": "resign"}),
        json!({"type": "ping", "t": 3}),
        json!({"type": "list"}),
        json!({"type": "unqueue"}),
        json!({"type": "nonsense"}),
        json!({"type": "hello", "protocol": 1, "name": "Ana"}),
        json!({"type": "emote", "kind": "wow"}),
        json!({"type": "move", "turn": 0, "dir": "left"}),
        json!({"type": "ready"}),
    ];
    for (id, mut command) in commands.into_iter().enumerate() {
        command["id"] = json!(id);
        ana.send(command).await;
    }
    hall.let_table_take_all(&code).await;
    // Only what was refused before anything had to be written is there.
    assert_eq!(ana.expect("rejected").await["re"], 0);
    assert_eq!(ana.try_next(), None);
    let leaving = ana.spawn(json!({"type": "create", "id": 10}));
    hall.faults.release();
    leaving.finish(&mut ana).await;
    let kinds = [
        "over", "pong", "matches", "unqueued", "error", "error", "emote", "rejected", "error",
        "match",
    ];
    for (index, kind) in kinds.into_iter().enumerate() {
        assert_eq!(ana.expect(kind).await["re"], index + 1);
    }
    bo.expect("over").await;
    bo.expect("emote").await;
    bo.expect("closed").await;
}

#[tokio::test]
async fn moves_sent_ahead_late_twice_and_for_nothing() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall
        .playing(json!({"rows": 8, "cols": 8, "four_permille": 0}))
        .await;
    // To and fro always changes something on a large board.
    let to_and_fro = match direction(&ana.view["boards"][0]) {
        "up" => ["up", "down"],
        "left" => ["left", "right"],
        _ => ["right", "left"],
    };
    let ahead = to_and_fro.into_iter().cycle().take(4);
    for (turn, dir) in ahead.enumerate() {
        ana.send(json!({"type": "move", "turn": turn, "dir": dir, "id": turn}))
            .await;
    }
    for turn in 0..4 {
        let board = ana.expect("board").await;
        assert_eq!(
            (&board["re"], &board["turn"]),
            (&json!(turn), &json!(turn + 1))
        );
        bo.expect("board").await;
    }
    let twice = ana
        .get(
            json!({"type": "move", "turn": 0, "dir": "left"}),
            "rejected",
        )
        .await;
    assert_eq!(twice["reason"], "stale");
    let ahead = ana
        .get(json!({"type": "move", "turn": 99, "dir": "up"}), "rejected")
        .await;
    assert_eq!(ahead["reason"], "stale");
    // The other's board is another: its turn is still 0.
    let other = bo
        .get(json!({"type": "move", "turn": 3, "dir": "up"}), "rejected")
        .await;
    assert_eq!(other["reason"], "stale");
}

#[tokio::test]
async fn a_slow_spectator_misses_boards_and_then_is_closed_and_delays_nobody() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({"rows": 8, "cols": 8})).await;
    let mut eve = hall.connect("Eve").await;
    eve.send(json!({"type": "watch", "code": code})).await;
    ana.expect("audience").await;
    bo.expect("audience").await;
    for turn in 0..100 {
        ana.move_somehow(turn).await;
        bo.expect("board").await;
    }
    // Its boards are those of the end, each whole, the newest last.
    eve.expect("match").await;
    eve.expect("audience").await;
    let mut last = 0;
    while let Some(board) = eve.try_next() {
        assert_eq!(board["type"], "board", "{board}");
        let turn = board["turn"].as_u64().expect("a number");
        assert!(turn > last);
        last = turn;
    }
    assert_eq!(last, 100);

    // What can't be left out is too much in the end.
    for _ in 0..70 {
        hall.hand.advance(1000);
        ana.get(json!({"type": "emote", "kind": "nice"}), "emote")
            .await;
        bo.expect("emote").await;
    }
    assert_eq!(eve.expect("close").await["code"], 4003);
}

#[tokio::test]
async fn a_seat_says_one_thing_a_second_and_spectators_nothing() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.seated(json!({})).await;
    let emote = json!({"type": "emote", "kind": "good_luck"});
    let said = ana.get(emote.clone(), "emote").await;
    assert_eq!(
        (&said["seat"], &said["kind"]),
        (&json!(0), &json!("good_luck"))
    );
    bo.expect("emote").await;
    assert_eq!(ana.error(emote.clone()).await, "rate_limited");
    bo.get(emote.clone(), "emote").await;
    ana.expect("emote").await;
    hall.hand.advance(1000);
    ana.get(emote.clone(), "emote").await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    eve.expect("audience").await;
    assert_eq!(eve.error(emote).await, "not_seated");
}

#[tokio::test]
async fn the_audience_is_told_once_a_second_and_the_last_change_always() {
    let hall = Hall::new();
    let (mut ana, _bo, code) = hall.seated(json!({})).await;
    let mut crowd = Vec::new();
    for number in 1..=3 {
        let mut eve = hall.connect("Eve").await;
        let view = eve
            .get(json!({"type": "watch", "code": code}), "match")
            .await;
        assert_eq!(view["watching"], number);
        crowd.push(eve);
    }
    assert_eq!(ana.expect("audience").await["watching"], 1);
    ana.expect_nothing().await;
    // Watching again changes nothing.
    crowd[1]
        .get(json!({"type": "watch", "code": code}), "match")
        .await;
    hall.hand.advance(999);
    ana.expect_nothing().await;
    hall.hand.advance(1);
    assert_eq!(ana.expect("audience").await["watching"], 3);
    crowd[0].hang_up().await;
    crowd[1].hang_up().await;
    ana.expect_nothing().await;
    hall.hand.advance(1000);
    assert_eq!(ana.expect("audience").await["watching"], 1);
}

#[tokio::test]
async fn a_list_has_what_waits_first_and_the_newest_first() {
    let hall = Hall::new();
    let mut clients = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..52 {
        let mut host = hall.connect("Host").await;
        let made = host.get(json!({"type": "create"}), "match").await;
        codes.push(made["code"].clone());
        clients.push(host);
    }
    let mut hidden = hall.connect("Hidden").await;
    hidden
        .get(json!({"type": "create", "listed": false}), "match")
        .await;
    let mut bo = hall.connect("Bo").await;
    bo.get(json!({"type": "join", "code": codes[51]}), "match")
        .await;
    let list = hidden.get(json!({"type": "list"}), "matches").await;
    let listed = list["matches"].as_array().expect("tables");
    assert_eq!(listed.len(), 50);
    let listed: Vec<&Value> = listed.iter().map(|table| &table["code"]).collect();
    let expected: Vec<&Value> = codes[1..51].iter().rev().collect();
    assert_eq!(listed, expected);

    for client in &mut clients[..50] {
        client.get(json!({"type": "leave"}), "left").await;
    }
    let list = hidden.get(json!({"type": "list"}), "matches").await;
    let listed = list["matches"].as_array().expect("tables");
    assert_eq!(listed.len(), 2);
    assert_eq!(
        (&listed[0]["code"], &listed[0]["names"]),
        (&codes[50], &json!(["Host", null]))
    );
    assert_eq!(
        (&listed[1]["code"], &listed[1]["names"]),
        (&codes[51], &json!(["Host", "Bo"]))
    );
    assert_eq!(
        (&listed[1]["phase"], &listed[1]["watching"]),
        (&json!("ready"), &json!(0))
    );
}

#[tokio::test]
async fn a_rematch_takes_everybody_along_and_an_absent_seats_offer_stands() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "watch", "code": code}), "match")
        .await;
    for client in [&mut ana, &mut bo, &mut eve] {
        client.expect("audience").await;
    }
    ana.move_somehow(0).await;
    bo.expect("board").await;
    let over = bo.get(json!({"type": "resign"}), "over").await;
    ana.expect("over").await;
    for _ in 0..2 {
        ana.get(json!({"type": "rematch"}), "rematch_offered").await;
        bo.expect("rematch_offered").await;
    }
    ana.hang_up().await;
    bo.expect("presence").await;
    let again = bo.get(json!({"type": "rematch"}), "match").await;
    assert_eq!(
        (&again["phase"], &again["boards"]),
        (&json!("ready"), &json!(null))
    );
    assert_eq!(again["players"][0]["rematch"], false);
    assert_ne!(again["commitment"], json!(null));
    let mut ana = hall.reconnect(&ana).await;
    ana.expect_phase("ready").await;
    bo.expect("presence").await;
    start(&mut ana, &mut bo).await;
    for kind in [
        "board",
        "over",
        "rematch_offered",
        "rematch_offered",
        "presence",
    ] {
        eve.expect(kind).await;
    }
    assert_eq!(eve.expect_phase("ready").await["you"], json!(null));
    eve.expect("presence").await;
    eve.expect_phase("ready").await;
    assert_eq!(eve.expect_phase("countdown").await["series"]["game"], 2);
    assert_ne!(eve.expect_phase("playing").await["id"], over["id"]);
}

#[tokio::test]
async fn a_finished_match_is_kept_and_holds() {
    let hall = Hall::new();
    hall.hand.advance(5000);
    let (mut ana, mut bo, _) = hall.playing(json!({"target": 8, "rows": 3})).await;
    let id = ana.view["id"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("a UUID");
    assert_eq!(hall.journal.replay(id).await, ReplayLookup::Playing);
    let mut turn = 0;
    let over = loop {
        let board = ana.move_somehow(turn).await;
        turn += 1;
        bo.expect("board").await;
        if board["status"] == "reached" {
            break ana.expect("over").await;
        }
    };
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(0), &json!("target"))
    );
    let ReplayLookup::Found(text) = hall.journal.replay(id).await else {
        panic!("it is kept when its end is told");
    };
    let replay: Replay = serde_json::from_str(&text).expect("a replay");
    let game = replay.verify().expect("it holds");
    assert_eq!(game.outcome().expect("an end").reason, Reason::Target);
    assert_eq!(replay.played_at, "1970-01-01T00:00:05Z");
    assert_eq!(replay.moves.len(), usize::try_from(turn).expect("few"));
    let player: uuid::Uuid = bo.id.parse().expect("an id");
    let listed = hall.journal.replays(Some(player.into()), 10).await;
    assert_eq!(listed.expect("it is listed").len(), 1);
    assert_eq!(
        hall.journal.replay(uuid::Uuid::nil()).await,
        ReplayLookup::Unknown
    );
    bo.expect("over").await;
}

#[tokio::test]
async fn a_move_at_the_time_limit_comes_too_late() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({"time_limit_s": 10})).await;
    hall.hand.advance(9_999);
    let board = ana.move_somehow(0).await;
    assert_eq!(board["at_ms"], 9_999);
    bo.expect("board").await;
    hall.hand.advance(1);
    assert_eq!(bo.expect("over").await["reason"], "time");
    ana.expect("over").await;
    let late = ana
        .get(
            json!({"type": "move", "turn": 1, "dir": "left"}),
            "rejected",
        )
        .await;
    assert_eq!(late["reason"], "not_playing");
}
