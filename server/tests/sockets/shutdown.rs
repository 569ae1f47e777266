//! How a server ends.

use std::time::{Duration, Instant};

use versus2048_server::Limits;

use crate::peer::{CLOSE, FINAL, HELLO, Peer, Seen, UPGRADE, request};
use crate::running::{Running, within};

async fn check_farewell(server: Running, code: u16) {
    let mut greeted = Peer::upgraded(&server).await;
    greeted.say(HELLO).await;
    let mut ungreeted = Peer::upgraded(&server).await;
    server.shutdown.cancel();
    for peer in [&mut greeted, &mut ungreeted] {
        let (_, last) = peer.see_texts().await;
        assert_eq!(last, Seen::Close(code));
        peer.frame(FINAL | CLOSE, &code.to_be_bytes()).await;
        assert_eq!(peer.see().await, Seen::End);
    }
    within(server.task).await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_restarted_says_so() {
    check_farewell(Running::with(Limits::default()).await, 1012).await;
}

#[tokio::test]
async fn a_server_that_ends_for_good_says_so() {
    check_farewell(Running::for_good().await, 1000).await;
}

#[tokio::test]
async fn newcomers_hear_that_it_ends_and_nobody_can_hold_it_up() {
    let server = Running::with(Limits::default()).await;
    let mut stubborn = Peer::upgraded(&server).await;
    let began = Instant::now();
    server.shutdown.cancel();
    assert_eq!(stubborn.see().await, Seen::Close(1012));
    for head in [request("/readyz", ""), request("/v1/ws", UPGRADE)] {
        let mut newcomer = Peer::silent(server.address).await;
        newcomer.write(head.as_bytes()).await;
        let answer = newcomer.read_rest().await;
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(answer.contains("the server is stopping"), "{answer}");
    }
    within(server.task).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(stubborn.see().await, Seen::End);
}

#[tokio::test]
async fn a_server_that_is_dropped_drops_its_connections() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    server.task.abort();
    assert_eq!(peer.see().await, Seen::End);
}
