//! Servers that are none, and servers with a fault.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;
use crate::message::Foreign;

const NONSENSE: LinkEnd = LinkEnd::Foreign(Foreign::Nonsense);
const NO_HTTP: LinkEnd = LinkEnd::Foreign(Foreign::NoHttp);
const TOO_MUCH: LinkEnd = LinkEnd::Foreign(Foreign::TooMuch);

fn status(status: u16) -> LinkEnd {
    LinkEnd::Foreign(Foreign::Status(status))
}

/// A connection whose request was read.
async fn asked(server: &FakeServer) -> TcpStream {
    let (mut stream, _) = soon(server.0.accept()).await.expect("a connection");
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(soon(stream.read_u8()).await.expect("a request"));
    }
    stream
}

/// How a connection ends to a server that answers the request with these bytes.
async fn end_after_answer(answer: &[u8]) -> Message {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let mut stream = asked(&server).await;
    // Whoever has read enough hangs up.
    let _ = soon(stream.write_all(answer)).await;
    told(&mut link).await
}

/// How a connection ends to a server that says this instead of a welcome.
async fn end_before_welcome(frame: Frame) -> Message {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let mut peer = server.accept().await;
    peer.hear().await;
    soon(peer.0.send(frame)).await.expect("a peer that reads");
    told(&mut link).await
}

