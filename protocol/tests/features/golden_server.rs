//! Each message of the server, to the letter.

use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Reason, Rejection, Seat, Status};
use versus2048_protocol::rules::{Direction, Options, Secret, Spawn};
use versus2048_protocol::wire::{
    BoardUpdate, ClosedReason, Code, Emote, ErrorCode, MatchOver, Moved, Phase, PlayerIdentity,
    Problem, RejectedReason, Series, ServerMessage, TableSummary, decode_server, encode,
};

use crate::boards::board;

pub(crate) const OPTIONS: &str = r#"{"rows":2,"cols":2,"target":null,"time_limit_s":60,"four_permille":100,"tiles":"independent","scoring":"sum","countdown_s":3,"watchable":true}"#;
pub(crate) const ID: &str = "0199f3a0-0000-7000-8000-000000000001";

/// The message is written as this text, on one line, and read from it.
#[track_caller]
pub(crate) fn check(message: &ServerMessage, lines: &str) {
    let text: String = lines.lines().map(str::trim).collect();
    assert_eq!(encode(message, None), text);
    assert_eq!(decode_server(&text).unwrap(), *message);
}

/// Every value of a small enum has this name.
#[track_caller]
pub(crate) fn names<T: serde::Serialize>(values: &[(T, &str)]) {
    for (value, name) in values {
        assert_eq!(serde_json::to_value(value).unwrap(), *name);
    }
}

pub(crate) fn code() -> Code {
    "K7QX4M".parse().unwrap()
}

pub(crate) fn id() -> Uuid {
    ID.parse().unwrap()
}

pub(crate) fn options() -> Options {
    serde_json::from_str(OPTIONS).unwrap()
}

pub(crate) fn series() -> Series {
    Series {
        game: 3,
        wins: BySeat([1, 0]),
        draws: 1,
    }
}

pub(crate) fn over() -> MatchOver {
    let secret = Secret([0xab; 32]);
    let nonces = BySeat(["0aff".parse().unwrap(), "".parse().unwrap()]);
    MatchOver {
        id: id(),
        winner: Some(Seat::One),
        reason: Reason::Outscored,
        scores: BySeat([12, 20]),
        series: series(),
        secret,
        seed: secret.seed(nonces.as_ref().0),
        nonces,
    }
}

/// What `over` says after its type.
pub(crate) fn over_fields() -> String {
    let secret = "ab".repeat(32);
    let seed = over().seed;
    format!(
        r#""id":"{ID}","winner":1,"reason":"outscored","scores":[12,20],
        "series":{{"game":3,"wins":[1,0],"draws":1}},"secret":"{secret}","nonces":["0aff",""],"seed":"{seed}"}}"#
    )
}

#[test]
fn welcome() {
    let welcome = |seated| ServerMessage::Welcome {
        protocol: 1,
        player: PlayerIdentity {
            id: "p1".into(),
            name: "Ana".into(),
        },
        token: "00ff".into(),
        server: "0.1.0".into(),
        durable: true,
        seated,
    };
    check(
        &welcome(None),
        r#"{"type":"welcome","protocol":1,"player":{"id":"p1","name":"Ana"},"token":"00ff",
        "server":"0.1.0","durable":true,"seated":null}"#,
    );
    check(
        &welcome(Some(code())),
        r#"{"type":"welcome","protocol":1,"player":{"id":"p1","name":"Ana"},"token":"00ff",
        "server":"0.1.0","durable":true,"seated":"K7QX4M"}"#,
    );
}

#[test]
fn error() {
    let error = |code, table| ServerMessage::Error {
        code,
        message: "no".into(),
        table,
    };
    check(
        &error(ErrorCode::BadJson, None),
        r#"{"type":"error","code":"bad_json","message":"no"}"#,
    );
    check(
        &error(ErrorCode::AlreadySeated, Some(code())),
        r#"{"type":"error","code":"already_seated","message":"no","table":"K7QX4M"}"#,
    );
    names(&[
        (ErrorCode::BadJson, "bad_json"),
        (ErrorCode::BadMessage, "bad_message"),
        (ErrorCode::HelloRequired, "hello_required"),
        (ErrorCode::UnsupportedProtocol, "unsupported_protocol"),
        (ErrorCode::NameInvalid, "name_invalid"),
        (ErrorCode::NoSuchMatch, "no_such_match"),
        (ErrorCode::MatchFull, "match_full"),
        (ErrorCode::NotWatchable, "not_watchable"),
        (ErrorCode::AlreadySeated, "already_seated"),
        (ErrorCode::NotSeated, "not_seated"),
        (ErrorCode::WrongPhase, "wrong_phase"),
        (ErrorCode::OptionsInvalid, "options_invalid"),
        (ErrorCode::RateLimited, "rate_limited"),
        (ErrorCode::Unavailable, "unavailable"),
        (ErrorCode::ServerFull, "server_full"),
        (ErrorCode::ShuttingDown, "shutting_down"),
        (ErrorCode::Internal, "internal"),
    ]);
}

#[test]
fn board_after_a_move() {
    let update = BoardUpdate {
        seat: Seat::Zero,
        turn: 13,
        rows: board("2 .\n4 262144"),
        score: 24,
        status: Status::Playing,
        moved: Moved {
            dir: Direction::Left,
            gained: 4,
            spawn: Spawn {
                row: 1,
                col: 0,
                value: 4,
            },
        },
        at_ms: 8455,
    };
    check(
        &ServerMessage::Board(update),
        r#"{"type":"board","seat":0,"turn":13,"rows":[[2,0],[4,262144]],"score":24,"status":"playing",
        "moved":{"dir":"left","gained":4,"spawn":{"row":1,"col":0,"value":4}},"at_ms":8455}"#,
    );
}

