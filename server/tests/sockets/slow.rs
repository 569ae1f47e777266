//! Peers that don't read what they are told.

use versus2048_server::Limits;

use crate::numbers::Numbers;
use crate::peer::{FINAL, PING, Peer, Seen, TEXT, frame, get};
use crate::running::Running;

/// More than all buffers on the way hold.
const ANSWERS: usize = 4_000;

/// Longer than any test.
const FOR_EVER_MS: u64 = 1 << 40;

/// No limit but that of the reader.
fn generous() -> Limits {
    Limits {
        bytes_per_second: 1 << 30,
        messages_per_second: 100_000,
        ..Limits::default()
    }
}

fn questions(count: usize) -> Vec<u8> {
    frame(FINAL | TEXT, br#"{"type":"list"}"#).repeat(count)
}

/// Reads until something other than a text or a pong comes.
async fn end(peer: &mut Peer) -> Seen {
    loop {
        match peer.see().await {
            Seen::Text(_) | Seen::Pong => {}
            other => return other,
        }
    }
}

/// One close for slowness is counted, and what waited for it.
async fn check_counted(server: &Running) {
    let numbers = Numbers::of(server).await;
    numbers.check(&[("versus2048_closes_total{code=\"4003\"}", 1)]);
    assert!(numbers.get("versus2048_messages_dropped_total") > 0.0);
}

#[tokio::test]
async fn who_lets_too_much_wait_is_closed() {
    let server = Running::with(generous()).await;
    let mut peer = Peer::narrow(&server).await;
    peer.write(&questions(ANSWERS)).await;
    assert_eq!(end(&mut peer).await, Seen::Close(4003));
    check_counted(&server).await;
}

#[tokio::test]
async fn who_takes_nothing_for_too_long_is_closed() {
    let limits = Limits {
        outbox_messages: 2 * ANSWERS,
        hello_timeout_ms: FOR_EVER_MS,
        silence_timeout_ms: FOR_EVER_MS,
        requests_per_second: 100_000,
        max_connections: 1,
        ..generous()
    };
    let server = Running::with(limits).await;
    let mut peer = Peer::narrow(&server).await;
    peer.write(&questions(ANSWERS)).await;
    // A full server is not ready.
    let is_gone = async { while !get(&server, "/readyz").await.starts_with("HTTP/1.1 200 ") {} };
    server.passing_time(is_gone).await;
    check_counted(&server).await;
}

#[tokio::test]
async fn pings_without_reading_use_no_memory() {
    let server = Running::with(generous()).await;
    let mut peer = Peer::narrow(&server).await;
    let pings = frame(FINAL | PING, &[b'x'; 125]).repeat(1_000);
    let before = resident_bytes();
    for _ in 0..200 {
        peer.write(&pings).await;
    }
    let grown = resident_bytes().saturating_sub(before);
    assert!(
        grown < 8 * 1024 * 1024,
        "{grown} bytes more after 26 MB of pings"
    );
}

/// The memory of this process, the server's included.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = status.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4_096
}
