//! What a text has to look like to be a message.

use proptest::prelude::*;
use versus2048_protocol::wire::{
    ClientMessage, ErrorCode, MessageId, Received, ServerMessage, encode, splice_re,
};

use crate::boards::always;

#[track_caller]
fn refused(text: &str, code: ErrorCode) {
    let error = Received::parse(text).message.expect_err(text);
    assert_eq!(error.code(), code, "{text}");
}

#[track_caller]
fn bad_json(text: &str) {
    refused(text, ErrorCode::BadJson);
}

#[track_caller]
fn bad_message(text: &str) {
    refused(text, ErrorCode::BadMessage);
}

#[track_caller]
fn is_ping(text: &str) {
    let received = Received::parse(text);
    assert_eq!(received.message, Ok(ClientMessage::Ping { t: 1 }), "{text}");
}

/// Arrays in arrays.
fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn what_is_outside_the_grammar_is_no_json() {
    for text in [
        "",
        " ",
        "hello",
        "{",
        r#"{"type":"list""#,
        r#"{"type":"list"}}"#,
        r#"{"type":"list"}{"type":"list"}"#,
        r#"{"type":"list",}"#,
        "{'type':'list'}",
        r#"{type:"list"}"#,
        r#"{"type" "list"}"#,
        r#"{"type":"list"}//"#,
        r#"{"type":"ping","t":01}"#,
        r#"{"type":"ping","t":+1}"#,
        r#"{"type":"ping","t":.5}"#,
        r#"{"type":"ping","t":1.}"#,
        r#"{"type":"ping","t":0x1}"#,
        r#"{"type":"ping","t":NaN}"#,
        r#"{"type":"ping","t":1,"x":"\x41"}"#,
        "{\"type\":\"ping\",\"t\":1,\"x\":\"\t\"}",
        r#"{"type":"ping","t":1,"x":"\u12"}"#,
        r#"{"type":"ping","t":1,"x":tru}"#,
        "\u{feff}{\"type\":\"list\"}",
        "\u{a0}{}",
        "[1,]",
    ] {
        bad_json(text);
    }
}

#[test]
fn an_array_never_stands_for_an_object() {
    for text in [
        "[]",
        r#"["list"]"#,
        r#"["ping",1]"#,
        r#"["move",12,"left"]"#,
        r#"[{"type":"list"}]"#,
        r#"{"type":"create","options":[]}"#,
        r#"{"type":"create","options":[4,4]}"#,
        r#"{"type":"queue","options":[]}"#,
    ] {
        bad_message(text);
    }
}

#[test]
fn other_json_is_no_message() {
    for text in [
        "null",
        "true",
        "12",
        "1e400",
        r#""list""#,
        r#""\ud800""#,
        "{}",
        r#"{"type":null}"#,
        r#"{"type":1}"#,
        r#"{"type":["list"]}"#,
        r#"{"type":{"list":null}}"#,
        r#"{"type":{"list":{}}}"#,
        r#"{"type":""}"#,
        r#"{"type":"LIST"}"#,
        r#"{"type":"welcome"}"#,
        r#"{"type":"no_such_type"}"#,
        r#"{"Type":"list"}"#,
        r#"{"list":{}}"#,
    ] {
        bad_message(text);
    }
    bad_message(&nested(2000));
}

