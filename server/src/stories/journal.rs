//! Nothing is told before it is on disk, and what becomes of it when a commit fails.

use serde_json::json;

use super::{Client, Hall, direction};

async fn send_move(client: &mut Client, turn: u64, dir: &str, id: u64) {
    client
        .send(json!({"type": "move", "turn": turn, "dir": dir, "id": id}))
        .await;
}

#[tokio::test]
async fn nothing_is_told_before_it_is_on_disk() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let dir = direction(&ana.view["boards"][0]);
    let mut eve = hall.connect("Eve").await;

    hall.faults.hold();
    send_move(&mut ana, 0, dir, 100).await;
    send_move(&mut ana, 0, dir, 101).await;
    bo.send(json!({"type": "ping", "t": 5})).await;
    eve.send(json!({"type": "watch", "code": code, "id": 7}))
        .await;
    assert!(hall.faults.is_reached().await);
    // The newcomer sees what is on disk.
    let view = eve.expect("match").await;
    assert_eq!(
        (&view["boards"][0]["turn"], &view["re"]),
        (&json!(0), &json!(7))
    );
    for client in [&mut ana, &mut bo, &mut eve] {
        assert_eq!(client.try_next(), None);
    }

    hall.let_table_take_all(&code).await;
    hall.faults.release();
    assert_eq!(ana.expect("board").await["re"], 100);
    let stale = ana.expect("rejected").await;
    assert_eq!(
        (&stale["reason"], &stale["re"]),
        (&json!("stale"), &json!(101))
    );
    bo.expect("board").await;
    bo.expect("pong").await;
    assert_eq!(eve.expect("board").await["turn"], 1);
}

#[tokio::test]
async fn while_the_journal_is_held_a_flood_is_unavailable_at_once() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let first = bo.view["boards"][1].clone();
    hall.faults.hold();
    let dir = direction(&first);
    send_move(&mut bo, 0, dir, 100).await;
    for id in 0..60 {
        send_move(&mut ana, 99, "left", id).await;
    }
    let mut refused = Vec::new();
    while refused.len() < 13 {
        let answer = ana.expect("rejected").await;
        assert_eq!(
            (&answer["reason"], &answer["turn"]),
            (&json!("unavailable"), &json!(99))
        );
        refused.push(answer["re"].as_u64().expect("an id"));
    }
    // One place is the other's board, 47 are refusals that wait.
    assert_eq!(refused, (47..60).collect::<Vec<u64>>());
    assert_eq!(ana.try_next(), None);
    hall.let_table_take_all(&code).await;
    hall.faults.release();
    ana.expect("board").await;
    for id in 0..47 {
        let answer = ana.expect("rejected").await;
        assert_eq!(
            (&answer["reason"], &answer["re"]),
            (&json!("stale"), &json!(id))
        );
    }
}

#[tokio::test]
async fn a_full_journal_is_unavailable_before_anything_is_decided() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({"time_limit_s": 10})).await;
    let dir = direction(&ana.view["boards"][0]);
    let filled = hall.fill_journal().await;
    let refused = ana
        .get(json!({"type": "move", "turn": 0, "dir": dir}), "rejected")
        .await;
    assert_eq!(refused["reason"], "unavailable");
    assert_eq!(bo.error(json!({"type": "resign"})).await, "unavailable");
    assert_eq!(bo.error(json!({"type": "leave"})).await, "unavailable");
    // A deadline stays due meanwhile, and no move slips past it.
    hall.hand.advance(10_000);
    let refused = ana
        .get(json!({"type": "move", "turn": 0, "dir": dir}), "rejected")
        .await;
    assert_eq!(refused["reason"], "unavailable");
    hall.let_table_take_all(&code).await;
    hall.faults.release();
    filled.await;
    hall.hand.advance(50);
    assert_eq!(ana.expect("over").await["reason"], "time");
    bo.expect("over").await;
}

