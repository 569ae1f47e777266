//! Each limit of tables and of looking for them.

use serde_json::{Value, json};
use versus2048_server::Limits;

use crate::peer::{Peer, Seen, expect, greeted, greeted_with_token};
use crate::running::Running;

/// So short is the limit that a test is about.
const SHORT_MS: u64 = 2_000;

/// Two players at a table, and its code.
pub(crate) struct Pair {
    pub(crate) server: Running,
    pub(crate) ana: Peer,
    pub(crate) bo: Peer,
    /// Of the table.
    pub(crate) code: Value,
    /// With which Ana comes back.
    pub(crate) token: Value,
}

impl Pair {
    /// At a table in `ready`.
    async fn ready(limits: Limits) -> Self {
        Self::ready_at(Running::with(limits).await, &quick()).await
    }

    async fn ready_at(server: Running, options: &Value) -> Self {
        let (mut ana, token) = greeted_with_token(&server, "Ana").await;
        let mut bo = greeted(&server, "Bo").await;
        let create = json!({"type": "create", "options": options});
        ana.say(&create.to_string()).await;
        let code = expect(&mut ana, "match").await["code"].clone();
        bo.say(&json!({"type": "join", "code": code}).to_string())
            .await;
        for player in [&mut ana, &mut bo] {
            assert_eq!(expect(player, "match").await["phase"], "ready");
        }
        Self {
            server,
            ana,
            bo,
            code,
            token,
        }
    }

    /// In a match that has begun.
    pub(crate) async fn playing(limits: Limits) -> Self {
        Self::playing_at(Running::with(limits).await).await
    }

    /// In a match that has begun on this server.
    pub(crate) async fn playing_at(server: Running) -> Self {
        Self::playing_with(server, &quick()).await
    }

    /// In a match that has begun, with these options, on this server.
    pub(crate) async fn playing_with(server: Running, options: &Value) -> Self {
        let mut pair = Self::ready_at(server, options).await;
        for player in [&mut pair.ana, &mut pair.bo] {
            player.say(r#"{"type":"ready"}"#).await;
        }
        for player in [&mut pair.ana, &mut pair.bo] {
            while expect(player, "match").await["phase"] != "playing" {}
        }
        pair
    }

    /// What Ana hears of a type when the short time is over, and not before.
    async fn hears_when_it_is_over(&mut self, kind: &str) -> Value {
        hears_when_it_is_over(&self.server, &mut self.ana, kind).await
    }
}

/// The options of a match that begins at once.
fn quick() -> Value {
    json!({"countdown_s": 0})
}

async fn hears_when_it_is_over(server: &Running, peer: &mut Peer, kind: &str) -> Value {
    server.hand.advance(SHORT_MS - 1);
    peer.say(r#"{"type":"ping","t":7}"#).await;
    loop {
        match peer.see().await {
            Seen::Text(text) if text["type"] == "pong" => break,
            Seen::Text(text) => assert_ne!(text["type"], kind, "{text}"),
            other => panic!("{other:?} instead of pong"),
        }
    }
    server.hand.advance(1);
    expect(peer, kind).await
}

#[tokio::test]
async fn a_table_waits_so_long() {
    let server = Running::with(Limits {
        waiting_timeout_ms: SHORT_MS,
        ..Limits::default()
    })
    .await;
    let mut ana = greeted(&server, "Ana").await;
    ana.say(r#"{"type":"create"}"#).await;
    expect(&mut ana, "match").await;
    let closed = hears_when_it_is_over(&server, &mut ana, "closed").await;
    assert_eq!(closed["reason"], "idle");
}

#[tokio::test]
async fn two_players_get_ready_so_long() {
    let mut pair = Pair::ready(Limits {
        ready_timeout_ms: SHORT_MS,
        ..Limits::default()
    })
    .await;
    let closed = pair.hears_when_it_is_over("closed").await;
    assert_eq!(closed["reason"], "not_ready");
}

#[tokio::test]
async fn a_table_stays_so_long_after_a_match() {
    let mut pair = Pair::playing(Limits {
        over_timeout_ms: SHORT_MS,
        ..Limits::default()
    })
    .await;
    pair.bo.say(r#"{"type":"resign"}"#).await;
    expect(&mut pair.ana, "over").await;
    let closed = pair.hears_when_it_is_over("closed").await;
    assert_eq!(closed["reason"], "idle");
}

#[tokio::test]
async fn a_match_lasts_so_long() {
    let mut pair = Pair::playing(Limits {
        max_match_ms: SHORT_MS,
        ..Limits::default()
    })
    .await;
    let over = pair.hears_when_it_is_over("over").await;
    assert_eq!(over["reason"], "time");
}

#[tokio::test]
async fn a_seat_is_absent_so_long() {
    let Pair {
        server,
        mut ana,
        bo,
        ..
    } = Pair::playing(Limits {
        forfeit_after_ms: SHORT_MS,
        ..Limits::default()
    })
    .await;
    drop(bo);
    let absence = expect(&mut ana, "presence").await;
    assert_eq!(absence["forfeit_in_ms"], SHORT_MS);
    let over = hears_when_it_is_over(&server, &mut ana, "over").await;
    assert_eq!(over["reason"], "aborted");
}

#[tokio::test]
async fn there_are_so_many_tables() {
    let server = Running::with(Limits {
        max_tables: 1,
        ..Limits::default()
    })
    .await;
    let mut ana = greeted(&server, "Ana").await;
    ana.say(r#"{"type":"create"}"#).await;
    expect(&mut ana, "match").await;
    let mut bo = greeted(&server, "Bo").await;
    assert_eq!(
        refusal(&mut bo, r#"{"type":"create"}"#).await,
        "server_full"
    );
}

#[tokio::test]
async fn an_address_guesses_so_many_codes() {
    let server = Running::with(Limits {
        misses_per_minute: 4,
        ..Limits::default()
    })
    .await;
    let mut ana = greeted(&server, "Ana").await;
    let mut bo = greeted(&server, "Bo").await;
    for peer in [&mut ana, &mut bo] {
        for kind in ["join", "watch"] {
            let guess = json!({"type": kind, "code": "000000"}).to_string();
            assert_eq!(refusal(peer, &guess).await, "no_such_match");
        }
    }
    let guess = r#"{"type":"join","code":"000000"}"#;
    assert_eq!(refusal(&mut ana, guess).await, "rate_limited");
    server.hand.advance(15_000);
    let mut cy = greeted(&server, "Cy").await;
    assert_eq!(refusal(&mut cy, guess).await, "no_such_match");
}

/// The code of the error that answers a message.
async fn refusal(peer: &mut Peer, message: &str) -> Value {
    peer.say(message).await;
    match peer.see().await {
        Seen::Text(text) => text["code"].clone(),
        other => panic!("{other:?} instead of an error"),
    }
}
