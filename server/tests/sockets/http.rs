//! What is said over plain HTTP, and who may upgrade.

use serde_json::Value;
use versus2048_server::{Config, Limits};

use crate::peer::{Peer, UPGRADE, get, request};
use crate::running::Running;

/// Checks an answer's status and the beginning of its type, and gives its body.
async fn check(server: &Running, head: String, status: u16, kind: &str) -> Value {
    let mut peer = Peer::silent(server.address).await;
    peer.write(head.as_bytes()).await;
    let answer = peer.read_head().await;
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {status} ")),
        "{head}{answer}"
    );
    assert!(
        answer.contains(&format!("content-type: {kind}")),
        "{head}{answer}"
    );
    let body = peer.read_rest().await;
    serde_json::from_str(&body).unwrap_or(body.into())
}

async fn check_problem(server: &Running, head: String, status: u16) {
    let problem = check(server, head, status, "application/problem+json").await;
    assert_eq!(problem["status"], status, "{problem}");
    assert!(
        problem["title"].is_string() && problem["detail"].is_string(),
        "{problem}"
    );
}

#[tokio::test]
async fn what_is_there() {
    let server = Running::with(Limits::default()).await;
    let get = |path: &str| request(path, "");
    check(&server, get("/healthz"), 200, "text/plain").await;
    check(&server, get("/readyz"), 200, "text/plain").await;
    let json = "application/json";
    let matches = check(&server, get("/v1/matches"), 200, json).await;
    assert_eq!(matches, serde_json::json!({ "matches": [] }));
    let replays = check(&server, get("/v1/replays?limit=100"), 200, json).await;
    assert_eq!(replays, serde_json::json!({ "replays": [] }));
    let schema = check(&server, get("/v1/schema"), 200, json).await;
    assert!(schema["client"]["oneOf"].is_array() && schema["server"]["oneOf"].is_array());
}

#[tokio::test]
async fn what_changes_is_not_to_be_stored() {
    let server = Running::with(Limits::default()).await;
    for path in ["/healthz", "/readyz", "/v1/matches", "/v1/replays"] {
        let answer = get(&server, path).await;
        assert!(answer.contains("cache-control: no-store\r\n"), "{answer}");
    }
}

#[tokio::test]
async fn every_error_is_a_problem_document() {
    let server = Running::with(Limits::default()).await;
    let get = |path: &str| request(path, "");
    check_problem(&server, get("/"), 404).await;
    check_problem(&server, get("/v1/replays/0199"), 404).await;
    let unknown = "/v1/replays/0199f7a5-0000-7000-8000-000000000000";
    check_problem(&server, get(unknown), 404).await;
    for query in ["limit=0", "limit=101", "limit=x", "limit=1&limit=2"] {
        check_problem(&server, get(&format!("/v1/replays?{query}")), 400).await;
    }
    check_problem(&server, get("/v1/ws"), 426).await;
    let post = get("/healthz").replace("GET", "POST");
    check_problem(&server, post, 405).await;
    let post = request("/v1/ws", UPGRADE).replace("GET", "POST");
    check_problem(&server, post, 405).await;
    let old = request("/v1/ws", UPGRADE).replace("version: 13", "version: 8");
    check_problem(&server, old, 426).await;
}

#[tokio::test]
async fn pages_of_other_origins_may_not_upgrade() {
    let server = Running::start(Config {
        allowed_origins: vec!["https://play.example.org".parse().unwrap()],
        ..Config::default()
    })
    .await;
    let from = |origin: &str| request("/v1/ws", &format!("{UPGRADE}origin: {origin}\r\n"));
    for origin in [
        "http://evil.example",
        "null",
        "http://game.example:2049",
        "",
    ] {
        check_problem(&server, from(origin), 403).await;
    }
    for origin in ["http://game.example:2048", "https://play.example.org"] {
        let mut peer = Peer::silent(server.address).await;
        peer.write(from(origin).as_bytes()).await;
        let answer = peer.read_head().await;
        assert!(answer.starts_with("HTTP/1.1 101 "), "{origin}: {answer}");
    }
}

#[tokio::test]
async fn a_scanner_ends_nothing() {
    let server = Running::with(Limits::default()).await;
    for noise in [
        "\r\n\r\n",
        "\u{16}\u{3}\u{1}",
        "GET\r\n\r\n",
        "SSH-2.0-x\r\n",
    ] {
        let mut peer = Peer::silent(server.address).await;
        peer.write(noise.as_bytes()).await;
    }
    check(&server, request("/healthz", ""), 200, "text/plain").await;
}