#[tokio::test]
async fn a_failed_commit_without_its_rows_undoes_what_was_in_flight() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let first = ana.view["boards"][0].clone();
    let dir = direction(&first);

    hall.faults.fail_next(false);
    hall.faults.hold();
    send_move(&mut ana, 0, dir, 1).await;
    bo.send(json!({"type": "ping", "t": 5, "id": 2})).await;
    bo.send(json!({"type": "resign", "id": 3})).await;
    hall.let_table_take_all(&code).await;
    hall.faults.release();
    let refused = ana.expect("rejected").await;
    assert_eq!(
        (&refused["reason"], &refused["re"]),
        (&json!("unavailable"), &json!(1))
    );
    assert_eq!(ana.expect_phase("playing").await["boards"][0], first);
    assert_eq!(bo.expect("pong").await["re"], 2);
    let refused = bo.expect("error").await;
    assert_eq!(
        (&refused["code"], &refused["re"]),
        (&json!("unavailable"), &json!(3))
    );
    bo.expect_phase("playing").await;

    let board = ana
        .get(json!({"type": "move", "turn": 0, "dir": dir}), "board")
        .await;
    assert_eq!(board["turn"], 1);
    assert_eq!(bo.expect("board").await["turn"], 1);
}

#[tokio::test]
async fn a_failed_commit_whose_rows_are_there_tells_them() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let dir = direction(&ana.view["boards"][0]);

    hall.faults.fail_next(true);
    hall.faults.hold();
    send_move(&mut ana, 0, dir, 1).await;
    assert!(hall.faults.is_reached().await);
    // Decided on top of the commit that fails, and not part of it.
    bo.send(json!({"type": "resign", "id": 3})).await;
    hall.let_table_take_all(&code).await;
    hall.faults.release();
    let board = ana.expect("board").await;
    assert_eq!((&board["turn"], &board["re"]), (&json!(1), &json!(1)));
    assert_eq!(ana.expect_phase("playing").await["boards"][0]["turn"], 1);
    bo.expect("board").await;
    assert_eq!(bo.expect("error").await["code"], "unavailable");
    bo.expect_phase("playing").await;

    let over = bo.get(json!({"type": "resign"}), "over").await;
    assert_eq!(over["reason"], "resigned");
    ana.expect("over").await;
}

#[tokio::test]
async fn a_beginning_that_could_not_be_written_takes_the_last_ready_back() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.seated(json!({"countdown_s": 0})).await;
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    hall.faults.fail_next(false);
    assert_eq!(bo.error(json!({"type": "ready"})).await, "unavailable");
    for client in [&mut ana, &mut bo] {
        let view = client.expect_phase("ready").await;
        assert_eq!(view["players"][0]["ready"], true);
        assert_eq!(view["players"][1]["ready"], false);
        assert_eq!(view["closes_in_ms"], 60_000);
    }
    bo.get(json!({"type": "ready"}), "match").await;
    ana.expect_phase("countdown").await;
    for client in [&mut ana, &mut bo] {
        client.expect_phase("playing").await;
    }
}

#[tokio::test]
async fn an_end_that_could_not_be_written_has_not_happened() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    hall.faults.fail_next(false);
    hall.faults.hold();
    // The end, an offer and the farewell are in flight together.
    ana.send(json!({"type": "resign", "id": 1})).await;
    bo.send(json!({"type": "rematch", "id": 2})).await;
    let leaving = ana.spawn(json!({"type": "leave", "id": 3}));
    hall.let_table_take_all(&code).await;
    assert!(hall.faults.is_reached().await);
    hall.faults.release();
    leaving.finish(&mut ana).await;
    for id in [1, 3] {
        let refused = ana.expect("error").await;
        assert_eq!(
            (&refused["code"], &refused["re"]),
            (&json!("unavailable"), &json!(id))
        );
    }
    let view = ana.expect_phase("playing").await;
    assert_eq!(
        (&view["code"], &view["players"][1]["rematch"]),
        (&json!(code), &json!(false))
    );
    assert_eq!(bo.expect("error").await["code"], "unavailable");
    bo.expect_phase("playing").await;
    assert_eq!(bo.error(json!({"type": "rematch"})).await, "wrong_phase");
    ana.send(json!({"type": "leave", "id": 4})).await;
    ana.expect("over").await;
    assert_eq!(ana.expect("left").await["re"], 4);
    bo.expect("over").await;
    bo.expect("closed").await;
}

#[tokio::test]
async fn a_rematch_is_told_behind_the_end_that_it_rests_on() {
    let hall = Hall::new();
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    hall.faults.hold();
    ana.send(json!({"type": "resign"})).await;
    ana.send(json!({"type": "rematch"})).await;
    bo.send(json!({"type": "rematch", "id": 4})).await;
    assert!(hall.faults.is_reached().await);
    assert_eq!(bo.try_next(), None);
    hall.faults.release();
    bo.expect("over").await;
    bo.expect("rematch_offered").await;
    assert_eq!(bo.expect_phase("ready").await["re"], 4);
    ana.expect("over").await;
    ana.expect("rematch_offered").await;
    ana.expect_phase("ready").await;
}

