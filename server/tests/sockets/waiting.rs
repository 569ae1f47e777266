//! What a connection is while a table waits for the journal.

use serde_json::json;
use versus2048_server::Limits;

use crate::peer::{Peer, Seen, expect, get, greeted};
use crate::running::{Running, within};
use crate::tables::Pair;

#[tokio::test]
async fn a_player_who_comes_back_while_nothing_is_written_sees_what_is_on_disk() {
    let mut pair = Pair::playing(Limits::default()).await;
    pair.server.faults.hold();
    pair.ana.say(r#"{"type":"resign"}"#).await;
    assert!(pair.server.faults.is_reached().await);
    let mut again = Peer::upgraded(&pair.server).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": "Ana", "token": pair.token});
    again.say(&hello.to_string()).await;
    let (_, seen) = pair.ana.see_texts().await;
    assert_eq!(seen, Seen::Close(4001));
    assert_eq!(expect(&mut again, "welcome").await["seated"], pair.code);
    assert_eq!(expect(&mut again, "match").await["phase"], "playing");
    pair.server.faults.release();
    assert_eq!(expect(&mut again, "over").await["reason"], "aborted");
}

#[tokio::test]
async fn a_player_whose_seat_is_not_on_disk_yet_is_pinged_and_then_told() {
    let server = Running::with(Limits::default()).await;
    let mut ana = greeted(&server, "Ana").await;
    ana.say(r#"{"type":"create"}"#).await;
    let code = expect(&mut ana, "match").await["code"].clone();
    let mut bo = greeted(&server, "Bo").await;
    server.faults.hold();
    bo.say(&json!({"type": "join", "code": code}).to_string())
        .await;
    assert!(server.faults.is_reached().await);
    let seen = server.passing_time(bo.see_texts()).await;
    assert_eq!(seen, (vec![], Seen::Ping));
    server.faults.release();
    assert_eq!(expect(&mut bo, "match").await["you"], 1);
}

#[tokio::test]
async fn a_disk_that_hangs_is_told_to_those_who_ask_whether_the_server_is_ready() {
    let server = Running::impatient().await;
    let mut ana = greeted(&server, "Ana").await;
    server.faults.hold();
    ana.say(r#"{"type":"create"}"#).await;
    assert!(server.faults.is_reached().await);
    let answer = within(async {
        loop {
            let answer = get(&server, "/readyz").await;
            if answer.starts_with("HTTP/1.1 503 ") {
                return answer;
            }
        }
    })
    .await;
    assert!(answer.contains("its disk does not answer"), "{answer}");
    server.faults.release();
    expect(&mut ana, "match").await;
    within(async { while !get(&server, "/readyz").await.starts_with("HTTP/1.1 200 ") {} }).await;
}
