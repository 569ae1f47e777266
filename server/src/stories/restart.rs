//! What is there again after the server has stopped, and what is not.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Hall, text};
use crate::config::Ending;
use crate::journal::ReplayLookup;

async fn start(dir: &TempDir) -> Hall {
    Hall::in_directory(dir.path(), Ending::Restart).await
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

#[tokio::test]
async fn a_match_that_was_played_is_paused_and_goes_on_when_both_are_back() {
    let dir = directory();
    let hall = start(&dir).await;
    let (mut ana, mut bo, code) = hall.playing(json!({"time_limit_s": 100})).await;
    hall.hand.advance(7_000);
    let board = ana.move_somehow(0).await;
    bo.expect("board").await;
    hall.hand.advance(5_000);
    hall.stop().await;
    // Nobody is told that the table closes: it does not.
    assert_eq!((ana.try_next(), bo.try_next()), (None, None));

    let hall = start(&dir).await;
    let (mut ana, mut bo) = (hall.reconnect(&ana).await, hall.reconnect(&bo).await);
    let paused = ana.expect_phase("paused").await;
    assert_eq!(
        (&paused["code"], &paused["you"], &paused["elapsed_ms"]),
        (&json!(code), &json!(0), &json!(7_000))
    );
    assert_eq!(paused["boards"][0]["rows"], board["rows"]);
    assert_eq!(paused["players"][0]["name"], "Ana");
    assert_eq!(paused["players"][1]["connected"], false);
    assert_eq!(paused["players"][1]["forfeit_in_ms"], 45_000);
    assert_eq!(ana.expect("presence").await["connected"], true);
    let paused = bo.expect_phase("paused").await;
    assert_eq!(paused["players"][0]["connected"], true);
    assert_eq!(paused["players"][0]["ready"], true);
    for client in [&mut ana, &mut bo] {
        let countdown = client.expect_phase("countdown").await;
        assert_eq!(countdown["starts_in_ms"], 3_000);
    }
    hall.hand.advance(3_000);
    for client in [&mut ana, &mut bo] {
        let playing = client.expect_phase("playing").await;
        assert_eq!(playing["remaining_ms"], 93_000);
    }
    let next = ana.move_somehow(1).await;
    assert_eq!((&next["turn"], &next["at_ms"]), (&json!(2), &json!(7_000)));
    bo.expect("board").await;

    // Twice is no different, and the whole match verifies in the end.
    hall.stop().await;
    let hall = start(&dir).await;
    let (mut ana, mut bo) = (hall.reconnect(&ana).await, hall.reconnect(&bo).await);
    ana.expect_phase("paused").await;
    bo.expect_phase("paused").await;
    ana.expect("presence").await;
    ana.expect_phase("countdown").await;
    bo.expect_phase("countdown").await;
    let over = ana.get(json!({"type": "resign"}), "over").await;
    assert_eq!(over["reason"], "resigned");
    let id = text(&over["id"]).parse().expect("a UUID");
    let ReplayLookup::Found(replay) = hall.journal.replay(id).await else {
        panic!("the replay is there");
    };
    let replay: versus2048_protocol::replay::Replay =
        serde_json::from_str(&replay).expect("a replay");
    assert_eq!(replay.moves.len(), 2);
    replay.verify().expect("it holds");
}

#[tokio::test]
async fn an_absent_seat_has_its_whole_allowance_again() {
    let dir = directory();
    let hall = start(&dir).await;
    let (mut ana, bo, _) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    hall.stop().await;
    let hall = start(&dir).await;
    hall.hand.advance(44_999);
    let mut ana = hall.reconnect(&ana).await;
    let paused = ana.expect_phase("paused").await;
    assert_eq!(paused["players"][1]["forfeit_in_ms"], 1);
    hall.hand.advance(1);
    let over = ana.expect("over").await;
    assert_eq!(
        (&over["reason"], &over["winner"]),
        (&json!("abandoned"), &json!(0))
    );
    let mut bo = hall.reconnect(&bo).await;
    bo.expect_phase("over").await;
}

#[tokio::test]
async fn a_match_in_its_countdown_is_paused_at_its_beginning() {
    let dir = directory();
    let hall = start(&dir).await;
    let (mut ana, mut bo, _) = hall.seated(json!({"countdown_s": 5})).await;
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    bo.get(json!({"type": "ready", "nonce": "0b"}), "match")
        .await;
    let dealt = bo.view["boards"].clone();
    hall.hand.advance(2_000);
    hall.stop().await;
    let hall = start(&dir).await;
    let mut ana = hall.reconnect(&ana).await;
    let paused = ana.expect_phase("paused").await;
    assert_eq!(
        (&paused["boards"], &paused["elapsed_ms"]),
        (&dealt, &json!(0))
    );
    let _bo = hall.reconnect(&bo).await;
    ana.expect("presence").await;
    let countdown = ana.expect_phase("countdown").await;
    assert_eq!(countdown["starts_in_ms"], 5_000);
}

#[tokio::test]
async fn tables_in_waiting_and_ready_are_there_with_nobody_ready_and_queues_are_empty() {
    let dir = directory();
    let hall = start(&dir).await;
    let mut host = hall.connect("Host").await;
    let options = json!({"rows": 3, "tiles": "independent"});
    let made = host
        .get(
            json!({"type": "create", "options": options, "listed": false}),
            "match",
        )
        .await;
    let (mut ana, mut bo, code) = hall.seated(json!({})).await;
    ana.get(json!({"type": "ready"}), "match").await;
    bo.expect_phase("ready").await;
    let mut queued = hall.connect("Queued").await;
    queued.get(json!({"type": "queue"}), "queued").await;
    hall.hand.advance(50_000);
    hall.stop().await;

    let hall = start(&dir).await;
    let mut host = hall.reconnect(&host).await;
    let waiting = host.expect_phase("waiting").await;
    for field in ["code", "id", "commitment", "options", "series"] {
        assert_eq!(waiting[field], made[field], "{field}");
    }
    assert_eq!(waiting["closes_in_ms"], 1_800_000);
    assert_eq!(
        host.get(json!({"type": "list"}), "matches").await["matches"],
        json!([])
    );
    let mut guest = hall.connect("Guest").await;
    guest
        .get(json!({"type": "join", "code": made["code"]}), "match")
        .await;
    let mut ana = hall.reconnect(&ana).await;
    let ready = ana.expect_phase("ready").await;
    let readiness = |view: &Value| view["players"][0]["ready"].clone();
    assert_eq!(
        (&ready["code"], readiness(&ready)),
        (&json!(code), json!(false))
    );
    assert_eq!(ready["closes_in_ms"], 60_000);
    let mut bo = hall.reconnect(&bo).await;
    bo.expect_phase("ready").await;
    // Nobody waits in the queue any more, but who did is known.
    let mut other = hall.connect("Other").await;
    other.get(json!({"type": "queue"}), "queued").await;
    let again = hall.reconnect(&queued).await;
    assert_eq!(again.id, queued.id);
    other.expect_nothing().await;
}

#[tokio::test]
async fn a_finished_table_is_gone_and_a_rematch_that_has_been_told_is_not() {
    let dir = directory();
    let hall = start(&dir).await;
    let (mut ana, mut bo, code) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    let over = ana.get(json!({"type": "resign"}), "over").await;
    bo.expect("over").await;
    let (mut eve, mut dan, other_code) = hall.playing(json!({})).await;
    eve.move_somehow(0).await;
    dan.expect("board").await;
    eve.get(json!({"type": "resign"}), "over").await;
    dan.expect("over").await;
    eve.get(json!({"type": "rematch"}), "rematch_offered").await;
    dan.expect("rematch_offered").await;
    let rematch = dan.get(json!({"type": "rematch"}), "match").await;
    hall.stop().await;

    let hall = start(&dir).await;
    let mut ana = hall.reconnect(&ana).await;
    ana.expect_nothing().await;
    assert_eq!(
        ana.error(json!({"type": "join", "code": code})).await,
        "no_such_match"
    );
    let id = text(&over["id"]).parse().expect("a UUID");
    assert!(matches!(
        hall.journal.replay(id).await,
        ReplayLookup::Found(_)
    ));
    let mut dan = hall.reconnect(&dan).await;
    let ready = dan.expect_phase("ready").await;
    assert_eq!(
        (&ready["code"], &ready["id"]),
        (&json!(other_code), &rematch["id"])
    );
    assert_eq!(
        ready["series"],
        json!({"game": 1, "wins": [0, 1], "draws": 0})
    );
}

#[tokio::test]
async fn a_seat_that_was_given_up_is_free_and_a_table_that_has_closed_is_gone() {
    let dir = directory();
    let hall = start(&dir).await;
    let (mut ana, mut bo, code) = hall.seated(json!({})).await;
    bo.get(json!({"type": "leave"}), "left").await;
    ana.expect_phase("waiting").await;
    let mut eve = hall.connect("Eve").await;
    eve.get(json!({"type": "create"}), "match").await;
    eve.get(json!({"type": "leave"}), "left").await;
    hall.stop().await;

    let hall = start(&dir).await;
    let mut eve = hall.reconnect(&eve).await;
    eve.expect_nothing().await;
    let mut bo = hall.reconnect(&bo).await;
    bo.expect_nothing().await;
    let mut ana = hall.reconnect(&ana).await;
    assert_eq!(ana.expect_phase("waiting").await["code"], json!(code));
}

#[tokio::test]
async fn a_server_that_stops_for_good_closes_its_tables_and_leaves_replays_alone() {
    let dir = directory();
    let hall = Hall::in_directory(dir.path(), Ending::ForGood).await;
    let (mut ana, mut bo, _) = hall.playing(json!({})).await;
    ana.move_somehow(0).await;
    bo.expect("board").await;
    let id = text(&ana.view["id"]).parse().expect("a UUID");
    hall.lobby.shutdown().await;
    for client in [&mut ana, &mut bo] {
        assert_eq!(client.expect("closed").await["reason"], "shutdown");
    }
    let ReplayLookup::Found(replay) = hall.journal.replay(id).await else {
        panic!("what was played is kept");
    };
    hall.stop().await;

    let hall = start(&dir).await;
    let mut ana = hall.reconnect(&ana).await;
    ana.expect_nothing().await;
    let replay: Value = serde_json::from_str(&replay).expect("JSON");
    assert_eq!(replay["result"]["reason"], "aborted");
    assert_eq!(replay["moves"].as_array().map(Vec::len), Some(1));
}