#[tokio::test]
async fn while_nothing_is_written_a_crowd_that_comes_and_goes_sees_what_is_on_disk() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let dir = direction(&ana.view["boards"][0]);
    hall.faults.hold();
    send_move(&mut ana, 0, dir, 1).await;
    assert!(hall.faults.is_reached().await);
    for _ in 0..2100 {
        let mut eve = hall.connect("Eve").await;
        let view = eve.get(json!({"type": "watch", "code": code}), "match");
        assert_eq!(view.await["boards"][0]["turn"], 0);
        eve.hang_up().await;
        bo.hang_up().await;
        bo = hall.reconnect(&bo).await;
        assert_eq!(bo.expect_phase("playing").await["boards"][0]["turn"], 0);
    }
    hall.faults.release();
    // However many came and went, the move is told, and the table takes the next one.
    let mut answer = ana.next().await;
    while answer["re"] != 1 {
        answer = ana.next().await;
    }
    assert_eq!(answer["type"], "board");
    assert_eq!(bo.expect("board").await["turn"], 1);
}

#[tokio::test]
async fn while_the_disk_is_broken_everybody_sees_what_is_on_it_and_nothing_is_made() {
    for stored in [false, true] {
        let hall = Hall::new();
        let (mut ana, mut bo, code) = hall.playing(json!({})).await;
        let first = ana.view["boards"].clone();
        let dir = direction(&first[0]);
        let (mut carl, _dan, other) = hall.playing(json!({})).await;

        hall.faults.break_down(stored);
        send_move(&mut ana, 0, dir, 1).await;
        hall.until_it_fails().await;
        hall.let_table_take_all(&code).await;
        // Who has asked for nothing that is in doubt is answered at once.
        let mut eve = hall.connect("Eve").await;
        for at in [&code, &other] {
            let view = eve.get(json!({"type": "watch", "code": at}), "match");
            let view = view.await;
            assert_eq!(view["phase"], "playing", "stored: {stored}");
            let boards = if at == &code {
                &first
            } else {
                &carl.view["boards"]
            };
            assert_eq!(&view["boards"], boards, "stored: {stored}");
        }
        for client in [&mut bo, &mut carl] {
            let moved = json!({"type": "move", "turn": 0, "dir": "left"});
            let refused = client.get(moved, "rejected").await;
            assert_eq!(refused["reason"], "unavailable", "stored: {stored}");
        }
        assert_eq!(eve.error(json!({"type": "create"})).await, "unavailable");
        assert_eq!(ana.try_next(), None, "stored: {stored}");

        hall.faults.repair();
        let answer = ana.next().await;
        let (turn, kind) = if stored {
            (1, "board")
        } else {
            (0, "rejected")
        };
        assert_eq!((&answer["type"], &answer["re"]), (&json!(kind), &json!(1)));
        let view = ana.expect_phase("playing").await;
        assert_eq!(view["boards"][0]["turn"], turn, "stored: {stored}");
        ana.move_somehow(turn).await;
    }
}

#[tokio::test]
async fn a_rematch_rests_on_an_end_that_is_on_disk() {
    let hall = Hall::new();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    hall.faults.fail_next(false);
    hall.faults.hold();
    ana.send(json!({"type": "resign", "id": 1})).await;
    ana.send(json!({"type": "rematch", "id": 2})).await;
    bo.send(json!({"type": "rematch", "id": 3})).await;
    assert!(hall.faults.is_reached().await);
    hall.faults.release();
    for id in [1, 2] {
        let refused = ana.expect("error").await;
        assert_eq!(
            (&refused["code"], &refused["re"]),
            (&json!("unavailable"), &json!(id))
        );
    }
    assert_eq!(bo.expect("error").await["code"], "unavailable");
    for client in [&mut ana, &mut bo] {
        let view = client.expect_phase("playing").await;
        assert_eq!(
            (&view["code"], &view["boards"][0]["turn"]),
            (&json!(code), &json!(1))
        );
    }
    // There was no end, so there is nothing to play again.
    assert_eq!(bo.error(json!({"type": "rematch"})).await, "wrong_phase");
}
