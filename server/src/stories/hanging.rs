//! A disk that does not answer: what can't be kept is refused at once, and what is kept can be seen.

use std::time::Duration;

use serde_json::json;

use super::{Hall, direction};
use crate::config::Limits;
use crate::journal::{Health, MemoryFaults};

/// How long a commit may take here: longer than one of a busy machine that does not hang.
const PATIENCE: Duration = Duration::from_secs(1);

/// A server that notices a disk that hangs.
fn impatient() -> Hall {
    let faults = MemoryFaults::default();
    faults.lose_patience_after(PATIENCE);
    Hall::with_faults(Limits::DEFAULT, faults)
}

#[tokio::test]
async fn while_the_disk_hangs_nothing_waits_that_could_be_refused_or_seen() {
    let hall = impatient();
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    let mut host = hall.connect("Host").await;
    let waiting = host.get(json!({"type": "create"}), "match").await;
    let dir = direction(&ana.view["boards"][0]);
    let mut eve = hall.connect("Eve").await;

    hall.faults.hold();
    ana.send(json!({"type": "move", "turn": 0, "dir": dir, "id": 100}))
        .await;
    assert!(hall.faults.is_reached().await);
    hall.until_it_fails().await;

    let refused = bo
        .get(json!({"type": "move", "turn": 0, "dir": dir}), "rejected")
        .await;
    assert_eq!(refused["reason"], "unavailable");
    assert_eq!(eve.error(json!({"type": "create"})).await, "unavailable");
    let join = json!({"type": "join", "code": waiting["code"]});
    assert_eq!(eve.error(join.clone()).await, "unavailable");
    let seen = eve.get(json!({"type": "watch", "code": code}), "match");
    assert_eq!(seen.await["boards"][0]["turn"], 0);
    // At a table with a move under way too.
    eve.get(json!({"type": "list"}), "matches").await;
    eve.get(json!({"type": "ping", "t": 1}), "pong").await;
    bo.hang_up().await;
    let mut bo = hall.reconnect(&bo).await;
    assert_eq!(bo.expect_phase("playing").await["boards"][0]["turn"], 0);
    assert_eq!(ana.try_next(), None);

    hall.faults.release();
    let board = ana.expect("board").await;
    assert_eq!((&board["turn"], &board["re"]), (&json!(1), &json!(100)));
    // The comings and goings of the meantime are told behind it.
    while ana.try_next().is_some() {}
    assert_eq!(bo.expect("board").await["turn"], 1);
    let mut health = hall.journal.health();
    let healthy = health.wait_for(Health::is_healthy).await;
    assert!(healthy.is_ok());
    drop(healthy);
    let mut dan = hall.connect("Dan").await;
    assert_eq!(dan.get(join, "match").await["phase"], "ready");
    ana.move_somehow(1).await;
}

#[tokio::test]
async fn a_table_that_is_not_kept_yet_is_in_no_list() {
    let hall = impatient();
    let mut host = hall.connect("Host").await;
    let kept = host.get(json!({"type": "create"}), "match").await;
    let mut fay = hall.connect("Fay").await;
    let mut eve = hall.connect("Eve").await;
    hall.faults.hold();
    fay.send(json!({"type": "create", "id": 100})).await;
    assert!(hall.faults.is_reached().await);
    hall.until_it_fails().await;
    let list = eve.get(json!({"type": "list"}), "matches").await;
    assert_eq!(list["matches"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["matches"][0]["code"], kept["code"]);
    assert_eq!(fay.try_next(), None);
    hall.faults.release();
    let made = fay.expect_phase("waiting").await;
    assert_eq!(made["re"], 100);
    let list = eve.get(json!({"type": "list"}), "matches").await;
    assert_eq!(list["matches"][0]["code"], made["code"]);
}

#[tokio::test]
async fn what_is_due_while_the_disk_hangs_happens_when_it_answers() {
    let hall = impatient();
    let (mut ana, mut bo, _) = hall.playing(json!({"time_limit_s": 10})).await;
    let dir = direction(&ana.view["boards"][0]);
    hall.faults.hold();
    ana.send(json!({"type": "move", "turn": 0, "dir": dir}))
        .await;
    hall.until_it_fails().await;
    hall.hand.advance(10_000);
    let late = bo
        .get(json!({"type": "move", "turn": 0, "dir": dir}), "rejected")
        .await;
    assert_eq!(late["reason"], "unavailable");
    hall.faults.release();
    for client in [&mut ana, &mut bo] {
        assert_eq!(client.expect("board").await["at_ms"], 0);
        assert_eq!(client.expect("over").await["reason"], "time");
    }
}

#[tokio::test]
async fn a_player_who_reconnects_before_its_seat_is_kept_has_it() {
    for is_kept in [true, false] {
        let hall = Hall::new();
        let mut host = hall.connect("Host").await;
        let code = host.get(json!({"type": "create"}), "match").await["code"].clone();
        let mut bo = hall.connect("Bo").await;
        // The next commit is that of the join, not of the greeting.
        hall.journal.flush().await;
        if !is_kept {
            hall.faults.fail_next(false);
        }
        hall.faults.hold();
        let _joining = bo.spawn(json!({"type": "join", "code": code}));
        assert!(hall.faults.is_reached().await);
        let mut again = hall.reconnect(&bo).await;
        assert_eq!(again.expect_phase("waiting").await["you"], json!(null));
        hall.faults.release();
        let phase = if is_kept { "ready" } else { "waiting" };
        host.expect_phase(phase).await;
        let view = again.expect_phase(phase).await;
        let seat = if is_kept { json!(1) } else { json!(null) };
        assert_eq!(view["you"], seat);
        // It can do what its place allows.
        again.send(json!({"type": "ready", "id": 50})).await;
        let mut answer = again.next().await;
        while answer["re"] != 50 {
            answer = again.next().await;
        }
        let kind = if is_kept { "match" } else { "error" };
        assert_eq!(answer["type"], kind, "{answer}");
    }
}
