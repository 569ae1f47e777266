//! Each limit of a connection and of an address.

use serde_json::Value;
use versus2048_server::Limits;

use crate::peer::{CONTINUATION, FINAL, HELLO, PONG, Peer, Seen, TEXT, frame, get};
use crate::running::{Running, within};

const MOVE: &str = r#"{"type":"move","turn":3,"dir":"left","id":1}"#;
const LIST: &str = r#"{"type":"list","id":1}"#;

/// What a connection that has not said hello is told after saying something several times.
async fn answers(limits: Limits, text: &str, times: usize) -> (Vec<Value>, Seen) {
    let server = Running::with(limits).await;
    let mut peer = Peer::upgraded(&server).await;
    for _ in 0..times {
        peer.say(text).await;
    }
    peer.frame(FINAL | 0x9, b"").await;
    peer.see_texts().await
}

fn refused<'a>(texts: &'a [Value], field: &str) -> Vec<&'a Value> {
    let is_refusal = |text: &&Value| text[field] == "rate_limited";
    texts.iter().filter(is_refusal).collect()
}

#[tokio::test]
async fn moves_past_their_rate_are_rejected() {
    let (texts, _) = answers(Limits::default(), MOVE, 43).await;
    assert_eq!(texts.len(), 43);
    let refused = refused(&texts, "reason");
    assert_eq!(refused.len(), 3);
    assert_eq!(
        *refused[0],
        serde_json::json!({
            "type": "rejected", "turn": 3, "dir": "left", "reason": "rate_limited", "re": 1,
        })
    );
}

#[tokio::test]
async fn other_messages_past_their_rate_are_refused() {
    let (texts, _) = answers(Limits::default(), LIST, 22).await;
    assert_eq!(texts.len(), 22);
    let refused = refused(&texts, "code");
    assert_eq!(refused.len(), 2);
    assert_eq!(
        (&refused[0]["type"], &refused[0]["re"]),
        (&"error".into(), &1.into())
    );
}

#[tokio::test]
async fn a_rate_comes_back_with_time() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    for _ in 0..21 {
        peer.say(LIST).await;
    }
    for _ in 0..20 {
        assert!(matches!(peer.see().await, Seen::Text(text) if text["code"] == "hello_required"));
    }
    assert!(matches!(peer.see().await, Seen::Text(text) if text["code"] == "rate_limited"));
    server.hand.advance(200);
    peer.say(LIST).await;
    assert!(matches!(peer.see().await, Seen::Text(text) if text["code"] == "hello_required"));
}

#[tokio::test]
async fn too_many_refusals_close_the_connection() {
    let (texts, last) = answers(Limits::default(), LIST, 20 + 201).await;
    assert_eq!(last, Seen::Close(4008));
    assert_eq!(refused(&texts, "code").len(), 200);
    let (_, last) = answers(Limits::default(), LIST, 20 + 200).await;
    assert_eq!(last, Seen::Pong);
}

#[tokio::test]
async fn the_twentieth_bad_message_closes_the_connection() {
    let (texts, last) = answers(Limits::default(), "{", 20).await;
    assert_eq!((texts.len(), last), (20, Seen::Close(1008)));
    assert!(texts.iter().all(|text| text["code"] == "bad_json"));
    let (texts, last) = answers(Limits::default(), r#"{"type":"dance"}"#, 19).await;
    assert_eq!((texts.len(), last), (19, Seen::Pong));
    assert!(texts.iter().all(|text| text["code"] == "bad_message"));
}

#[tokio::test]
async fn more_bytes_than_may_come_end_the_connection() {
    let limits = Limits {
        bytes_per_second: 4 * 1024,
        ..Limits::default()
    };
    let server = Running::with(limits).await;
    let mut peer = Peer::upgraded(&server).await;
    // Endless fragments of one message: the message layer never hears of them.
    peer.frame(TEXT, b"{").await;
    let fragments = frame(CONTINUATION, b"").repeat(4 * 1024);
    peer.write(&fragments).await;
    assert_eq!(peer.see().await, Seen::Close(4008));
    assert_eq!(peer.see().await, Seen::End);
}

#[tokio::test]
async fn a_hello_has_to_come_in_time() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    let seen = server.passing_time(peer.see()).await;
    assert_eq!(seen, Seen::Close(4000));
}

