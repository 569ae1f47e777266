//! What is kept of finished matches.

use serde_json::Value;
use versus2048_protocol::game::{BySeat, Reason, Seat};
use versus2048_protocol::replay::Replay;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::ClientMessage;
use versus2048_tests::{TestServer, eager};

fn id(replay: &Value) -> &str {
    replay["id"].as_str().unwrap_or_default()
}

async fn newest(server: &TestServer, query: &str) -> Vec<Value> {
    let (status, body) = server.get(&format!("/v1/replays{query}")).await;
    assert_eq!(status, 200, "{body}");
    let mut body: Value = serde_json::from_str(&body).expect("a list is JSON");
    let replays = body["replays"].as_array_mut();
    std::mem::take(replays.expect("it has replays"))
}

#[tokio::test]
async fn the_replay_of_a_match_is_valid_and_is_that_match() {
    let options = Options {
        target: Some(16),
        ..Options::default()
    };
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(options).await;
    let path = format!("/v1/replays/{}", ana.view().snapshot.id);
    for _ in 0..3 {
        server.advance(700);
        ana.make_chosen(eager).await;
    }
    assert_eq!(server.get(&path).await.0, 409, "it is played");
    bo.play(eager).await;
    let over = ana.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::One), Reason::Target)
    );

    let (status, body) = server.get(&path).await;
    assert_eq!(status, 200, "{body}");
    let replay: Replay = serde_json::from_str(&body).expect("it is a replay");
    let game = replay.verify().expect("it is valid");
    let boards = game.boards().expect("it was played");
    assert_eq!(
        BySeat::new(|seat| boards[seat].board),
        BySeat::new(|seat| ana.view().boards()[seat].rows)
    );
    assert_eq!(replay.secret, over.secret);
    assert_eq!(replay.result.scores, over.scores);
    let first: Vec<u64> = replay.moves.iter().take(3).map(|step| step.at_ms).collect();
    assert_eq!(first, [700, 1_400, 2_100]);
}

#[tokio::test]
async fn replays_of_listed_tables_are_listed_newest_first() {
    let server = TestServer::start();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let [mut ana, mut bo] = server.playing(Options::default()).await;
        ana.make_chosen(eager).await;
        ana.send(&ClientMessage::Resign {}).await;
        ids.insert(0, bo.until_over().await.id.to_string());
    }
    let listed = newest(&server, "").await;
    assert_eq!(listed.iter().map(id).collect::<Vec<_>>(), ids);
    assert!(listed.iter().all(|replay| replay.get("moves").is_none()));
    let listed = newest(&server, "?limit=1").await;
    assert_eq!(listed.iter().map(id).collect::<Vec<_>>(), ids[..1]);
    for limit in ["0", "101", "x", "-1"] {
        let (status, _) = server.get(&format!("/v1/replays?limit={limit}")).await;
        assert_eq!(status, 400, "limit={limit}");
    }
}

#[tokio::test]
async fn a_replay_of_an_unlisted_table_is_found_by_its_id_alone() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let mut bo = server.player("Bo").await;
    let unlisted = ClientMessage::Create {
        options: None,
        listed: Some(false),
        bot: None,
    };
    ana.ask(&unlisted).await;
    bo.join(&ana.view().snapshot.code).await;
    ana.ready().await;
    bo.ready().await;
    let mut both = [ana, bo];
    for player in &mut both {
        player
            .until_phase(versus2048_protocol::wire::Phase::Countdown)
            .await;
    }
    server.run_out_countdown(&mut both).await;
    let [ana, bo] = &mut both;
    ana.make_chosen(eager).await;
    bo.send(&ClientMessage::Resign {}).await;
    let over = ana.until_over().await;
    assert_eq!(newest(&server, "").await, [] as [Value; 0]);
    let (status, _) = server.get(&format!("/v1/replays/{}", over.id)).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn other_ids_are_unknown() {
    let server = TestServer::start();
    for id in [
        "0199f3a0-0000-7000-8000-000000000001",
        "1",
        "x",
        "..%2f..%2fetc",
    ] {
        let (status, body) = server.get(&format!("/v1/replays/{id}")).await;
        assert_eq!(status, 404, "{id}: {body}");
    }
}
