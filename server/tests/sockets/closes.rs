//! What ends a connection, and what it is told.

use versus2048_server::Limits;

use crate::peer::{BINARY, CLOSE, CONTINUATION, FINAL, HELLO, PING, Peer, Seen, TEXT, frame};
use crate::running::Running;

/// Checks that some bytes close a connection with a code.
#[track_caller]
fn check(bytes: &[u8], code: u16) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let server = Running::with(Limits::default()).await;
        let mut peer = Peer::upgraded(&server).await;
        peer.write(bytes).await;
        assert_eq!(peer.see().await, Seen::Close(code), "{place}");
        peer.frame(FINAL | CLOSE, &code.to_be_bytes()).await;
        assert_eq!(peer.see().await, Seen::End, "{place}");
    }
}

#[tokio::test]
async fn frames_that_are_no_websocket_frames() {
    check(&[FINAL | TEXT, 2, b'{', b'}'], 1002).await;
    check(&frame(FINAL | 0x40 | TEXT, b"{}"), 1002).await;
    check(&frame(FINAL | 0x3, b""), 1002).await;
    check(&frame(FINAL | 0xb, b""), 1002).await;
    check(&frame(FINAL | CONTINUATION, b""), 1002).await;
    check(&frame(PING, b"in pieces"), 1002).await;
    check(&frame(FINAL | PING, &[b'x'; 126]), 1002).await;
    check(&frame(FINAL | CLOSE, &[3]), 1002).await;
}

#[tokio::test]
async fn what_is_no_text() {
    check(&frame(FINAL | BINARY, b"{}"), 1003).await;
    check(&frame(FINAL | TEXT, b"\xff"), 1007).await;
}

#[tokio::test]
async fn a_message_that_is_too_big() {
    let limit = Limits::default().max_message_bytes;
    let too_big = vec![b' '; limit + 1];
    check(&frame(FINAL | TEXT, &too_big), 1009).await;
    let (first, second) = too_big.split_at(limit / 2);
    let mut fragments = frame(TEXT, first);
    fragments.extend(frame(FINAL | CONTINUATION, second));
    check(&fragments, 1009).await;
}

#[tokio::test]
async fn the_last_words_arrive_though_much_is_still_coming() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::narrow(&server).await;
    // A stream that is closed before all is read would be reset, the close frame with it.
    let much = frame(FINAL | TEXT, &vec![b' '; 512 * 1024]);
    let written = peer.try_write(&much).await;
    written.expect("the server reads on");
    assert_eq!(peer.see().await, Seen::Close(1009));
}

#[tokio::test]
async fn a_frame_that_is_too_big_is_refused_at_its_header() {
    let mut header = vec![FINAL | TEXT, 0xff];
    header.extend((8_u64 << 20).to_be_bytes());
    header.extend([0; 4]);
    check(&header, 1009).await;
}

#[tokio::test]
async fn a_message_of_the_full_size_passes() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    let padded = format!("{HELLO:>0$}", Limits::default().max_message_bytes);
    peer.say(&padded).await;
    peer.frame(FINAL | PING, b"").await;
    assert!(matches!(peer.see_texts().await, (_, Seen::Pong)));
}

#[tokio::test]
async fn a_peer_that_closes_is_answered() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    peer.frame(FINAL | CLOSE, &1000_u16.to_be_bytes()).await;
    assert_eq!(peer.see().await, Seen::Close(1000));
    assert_eq!(peer.see().await, Seen::End);
}

#[tokio::test]
async fn another_version_of_the_protocol_is_told_and_closed() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    peer.say(r#"{"type":"hello","protocol":2,"name":"Ana"}"#)
        .await;
    let (texts, last) = peer.see_texts().await;
    assert_eq!(texts[0]["code"], "unsupported_protocol");
    assert_eq!((texts.len(), last), (1, Seen::Close(4002)));
}

#[tokio::test]
async fn a_peer_that_does_not_answer_a_close_is_dropped() {
    let server = Running::with(Limits::default()).await;
    let mut peer = Peer::upgraded(&server).await;
    peer.frame(FINAL | BINARY, b"").await;
    assert_eq!(peer.see().await, Seen::Close(1003));
    assert_eq!(peer.see().await, Seen::End);
}
