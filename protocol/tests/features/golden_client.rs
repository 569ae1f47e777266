//! Each message of a client, to the letter.

use serde_json::{Value, json};
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{ClientMessage, Emote, OptionFields, Received};

/// The message is written as this text and read from it.
#[track_caller]
fn check(message: ClientMessage, text: &str) {
    assert_eq!(serde_json::to_string(&message).unwrap(), text);
    reads(text, message);
}

#[track_caller]
fn reads(text: &str, expected: ClientMessage) {
    let received = Received::parse(text);
    assert_eq!(received.message, Ok(expected), "{text}");
    assert_eq!(received.id, None);
}

fn options(value: &Value) -> Option<OptionFields> {
    value.as_object().cloned()
}

#[test]
fn hello() {
    check(
        ClientMessage::Hello {
            protocol: 1,
            name: "Ana".into(),
            client: Some("versus2048/0.1.0".into()),
            token: None,
        },
        r#"{"type":"hello","protocol":1,"name":"Ana","client":"versus2048/0.1.0","token":null}"#,
    );
    reads(
        r#"{"name":"Ana","protocol":2,"type":"hello"}"#,
        ClientMessage::Hello {
            protocol: 2,
            name: "Ana".into(),
            client: None,
            token: None,
        },
    );
}

#[test]
fn create() {
    check(
        ClientMessage::Create {
            options: options(&json!({"rows": 5})),
            listed: Some(false),
            bot: Some("easy".into()),
        },
        r#"{"type":"create","options":{"rows":5},"listed":false,"bot":"easy"}"#,
    );
    let bare = ClientMessage::Create {
        options: None,
        listed: None,
        bot: None,
    };
    reads(r#"{"type":"create"}"#, bare.clone());
    check(
        bare,
        r#"{"type":"create","options":null,"listed":null,"bot":null}"#,
    );
    reads(
        r#"{"type":"create","options":{},"listed":true}"#,
        ClientMessage::Create {
            options: options(&json!({})),
            listed: Some(true),
            bot: None,
        },
    );
}

#[test]
fn join_and_watch() {
    check(
        ClientMessage::Join {
            code: "K7QX4M".into(),
        },
        r#"{"type":"join","code":"K7QX4M"}"#,
    );
    check(
        ClientMessage::Watch { code: "no".into() },
        r#"{"type":"watch","code":"no"}"#,
    );
}

#[test]
fn queue_and_unqueue() {
    check(
        ClientMessage::Queue {
            options: options(&json!({"rows": 9})),
        },
        r#"{"type":"queue","options":{"rows":9}}"#,
    );
    reads(
        r#"{"type":"queue"}"#,
        ClientMessage::Queue { options: None },
    );
    check(ClientMessage::Unqueue {}, r#"{"type":"unqueue"}"#);
}

#[test]
fn ready() {
    check(
        ClientMessage::Ready {
            nonce: Some("0aff".parse().unwrap()),
        },
        r#"{"type":"ready","nonce":"0aff"}"#,
    );
    check(
        ClientMessage::Ready { nonce: None },
        r#"{"type":"ready","nonce":null}"#,
    );
    reads(r#"{"type":"ready"}"#, ClientMessage::Ready { nonce: None });
    reads(
        r#"{"type":"ready","nonce":""}"#,
        ClientMessage::Ready {
            nonce: Some("".parse().unwrap()),
        },
    );
}

#[test]
fn moves() {
    for dir in Direction::ALL {
        check(
            ClientMessage::Move { turn: 12, dir },
            &format!(r#"{{"type":"move","turn":12,"dir":"{dir}"}}"#),
        );
    }
    let turn = (1 << 53) - 1;
    reads(
        r#"{"type":"move","turn":9007199254740991,"dir":"up"}"#,
        ClientMessage::Move {
            turn,
            dir: Direction::Up,
        },
    );
}

#[test]
fn emotes() {
    let kinds = [
        "hello",
        "good_luck",
        "nice",
        "wow",
        "oops",
        "good_game",
        "thanks",
    ];
    for (kind, name) in Emote::ALL.into_iter().zip(kinds) {
        check(
            ClientMessage::Emote { kind },
            &format!(r#"{{"type":"emote","kind":"{name}"}}"#),
        );
    }
}

#[test]
fn what_has_no_fields() {
    check(ClientMessage::Resign {}, r#"{"type":"resign"}"#);
    check(ClientMessage::Rematch {}, r#"{"type":"rematch"}"#);
    check(ClientMessage::Leave {}, r#"{"type":"leave"}"#);
    check(ClientMessage::List {}, r#"{"type":"list"}"#);
}

#[test]
fn ping() {
    check(ClientMessage::Ping { t: 0 }, r#"{"type":"ping","t":0}"#);
    check(
        ClientMessage::Ping { t: (1 << 53) - 1 },
        r#"{"type":"ping","t":9007199254740991}"#,
    );
}