/// How a connection ends to a server that sends these bytes after its welcome.
async fn end_after_welcome(bytes: &[u8]) -> Message {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let (mut peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    let stream = peer.0.get_mut();
    // As above.
    let _ = soon(stream.write_all(bytes)).await;
    told(&mut link).await
}

#[track_caller]
fn assert_ended(ended: &Message, expected: &LinkEnd, after: &str) {
    let expected = Message::Network(NetworkEvent::Ended(expected.clone()));
    assert_eq!(*ended, expected, "{after}");
}

#[tokio::test]
async fn what_answers_otherwise_than_by_an_upgrade_is_told() {
    for (answer, expected) in [
        (
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
            status(404),
        ),
        (
            "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n",
            status(429),
        ),
        (
            "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n",
            status(503),
        ),
        (
            "HTTP/1.1 301 Moved\r\nlocation: http://127.0.0.1:1/\r\n\r\n",
            status(301),
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
            status(200),
        ),
        (
            "HTTP/1.1 101 Switching\r\nupgrade: websocket\r\n\r\n",
            NONSENSE,
        ),
        ("SSH-2.0-OpenSSH_9.6\r\n", NO_HTTP),
        ("\u{1b}[2J\u{1b}[31mhello\r\n\r\n", NO_HTTP),
    ] {
        let ended = end_after_answer(answer.as_bytes()).await;
        assert_ended(&ended, &expected, answer);
    }
    let endless = format!("HTTP/1.1 101 x\r\n{}", "a: b\r\n".repeat(100_000));
    let ended = end_after_answer(endless.as_bytes()).await;
    assert_ended(&ended, &TOO_MUCH, "headers without end");
}

#[tokio::test]
async fn whoever_does_not_greet_as_a_server_does_is_told() {
    let welcome = |protocol: u64, token: &str| {
        json!({
            "type": "welcome", "protocol": protocol, "player": {"id": "1", "name": "Ana"},
            "token": token, "server": "0", "durable": false, "seated": null
        })
        .to_string()
    };
    let version = LinkEnd::Foreign(Foreign::Version(7));
    for (said, expected) in [
        (welcome(7, "t"), version),
        (welcome(1, &"t".repeat(10_000)), NONSENSE),
        ("hello".to_owned(), NONSENSE),
        (String::new(), NONSENSE),
        ("[]".to_owned(), NONSENSE),
        ("{}".to_owned(), NONSENSE),
        (r#"{"type":5}"#.to_owned(), NONSENSE),
        (r#"{"type":"welcome"}"#.to_owned(), NONSENSE),
        (r#"{"type":"unqueued"}"#.to_owned(), NONSENSE),
    ] {
        let ended = end_before_welcome(Frame::text(said.clone())).await;
        assert_ended(&ended, &expected, &said);
    }
    let ended = end_before_welcome(Frame::binary(vec![0, 1, 2])).await;
    assert_ended(&ended, &NONSENSE, "a binary frame");
}

/// A text frame as it travels, of a server.
fn text_frame(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("a short text");
    let head = [0x81, 126].into_iter().chain(length.to_be_bytes());
    head.chain(text.bytes()).collect()
}

#[tokio::test]
async fn whoever_stops_to_keep_to_the_protocol_is_left() {
    let board = |rows: &Value| {
        let board = json!({
            "type": "board", "seat": 0, "turn": 1, "rows": rows, "score": 0, "status": "playing",
            "moved": {"dir": "left", "gained": 0, "spawn": {"row": 0, "col": 0, "value": 2}},
            "at_ms": 0
        });
        text_frame(&board.to_string())
    };
    let fragment = [vec![0x00, 126, 0xff, 0xff], vec![b' '; 0xffff]].concat();
    for (what, bytes, expected) in [
        ("no JSON", text_frame("nope"), NONSENSE),
        (
            "a message cut off",
            text_frame(r#"{"type":"pong""#),
            NONSENSE,
        ),
        (
            "a message without its fields",
            text_frame(r#"{"type":"over"}"#),
            NONSENSE,
        ),
        (
            "a seat that no table has",
            text_frame(r#"{"type":"rematch_offered","seat":2}"#),
            NONSENSE,
        ),
        ("no tiles", board(&json!([[3, 0], [0, 0]])), NONSENSE),
        ("negative tiles", board(&json!([[-2, 0], [0, 0]])), NONSENSE),
        (
            "a huge board",
            board(&json!(vec![vec![2; 20]; 20])),
            NONSENSE,
        ),
        ("a board without rows", board(&json!([])), NONSENSE),
        (
            "rows of different lengths",
            board(&json!([[2, 0], [0]])),
            NONSENSE,
        ),
        ("a nest", text_frame(&"[".repeat(60_000)), NONSENSE),
        ("no UTF-8", vec![0x81, 2, 0xff, 0xfe], NONSENSE),
        ("a masked frame", vec![0x81, 0x80, 0, 0, 0, 0], NONSENSE),
        ("reserved bits", vec![0xf1, 0], NONSENSE),
        ("an unknown kind of frame", vec![0x83, 0], NONSENSE),
        (
            "a long ping",
            [vec![0x89, 126, 0, 126], vec![0; 126]].concat(),
            NONSENSE,
        ),
        (
            "a frame of 1 GiB",
            vec![0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0],
            TOO_MUCH,
        ),
        (
            "a frame of 2^63 bytes",
            vec![0x81, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255],
            TOO_MUCH,
        ),
        (
            "a long message in pieces",
            [vec![0x01, 0], fragment.repeat(5)].concat(),
            TOO_MUCH,
        ),
    ] {
        let ended = end_after_welcome(&bytes).await;
        assert_ended(&ended, &expected, what);
    }
}

#[tokio::test]
async fn after_any_close_somebody_comes_back_or_is_told() {
    for code in (1000..=1015).chain([3000, 3999]).chain(4000..=4999) {
        let bytes = [vec![0x88, 2], u16::to_be_bytes(code).to_vec()].concat();
        match end_after_welcome(&bytes).await {
            Message::Network(NetworkEvent::Lost { attempt: 1, .. }) => {
                assert!(![1000, 1008, 4001, 4002].contains(&code), "{code}");
            }
            Message::Network(NetworkEvent::Ended(end)) => {
                let expected = match code {
                    4001 => LinkEnd::Replaced,
                    1000 | 1008 | 4002 => LinkEnd::Closed(code),
                    _ => NONSENSE,
                };
                assert_eq!(end, expected, "{code}");
            }
            other => panic!("{code}: {other:?}"),
        }
    }
}

/// The next thing told while nothing happens but time, as much of it as a silent server is given.
async fn told_in_time(link: &mut Link) -> Message {
    tokio::time::pause();
    let told = timeout(LIMIT * 2, async {
        loop {
            match link.next().await {
                Message::Network(NetworkEvent::RoundTrip { .. }) => {}
                message => return message,
            }
        }
    });
    let message = told.await.expect("nothing came in time");
    tokio::time::resume();
    message
}

#[tokio::test]
async fn whoever_takes_the_connection_and_is_silent_is_told() {
    let silent = LinkEnd::Foreign(Foreign::Silent);
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    let _stream = asked(&server).await;
    assert_ended(&told_in_time(&mut link).await, &silent, "no upgrade");

    let mut link = Link::open(server.greeting(None));
    let mut peer = server.accept().await;
    peer.hear().await;
    assert_ended(&told_in_time(&mut link).await, &silent, "no welcome");

    let mut link = Link::open(server.greeting(None));
    let (_peer, _) = server.welcome("t").await;
    assert_welcomed(&told(&mut link).await);
    assert_lost(&told_in_time(&mut link).await, 1);
}

#[tokio::test]
async fn whoever_has_greeted_before_is_asked_again_whatever_answers_now() {
    let server = FakeServer::start().await;
    let mut link = Link::open(server.greeting(None));
    drop(server.welcome("t").await);
    assert_welcomed(&told(&mut link).await);
    assert_lost(&told(&mut link).await, 1);
    let mut stream = asked(&server).await;
    let answer = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n";
    soon(stream.write_all(answer))
        .await
        .expect("a peer that reads");
    let trying = Message::Network(NetworkEvent::Connecting { attempt: 1 });
    assert_eq!(told(&mut link).await, trying);
    assert_lost(&told(&mut link).await, 2);
}
