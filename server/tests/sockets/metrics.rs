//! What whoever watches over the server is told.

use std::collections::HashMap;
use std::net::SocketAddr;

use serde_json::json;
use versus2048_server::Limits;

use crate::peer::{BINARY, FINAL, Peer, Seen, expect, get, greeted, request};
use crate::running::{Running, within};
use crate::tables::Pair;

/// All that a request is answered with.
async fn ask(address: SocketAddr, path: &str) -> String {
    let mut peer = Peer::silent(address).await;
    peer.write(request(path, "").as_bytes()).await;
    peer.read_rest().await
}

/// The numbers by their names and labels.
async fn numbers(server: &Running) -> HashMap<String, u64> {
    let page = ask(server.admin, "/metrics").await;
    let (head, body) = page.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    let kind = "content-type: text/plain; version=0.0.4; charset=utf-8";
    assert!(head.contains(kind), "{head}");
    let lines = body.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, number) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), number.parse().unwrap())
        })
        .collect()
}

#[track_caller]
fn check(numbers: &HashMap<String, u64>, expected: &[(&str, u64)]) {
    for (name, number) in expected {
        assert_eq!(numbers.get(*name), Some(number), "{name} of {numbers:#?}");
    }
}

/// Makes the first move that is possible.
async fn move_once(player: &mut Peer) {
    for dir in ["left", "down", "right", "up"] {
        let message = json!({"type": "move", "turn": 0, "dir": dir});
        player.say(&message.to_string()).await;
        match player.see().await {
            Seen::Text(text) if text["type"] == "board" => return,
            Seen::Text(text) => assert_eq!(text["reason"], "no_change", "{text}"),
            other => panic!("{other:?} instead of an answer"),
        }
    }
    panic!("no move is possible")
}

#[tokio::test]
async fn a_match_is_seen_in_numbers() {
    let mut pair = Pair::playing(Limits::default()).await;
    let table = json!({"type": "watch", "code": pair.code});
    let mut cy = greeted(&pair.server, "Cy").await;
    cy.say(&table.to_string()).await;
    expect(&mut cy, "match").await;

    pair.ana
        .say(r#"{"type":"move","turn":7,"dir":"left"}"#)
        .await;
    assert_eq!(expect(&mut pair.ana, "rejected").await["reason"], "stale");
    move_once(&mut pair.ana).await;
    let now = numbers(&pair.server).await;
    check(
        &now,
        &[
            ("versus2048_connections", 3),
            ("versus2048_connections_taken_total", 3),
            ("versus2048_connections_refused_total{reason=\"full\"}", 0),
            ("versus2048_tables{phase=\"playing\"}", 1),
            ("versus2048_tables{phase=\"over\"}", 0),
            ("versus2048_spectators", 1),
            ("versus2048_players", 3),
            ("versus2048_moves_total", 1),
            ("versus2048_rejections_total{reason=\"stale\"}", 1),
            ("versus2048_rejections_total{reason=\"stuck\"}", 0),
            ("versus2048_journal_healthy", 1),
            ("versus2048_journal_failed_commits_total", 0),
        ],
    );
    assert!(now["versus2048_journal_commits_total"] > 0);
    assert!(now["versus2048_journal_rows_total"] >= now["versus2048_journal_commits_total"]);
    assert!(now["process_start_time_seconds"] > 1_700_000_000);
}

#[tokio::test]
async fn closes_and_refusals_are_counted_by_reason() {
    let server = Running::with(Limits {
        max_connections_per_address: 1,
        ..Limits::default()
    })
    .await;
    let mut peer = Peer::upgraded(&server).await;
    assert!(get(&server, "/healthz").await.starts_with("HTTP/1.1 429 "));
    peer.frame(FINAL | BINARY, b"x").await;
    assert_eq!(peer.see().await, Seen::Close(1003));
    let expected = [
        ("versus2048_closes_total{code=\"1003\"}", 1),
        ("versus2048_closes_total{code=\"1008\"}", 0),
        (
            "versus2048_connections_refused_total{reason=\"address_full\"}",
            1,
        ),
        ("versus2048_connections_taken_total", 1),
    ];
    check(&numbers(&server).await, &expected);
    drop(peer);
    within(async { while numbers(&server).await["versus2048_connections"] > 0 {} }).await;
}

#[tokio::test]
async fn a_journal_that_fails_is_seen_and_said() {
    let mut pair = Pair::playing(Limits {
        requests_per_second: 1_000_000,
        ..Limits::default()
    })
    .await;
    let ready = async |server: &Running| get(server, "/readyz").await;
    assert!(ready(&pair.server).await.starts_with("HTTP/1.1 200 "));
    pair.server.faults.break_down(false);
    pair.ana.say(r#"{"type":"resign"}"#).await;
    let failing = async { while numbers(&pair.server).await["versus2048_journal_healthy"] == 1 {} };
    within(failing).await;
    assert!(numbers(&pair.server).await["versus2048_journal_failed_commits_total"] > 0);
    let answer = ready(&pair.server).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(
        answer.contains(r#""the journal can't be written: the server's log says why""#),
        "{answer}"
    );
    pair.server.faults.repair();
    within(async { while !ready(&pair.server).await.starts_with("HTTP/1.1 200 ") {} }).await;
    check(
        &numbers(&pair.server).await,
        &[("versus2048_journal_healthy", 1)],
    );
}

#[tokio::test]
async fn every_number_is_explained_to_operators() {
    let page = include_str!("../../../docs/operations.md");
    let server = Running::with(Limits::default()).await;
    for name in numbers(&server).await.into_keys() {
        let name = name.split('{').next().unwrap();
        assert!(
            page.contains(&format!("`{name}")),
            "docs/operations.md explains {name}"
        );
    }
}

#[tokio::test]
async fn metrics_are_not_for_everybody() {
    let server = Running::with(Limits::default()).await;
    assert!(get(&server, "/metrics").await.starts_with("HTTP/1.1 404 "));
    for path in ["/", "/v1/matches", "/v1/ws"] {
        let answer = ask(server.admin, path).await;
        assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    }
}

#[tokio::test]
async fn a_full_server_still_tells_its_numbers() {
    let server = Running::with(Limits {
        max_connections: 1,
        ..Limits::default()
    })
    .await;
    let _peer = Peer::upgraded(&server).await;
    assert!(get(&server, "/readyz").await.starts_with("HTTP/1.1 503 "));
    check(&numbers(&server).await, &[("versus2048_connections", 1)]);
}