#[test]
fn whole_numbers_are_digits_alone() {
    for number in [
        "12.0",
        "1.5",
        "1e1",
        "1E0",
        "0e0",
        "-0",
        "-1",
        "\"1\"",
        "null",
        "true",
        "[1]",
        "{}",
        "1e400",
        "-1e999",
        "9007199254740992",
        "18446744073709551616",
        "99999999999999999999999",
    ] {
        bad_message(&format!(r#"{{"type":"ping","t":{number}}}"#));
        bad_message(&format!(
            r#"{{"type":"move","turn":{number},"dir":"left"}}"#
        ));
    }
    for number in ["1.0", "1e0", "-1", "\"1\"", "null", "true", "[1]"] {
        bad_message(&format!(
            r#"{{"type":"hello","protocol":{number},"name":"Ana"}}"#
        ));
    }
}

#[test]
fn fields_take_their_own_types_alone() {
    for text in [
        r#"{"type":"hello","name":"Ana"}"#,
        r#"{"type":"hello","protocol":1}"#,
        r#"{"type":"hello","protocol":1,"name":null}"#,
        r#"{"type":"hello","protocol":1,"name":7}"#,
        r#"{"type":"hello","protocol":1,"name":"\ud800"}"#,
        r#"{"type":"hello","protocol":1,"name":"Ana","client":1}"#,
        r#"{"type":"hello","protocol":1,"name":"Ana","token":1}"#,
        r#"{"type":"hello","protocol":1,"name":"Ana","token":["00"]}"#,
        r#"{"type":"create","options":"default"}"#,
        r#"{"type":"create","listed":1}"#,
        r#"{"type":"create","listed":"true"}"#,
        r#"{"type":"create","bot":1}"#,
        r#"{"type":"create","bot":{"easy":null}}"#,
        r#"{"type":"join"}"#,
        r#"{"type":"join","code":null}"#,
        r#"{"type":"join","code":123456}"#,
        r#"{"type":"watch","code":["K7QX4M"]}"#,
        r#"{"type":"ready","nonce":1}"#,
        r#"{"type":"ready","nonce":"0"}"#,
        r#"{"type":"ready","nonce":"0g"}"#,
        r#"{"type":"ready","nonce":"AB"}"#,
        r#"{"type":"ready","nonce":["00"]}"#,
        r#"{"type":"move","turn":0}"#,
        r#"{"type":"move","dir":"left"}"#,
        r#"{"type":"move","turn":0,"dir":"Left"}"#,
        r#"{"type":"move","turn":0,"dir":"l"}"#,
        r#"{"type":"move","turn":0,"dir":0}"#,
        r#"{"type":"move","turn":0,"dir":null}"#,
        r#"{"type":"move","turn":0,"dir":{"left":null}}"#,
        r#"{"type":"move","turn":0,"dir":["left"]}"#,
        r#"{"type":"emote"}"#,
        r#"{"type":"emote","kind":"rude"}"#,
        r#"{"type":"emote","kind":{"hello":null}}"#,
    ] {
        bad_message(text);
    }
    let long = "00".repeat(33);
    bad_message(&format!(r#"{{"type":"ready","nonce":"{long}"}}"#));
}

#[test]
fn null_is_as_good_as_nothing_where_a_field_is_optional() {
    let pairs = [
        (
            r#"{"type":"create"}"#,
            r#"{"type":"create","options":null,"listed":null,"bot":null}"#,
        ),
        (r#"{"type":"queue"}"#, r#"{"type":"queue","options":null}"#),
        (
            r#"{"type":"ready"}"#,
            r#"{"type":"ready","nonce":null,"id":null}"#,
        ),
    ];
    for (nothing, null) in pairs {
        assert!(Received::parse(nothing).message.is_ok(), "{nothing}");
        assert_eq!(Received::parse(nothing), Received::parse(null));
    }
}

#[test]
fn unknown_fields_of_any_value_are_ignored() {
    let objects = format!("{}1{}", r#"{"a":"#.repeat(200), "}".repeat(200));
    for value in [
        "null",
        "12",
        "12.5",
        "1e1",
        "-0",
        "1e400",
        "-1e999",
        r#""x""#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
        "[]",
        "{}",
        r#"["ping"]"#,
        r#"{"a":[{"b":1e400}]}"#,
        &nested(200),
        &objects,
    ] {
        is_ping(&format!(r#"{{"type":"ping","t":1,"x":{value}}}"#));
        is_ping(&format!(r#"{{"x":{value},"t":1,"type":"ping"}}"#));
    }
    is_ping(r#"{"type":"ping","t":1,"\ud800":1}"#);
    is_ping(" \t\r\n{ \"type\" : \"ping\" , \"t\" : 1 } \n");
    is_ping(r#"{"\u0074ype":"p\u0069ng","t":1}"#);
}

#[test]
fn a_name_that_stands_twice_is_wrong() {
    for text in [
        r#"{"type":"ping","type":"ping","t":1}"#,
        r#"{"type":"ping","t":1,"t":1}"#,
        r#"{"type":"ping","t":1,"t":2}"#,
        r#"{"type":"ping","t":1,"x":1,"x":1}"#,
        r#"{"type":"ping","t":1,"\u0074":1}"#,
        r#"{"type":"ping","t":1,"x":{"a":1,"a":1}}"#,
        r#"{"type":"ping","t":1,"x":[[{"a":1,"\u0061":1}]]}"#,
        r#"{"type":"ping","t":1,"x":[1e400,{"a":1,"a":1}]}"#,
        r#"{"type":"ping","t":1,"\ud800":1,"\ud800":1}"#,
        r#"{"type":"ping","t":1,"id":1,"id":1}"#,
        r#"{"type":"create","options":{"rows":4,"rows":4}}"#,
    ] {
        bad_message(text);
    }
    is_ping(r#"{"type":"ping","t":1,"x":{"t":1,"type":1},"T":2}"#);
}

#[test]
fn any_text_is_read_without_panic() {
    let json_like = r#"[\[\]{}",:\\0-9eE+.\- a-z]{0,60}"#;
    always(5000, prop_oneof!["\\PC*", json_like], |text| {
        let _ = Received::parse(&text);
    });
    let fields = r#"[\[\]{}",:\\0-9eE+.\- tdiru]{0,30}"#;
    always(5000, fields, |fields| {
        let text = format!(r#"{{"type":"move","turn":0,"dir":"left",{fields}}}"#);
        let _ = Received::parse(&text);
    });
    always(1000, prop::collection::vec(any::<u8>(), 0..200), |bytes| {
        let _ = Received::parse(&String::from_utf8_lossy(&bytes));
    });
}

#[track_caller]
fn check_id(id: &str, expected: Option<&MessageId>) {
    let received = Received::parse(&format!(r#"{{"id":{id},"type":"list"}}"#));
    assert_eq!(received.id.as_ref(), expected, "{id}");
    assert_eq!(received.message, Ok(ClientMessage::List {}), "{id}");
}

#[test]
fn an_id_is_a_short_string_or_a_whole_number() {
    check_id("null", None);
    check_id("0", Some(&MessageId::Number(0)));
    check_id("9007199254740991", Some(&MessageId::Number((1 << 53) - 1)));
    check_id(r#""""#, Some(&MessageId::Text(String::new())));
    check_id(r#""\u0000\"""#, Some(&MessageId::Text("\0\"".into())));
    for text in ["x".repeat(64), "é".repeat(32), "😀".repeat(16)] {
        check_id(&format!("\"{text}\""), Some(&MessageId::Text(text.clone())));
    }
    for wrong in [
        "-1",
        "-0",
        "1.0",
        "1e1",
        "0.5",
        "1e400",
        "9007199254740992",
        "true",
        "[]",
        "{}",
        "[1]",
        r#""\ud800""#,
        &format!("\"{}\"", "x".repeat(65)),
        &format!("\"{}\"", "é".repeat(33)),
    ] {
        let text = format!(r#"{{"type":"list","id":{wrong}}}"#);
        bad_message(&text);
        assert_eq!(Received::parse(&text).id, None);
    }
}

#[test]
fn a_bad_message_keeps_its_id() {
    let received = Received::parse(r#"{"type":"ping","id":7,"t":"x"}"#);
    assert_eq!(received.id, Some(MessageId::Number(7)));
    assert!(received.message.is_err());
    let unknown = Received::parse(r#"{"type":"what","id":"a"}"#);
    assert_eq!(unknown.id, Some(MessageId::Text("a".into())));
}

#[test]
fn an_answer_carries_the_id_back() {
    let pong = ServerMessage::Pong { t: 5 };
    assert_eq!(encode(&pong, None), r#"{"type":"pong","t":5}"#);
    let number = MessageId::Number(12);
    assert_eq!(
        encode(&pong, Some(&number)),
        r#"{"type":"pong","t":5,"re":12}"#
    );
    let text = MessageId::Text("a\"\n\u{7f}é".into());
    let body = encode(&ServerMessage::Unqueued {}, None);
    assert_eq!(
        splice_re(&body, &text),
        "{\"type\":\"unqueued\",\"re\":\"a\\\"\\n\u{7f}é\"}"
    );
}

#[test]
fn an_error_says_what_is_wrong_and_what_would_be_right() {
    let message = |text: &str| Received::parse(text).message.unwrap_err().to_string();
    assert_eq!(
        message("x"),
        "the text is not JSON: a message is one JSON object"
    );
    assert!(
        message("[]").contains("expected a JSON object"),
        "{}",
        message("[]")
    );
    assert!(message(r#"{"type":"what"}"#).contains("unknown variant `what`, expected one of"));
    assert!(message(r#"{"type":"move","dir":"up"}"#).contains("missing field `turn`"));
    assert!(message(r#"{"type":"list","id":-1}"#).contains("a whole number from 0 to 2^53-1"));
}
