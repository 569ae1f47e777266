//! What a connection is while the table that it comes back to waits for the journal.

use serde_json::json;
use versus2048_server::Limits;

use crate::peer::{Peer, Seen, expect};
use crate::tables::Pair;

/// A table that takes nothing: the rematch of both waits until the end of their match is written.
async fn waiting_table() -> Pair {
    let mut pair = Pair::playing(Limits::default()).await;
    pair.server.faults.hold();
    pair.ana.say(r#"{"type":"resign"}"#).await;
    assert!(pair.server.faults.is_reached().await);
    pair.ana.say(r#"{"type":"rematch"}"#).await;
    pair.bo.say(r#"{"type":"rematch"}"#).await;
    pair
}

/// Ana's newer connection, which waits for its `welcome`.
async fn coming_back(pair: &mut Pair) -> Peer {
    let mut again = Peer::upgraded(&pair.server).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": "Ana", "token": pair.token});
    again.say(&hello.to_string()).await;
    let (_, seen) = pair.ana.see_texts().await;
    assert_eq!(seen, Seen::Close(4001));
    again
}

#[tokio::test]
async fn who_comes_back_to_a_table_that_waits_is_pinged_and_then_welcomed() {
    let mut pair = waiting_table().await;
    let mut again = coming_back(&mut pair).await;
    let seen = pair.server.passing_time(again.see_texts()).await;
    assert_eq!(seen, (vec![], Seen::Ping));
    pair.server.faults.release();
    assert!(!expect(&mut again, "welcome").await["seated"].is_null());
}
