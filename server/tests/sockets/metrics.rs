//! What whoever watches over the server is told.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use versus2048_server::Limits;

use crate::numbers::{Numbers, ask};
use crate::peer::{BINARY, FINAL, Peer, Seen, expect, get, greeted};
use crate::running::{Running, within};
use crate::tables::Pair;

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
    let now = Numbers::of(&pair.server).await;
    now.check(&[
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
        ("versus2048_move_seconds_count", 1),
        ("versus2048_journal_healthy", 1),
        ("versus2048_journal_failed_commits_total", 0),
        ("versus2048_log_lines_dropped_total", 0),
    ]);
    let commits = now.get("versus2048_journal_commits_total");
    assert!(commits > 0.0);
    assert!(now.get("versus2048_journal_rows_total") >= commits);
    assert!(now.get("versus2048_journal_commit_seconds_count") >= commits);
    assert!(now.get("process_start_time_seconds") > 1_700_000_000.0);
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
    Numbers::of(&server).await.check(&expected);
    drop(peer);
    let name = "versus2048_connections";
    within(async { while Numbers::of(&server).await.get(name) > 0.0 {} }).await;
}

#[tokio::test]
async fn errors_are_counted_wherever_they_are_answered() {
    let mut pair = Pair::playing(Limits::default()).await;
    let mut stranger = Peer::upgraded(&pair.server).await;
    let mut cy = greeted(&pair.server, "Cy").await;
    let cases = [
        (&mut stranger, r#"{"type":"list"}"#, "hello_required"),
        (&mut cy, r#"{"type":"resign"}"#, "not_seated"),
        (&mut pair.ana, r#"{"type":"rematch"}"#, "wrong_phase"),
        (&mut pair.bo, "{", "bad_json"),
    ];
    let before = Numbers::of(&pair.server).await;
    for (peer, text, code) in cases {
        peer.say(text).await;
        match peer.see().await {
            Seen::Text(answer) => assert_eq!(answer["code"], code, "{answer}"),
            other => panic!("{other:?} instead of {code}"),
        }
        let series = format!("versus2048_errors_total{{code=\"{code}\"}}");
        before.check(&[(&series, 0)]);
        Numbers::of(&pair.server).await.check(&[(&series, 1)]);
    }
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
    let healthy = "versus2048_journal_healthy";
    within(async { while Numbers::of(&pair.server).await.get(healthy) > 0.0 {} }).await;
    let failed = "versus2048_journal_failed_commits_total";
    assert!(Numbers::of(&pair.server).await.get(failed) > 0.0);
    let answer = ready(&pair.server).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(
        answer.contains(r#""the journal can't be written: the server's log says why""#),
        "{answer}"
    );
    pair.server.faults.repair();
    within(async { while !ready(&pair.server).await.starts_with("HTTP/1.1 200 ") {} }).await;
    Numbers::of(&pair.server).await.check(&[(healthy, 1)]);
}

#[tokio::test]
async fn every_number_is_explained_to_operators() {
    let page = include_str!("../../../docs/operations.md");
    let server = Running::with(Limits::default()).await;
    for name in Numbers::of(&server).await.families {
        let is_there = ["`", "{"].map(|end| page.contains(&format!("`{name}{end}")));
        assert!(
            is_there.contains(&true),
            "docs/operations.md explains {name}"
        );
    }
}

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter(|word| word.starts_with("versus2048_") || word.starts_with("process_"))
        .collect()
}

/// The queries of a dashboard, wherever they are in it.
fn queries(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("expr").and_then(Value::as_str);
            own.into_iter()
                .chain(fields.values().flat_map(queries))
                .collect()
        }
        Value::Array(items) => items.iter().flat_map(queries).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn the_dashboard_asks_for_numbers_that_there_are() {
    let dashboard = include_str!("../../../docs/grafana.json");
    let dashboard: Value = serde_json::from_str(dashboard).unwrap();
    let server = Running::with(Limits::default()).await;
    let numbers = Numbers::of(&server).await;
    let queries = queries(&dashboard);
    assert!(queries.len() > 20, "{}", queries.len());
    for query in &queries {
        let names = names(query);
        assert!(!names.is_empty(), "{query}");
        for name in names {
            assert!(
                numbers.names().contains(name),
                "there is no {name}: {query}"
            );
        }
    }
    let shown: BTreeSet<&str> = queries.into_iter().flat_map(names).collect();
    for family in &numbers.families {
        let is_shown = shown.iter().any(|name| name.starts_with(family.as_str()));
        assert!(is_shown, "docs/grafana.json shows {family}");
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
    let now = Numbers::of(&server).await;
    now.check(&[("versus2048_connections", 1)]);
}