#[tokio::test]
async fn a_head_has_to_come_in_time() {
    let server = Running::with(Limits::default()).await;
    let mut silent = Peer::silent(server.address).await;
    assert_eq!(server.passing_time(silent.read_rest()).await, "");
    let mut half = Peer::silent(server.address).await;
    half.write(b"GET /healthz HTTP/1.1\r\nhost: ").await;
    assert_eq!(server.passing_time(half.read_rest()).await, "");
}

#[tokio::test]
async fn a_silent_peer_is_asked_and_then_dropped() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    peer.say(HELLO).await;
    // Anything that the hello is answered with is heard before the first ping.
    let (_, seen) = server.passing_time(peer.see_texts()).await;
    assert_eq!(seen, Seen::Ping);
    let mut pings = 1;
    loop {
        match server.passing_time(peer.see()).await {
            Seen::Ping => pings += 1,
            other => break assert_eq!(other, Seen::End),
        }
    }
    assert!(pings <= 3, "{pings} pings and no end");
}

#[tokio::test]
async fn any_frame_is_a_sign_of_life() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    peer.say(HELLO).await;
    for _ in 0..10 {
        let (_, seen) = server.passing_time(peer.see_texts()).await;
        assert_eq!(seen, Seen::Ping);
        peer.frame(FINAL | PONG, b"").await;
    }
}

#[tokio::test]
async fn an_address_connects_so_often() {
    let limits = Limits {
        requests_per_second: 1,
        ..Limits::default()
    };
    let server = Running::with(limits).await;
    for _ in 0..5 {
        assert!(get(&server, "/healthz").await.starts_with("HTTP/1.1 200 "));
    }
    let refusal = get(&server, "/healthz").await;
    assert!(refusal.starts_with("HTTP/1.1 429 "), "{refusal}");
    assert!(refusal.contains("application/problem+json"), "{refusal}");
    server.hand.advance(1_000);
    assert!(get(&server, "/healthz").await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let limits = Limits {
        max_connections_per_address: 2,
        ..Limits::default()
    };
    let server = Running::with(limits).await;
    check_full(&server, "429").await;
}

#[tokio::test]
async fn the_server_has_so_many_connections() {
    let limits = Limits {
        max_connections: 2,
        ..Limits::default()
    };
    let server = Running::with(limits).await;
    check_full(&server, "503").await;
}

/// Checks what a third connection hears, and that one that has ended makes room.
async fn check_full(server: &Running, status: &str) {
    let _first = Peer::upgraded(server).await;
    let second = Peer::upgraded(server).await;
    let refusal = get(server, "/readyz").await;
    assert!(
        refusal.starts_with(&format!("HTTP/1.1 {status} ")),
        "{refusal}"
    );
    assert!(refusal.contains("application/problem+json"), "{refusal}");
    drop(second);
    within(async {
        while !get(server, "/readyz").await.starts_with("HTTP/1.1 200 ") {
            server.hand.advance(100);
        }
    })
    .await;
}

#[tokio::test]
async fn a_full_server_still_lives() {
    let limits = Limits {
        max_connections: 1,
        ..Limits::default()
    };
    let server = Running::with(limits).await;
    let _only = Peer::upgraded(&server).await;
    assert!(get(&server, "/healthz").await.starts_with("HTTP/1.1 200 "));
    for path in ["/readyz", "/v1/matches", "/v1/ws"] {
        let refusal = get(&server, path).await;
        assert!(refusal.starts_with("HTTP/1.1 503 "), "{refusal}");
    }
}
