//! How a conversation begins.

use serde_json::json;
use versus2048_protocol::wire::{ClientMessage, ErrorCode, ServerMessage};
use versus2048_tests::{TestPlayer, TestServer};

fn hello(protocol: u64, name: &str) -> ClientMessage {
    ClientMessage::Hello {
        protocol,
        name: name.into(),
        client: None,
        token: None,
    }
}

#[tokio::test]
async fn nothing_goes_before_hello() {
    let server = TestServer::start();
    let mut stranger = TestPlayer::stranger(server.address).await;
    for message in [
        ClientMessage::List {},
        ClientMessage::Ping { t: 1 },
        ClientMessage::Leave {},
        ClientMessage::Join {
            code: "ZZZZZZ".into(),
        },
    ] {
        assert_eq!(stranger.refused(&message).await, ErrorCode::HelloRequired);
    }
    let welcome = stranger.ask(&hello(1, "Ana")).await;
    assert!(
        matches!(welcome, ServerMessage::Welcome { .. }),
        "{welcome:?}"
    );
    assert_eq!(
        stranger.refused(&hello(1, "Ana")).await,
        ErrorCode::BadMessage
    );
}

#[tokio::test]
async fn another_version_is_named_and_closed() {
    let server = TestServer::start();
    for version in [0, 2, 4_000_000_000] {
        let mut stranger = TestPlayer::stranger(server.address).await;
        match stranger.ask(&hello(version, "Ana")).await {
            ServerMessage::Error { code, message, .. } => {
                assert_eq!(code, ErrorCode::UnsupportedProtocol);
                assert!(message.contains(&version.to_string()), "{message}");
                assert!(message.contains('1'), "{message}");
            }
            other => unreachable!("an error, not {other:?}"),
        }
        assert_eq!(stranger.expect_close().await, Some(4002));
    }
}

#[tokio::test]
async fn a_wrong_name_may_be_mended() {
    let server = TestServer::start();
    let mut stranger = TestPlayer::stranger(server.address).await;
    for name in [
        "",
        "   ",
        "-",
        "a\u{1b}[31m",
        "😀",
        &"a".repeat(21),
        "a\u{202e}b",
        "q\u{301}\u{301}\u{301}",
    ] {
        assert_eq!(
            stranger.refused(&hello(1, name)).await,
            ErrorCode::NameInvalid
        );
    }
    match stranger.ask(&hello(1, "  Zoe\u{308}   B ")).await {
        ServerMessage::Welcome { player, seated, .. } => {
            assert_eq!(player.name, "Zoë B");
            assert_eq!(seated, None);
        }
        other => unreachable!("welcome, not {other:?}"),
    }
}

#[tokio::test]
async fn what_is_no_message_is_answered_and_then_closed() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for number in 0..19 {
        let (text, expected) = match number % 3 {
            0 => ("{", ErrorCode::BadJson),
            1 => (r#"["list"]"#, ErrorCode::BadMessage),
            _ => (
                r#"{"type":"move","turn":0,"dir":{"left":null}}"#,
                ErrorCode::BadMessage,
            ),
        };
        ana.send_text(text).await;
        match ana.next().await {
            ServerMessage::Error { code, .. } => assert_eq!(code, expected),
            other => unreachable!("an error, not {other:?}"),
        }
    }
    ana.settle().await;
    ana.send_text("no").await;
    assert_eq!(ana.expect_close().await, Some(1008));
}

#[tokio::test]
async fn an_answer_carries_the_id_of_its_question() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for (id, re) in [
        ("\"a\"", Some(json!("a"))),
        ("0", Some(json!(0))),
        ("9007199254740991", Some(json!(9_007_199_254_740_991_u64))),
        ("null", None),
    ] {
        ana.send_text(&format!(r#"{{"type":"ping","t":5,"id":{id}}}"#))
            .await;
        let told = ana.told("pong").await;
        assert_eq!((told.message, told.re), (ServerMessage::Pong { t: 5 }, re));
    }
    ana.send_text(r#"{"type":"ping","t":-5,"id":7}"#).await;
    assert_eq!(ana.told("an error").await.re, Some(json!(7)));
}

#[tokio::test]
async fn a_server_without_a_journal_says_so() {
    let server = TestServer::start();
    let mut stranger = TestPlayer::stranger(server.address).await;
    match stranger.ask(&hello(1, "Ana")).await {
        ServerMessage::Welcome {
            durable,
            token,
            protocol,
            ..
        } => {
            assert!(!durable);
            assert_eq!((token.len(), protocol), (64, 1));
        }
        other => unreachable!("welcome, not {other:?}"),
    }
}

#[tokio::test]
async fn a_server_that_stops_tells_everybody() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server
        .playing(versus2048_protocol::rules::Options::default())
        .await;
    let mut eve = server.player("Eve").await;
    server.begin_shutdown();
    for player in [&mut ana, &mut bo] {
        let shutdown =
            |message: &ServerMessage| matches!(message, ServerMessage::Closed { .. }).then_some(());
        player.expect("closed", shutdown).await;
        assert_eq!(player.expect_close().await, Some(1012));
    }
    assert_eq!(eve.expect_close().await, Some(1012));
}