#[test]
fn rejected() {
    check(
        &ServerMessage::Rejected {
            turn: 12,
            dir: Direction::Left,
            reason: RejectedReason::NoChange,
        },
        r#"{"type":"rejected","turn":12,"dir":"left","reason":"no_change"}"#,
    );
    names(&[
        (RejectedReason::RateLimited, "rate_limited"),
        (RejectedReason::Unavailable, "unavailable"),
        (Rejection::NotPlaying.into(), "not_playing"),
        (Rejection::Stuck.into(), "stuck"),
        (Rejection::Stale.into(), "stale"),
        (Rejection::NoChange.into(), "no_change"),
    ]);
}

#[test]
fn queued_and_unqueued() {
    check(
        &ServerMessage::Queued { options: options() },
        &format!(r#"{{"type":"queued","options":{OPTIONS}}}"#),
    );
    check(&ServerMessage::Unqueued {}, r#"{"type":"unqueued"}"#);
}

#[test]
fn presence() {
    check(
        &ServerMessage::Presence {
            seat: Seat::One,
            connected: false,
            forfeit_in_ms: Some(45_000),
        },
        r#"{"type":"presence","seat":1,"connected":false,"forfeit_in_ms":45000}"#,
    );
    check(
        &ServerMessage::Presence {
            seat: Seat::One,
            connected: true,
            forfeit_in_ms: None,
        },
        r#"{"type":"presence","seat":1,"connected":true,"forfeit_in_ms":null}"#,
    );
}

#[test]
fn what_is_told_in_passing() {
    check(
        &ServerMessage::Audience { watching: 4 },
        r#"{"type":"audience","watching":4}"#,
    );
    check(
        &ServerMessage::RematchOffered { seat: Seat::Zero },
        r#"{"type":"rematch_offered","seat":0}"#,
    );
    check(
        &ServerMessage::Emote {
            seat: Seat::One,
            kind: Emote::GoodGame,
        },
        r#"{"type":"emote","seat":1,"kind":"good_game"}"#,
    );
    check(&ServerMessage::Pong { t: 77 }, r#"{"type":"pong","t":77}"#);
}

#[test]
fn left_and_closed() {
    check(
        &ServerMessage::Left { code: code() },
        r#"{"type":"left","code":"K7QX4M"}"#,
    );
    check(
        &ServerMessage::Closed {
            code: code(),
            reason: ClosedReason::NotReady,
        },
        r#"{"type":"closed","code":"K7QX4M","reason":"not_ready"}"#,
    );
    names(&[
        (ClosedReason::Left, "left"),
        (ClosedReason::NotReady, "not_ready"),
        (ClosedReason::Idle, "idle"),
        (ClosedReason::Shutdown, "shutdown"),
    ]);
}

#[test]
fn matches() {
    let summary = TableSummary {
        code: code(),
        phase: Phase::Ready,
        names: BySeat([Some("Ana".into()), None]),
        options: options(),
        watching: 2,
    };
    check(
        &ServerMessage::Matches {
            matches: vec![summary],
        },
        &format!(
            r#"{{"type":"matches","matches":[{{"code":"K7QX4M","phase":"ready","names":["Ana",null],
            "options":{OPTIONS},"watching":2}}]}}"#
        ),
    );
    check(
        &ServerMessage::Matches { matches: vec![] },
        r#"{"type":"matches","matches":[]}"#,
    );
}

#[test]
fn over_tells_what_proves_the_tiles() {
    let fields = over_fields();
    check(
        &ServerMessage::Over(over()),
        &format!(r#"{{"type":"over",{fields}"#),
    );
    names(&[
        (Reason::Target, "target"),
        (Reason::Stuck, "stuck"),
        (Reason::Outscored, "outscored"),
        (Reason::Time, "time"),
        (Reason::Resigned, "resigned"),
        (Reason::Abandoned, "abandoned"),
        (Reason::Aborted, "aborted"),
    ]);
}

#[test]
fn a_newer_server_may_say_more() {
    let read = |text: &str| decode_server(text).unwrap();
    assert_eq!(
        read(r#"{"type":"weather","wind":[1]}"#),
        ServerMessage::Unknown
    );
    assert_eq!(
        read(r#"{"type":"pong","t":5,"re":1,"new":{}}"#),
        ServerMessage::Pong { t: 5 }
    );
    assert_eq!(
        encode(&ServerMessage::Unknown, None),
        r#"{"type":"unknown"}"#
    );
}

#[test]
fn what_is_no_message_of_a_server_is_refused() {
    for text in [
        "",
        "{}",
        r#"{"type":"pong"}"#,
        r#"{"type":"pong","t":-1}"#,
        r#"{"type":"presence","seat":2,"connected":true,"forfeit_in_ms":null}"#,
        r#"{"type":"rematch_offered","seat":-1}"#,
        r#"{"type":"left","code":"K7QX4"}"#,
    ] {
        assert!(decode_server(text).is_err(), "{text}");
    }
}

#[test]
fn a_problem_is_that_of_rfc_9457() {
    let problem = Problem::new(404, "Not Found", "there is no such replay");
    let text = r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"there is no such replay"}"#;
    assert_eq!(serde_json::to_string(&problem).unwrap(), text);
    assert_eq!(serde_json::from_str::<Problem>(text).unwrap(), problem);
}
