//! Others on the same server: slow readers, strangers, port scanners.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_tests::{LIMIT, TestPlayer, TestServer, eager};

/// Large boards fill buffers soon and are not stuck for long.
fn large() -> Options {
    Options {
        rows: 8,
        cols: 8,
        target: None,
        ..Options::default()
    }
}

#[tokio::test]
async fn a_slow_reader_does_not_delay_the_others() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(large()).await;
    let code = ana.view().snapshot.code;
    let mut slow = TestPlayer::connect_narrow(server.address, "Slow").await;
    slow.watch(&code).await;
    let begun = Instant::now();
    for _ in 0..700 {
        ana.make_chosen(eager).await;
    }
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    bo.settle().await;
    assert_eq!(bo.view().boards()[Seat::Zero].turn, 700);
    // What it reads now may lack boards in between, but the last one it has.
    let told = slow.settle().await.len();
    assert!(told < 700, "it was slow, but was told {told} messages");
    assert_eq!(slow.view().boards(), ana.view().boards());
}

/// Sends bytes to the server, hangs up or waits for it to hang up, and gives what it said.
async fn poke(server: &TestServer, bytes: &[u8], hang_up: bool) -> String {
    let talk = async {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it accepts");
        stream.write_all(bytes).await.expect("it reads");
        if hang_up {
            stream.shutdown().await.expect("it is open");
        }
        let mut answer = Vec::new();
        // A connection that is reset has said all it had to say.
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    };
    let answer = timeout(LIMIT, talk).await;
    answer.expect("the server hangs up in time")
}

#[tokio::test]
async fn a_stray_browser_or_port_scanner_takes_no_seat_and_ends_nothing() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let upgrade = "GET /v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for bytes in [
        String::new(),
        "\0\0\0\0".into(),
        "\x16\x03\x01\x02\0\x01\0\x01\u{fc}".into(),
        "SSH-2.0-x\r\n".into(),
        "GET / HTTP/1.0\r\n\r\n".into(),
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".into(),
        format!("GET /v1/ws?join={code} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
        "POST /v1/ws HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".into(),
        format!("{upgrade}Origin: http://evil.example\r\n\r\n"),
        format!("{upgrade}\r\n"),
    ] {
        poke(&server, bytes.as_bytes(), true).await;
    }
    let evil = format!("{upgrade}Origin: http://evil.example\r\n\r\n");
    let refusal = poke(&server, evil.as_bytes(), false).await;
    assert!(refusal.starts_with("HTTP/1.1 403"), "{refusal}");
    ana.settle().await;
    assert_eq!(ana.phase(), Phase::Waiting);
    assert_eq!(ana.view().snapshot.players[Seat::One], None);
    let mut bo = server.player("Bo").await;
    bo.join(&code).await;
    ana.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn many_matches_at_once_do_not_mix() {
    let server = TestServer::start();
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(server.playing(Options::default()).await);
    }
    for _ in 0..10 {
        for [ana, bo] in &mut tables {
            ana.make_chosen(eager).await;
            bo.make_chosen(eager).await;
        }
    }
    // Each board that a player was told followed from the one before, or this had failed above.
    for [ana, bo] in &mut tables {
        ana.settle().await;
        bo.settle().await;
        assert_eq!(ana.view().boards(), bo.view().boards());
    }
}
