//! Players who are connected for longer than a token holds without use.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::tempdir;
use versus2048_server::{Config, JournalConfig, Limits};

use crate::peer::{Peer, expect};
use crate::running::{Running, within};

const MINUTE_MS: u64 = 60_000;

/// A server whose connections may be silent for as long as they like.
async fn patient(data_dir: &Path) -> Running {
    let for_ever_ms = 1 << 50;
    Running::start(Config {
        journal: JournalConfig {
            data_dir: Some(data_dir.into()),
            ..JournalConfig::DEFAULT
        },
        limits: Limits {
            ping_interval_ms: for_ever_ms,
            silence_timeout_ms: for_ever_ms,
            ..Limits::DEFAULT
        },
        ..Config::default()
    })
    .await
}

async fn welcome(peer: &mut Peer, token: &Value) -> Value {
    let hello = json!({"type": "hello", "protocol": 1, "name": "Ana", "token": token});
    peer.say(&hello.to_string()).await;
    expect(peer, "welcome").await
}

#[tokio::test]
async fn who_is_connected_for_a_day_is_known_after_a_crash() {
    let folder = tempdir().unwrap();
    let dir = |name: &str| folder.path().join(name);
    let server = patient(&dir("first")).await;
    let mut ana = Peer::upgraded(&server).await;
    let welcomed = welcome(&mut ana, &Value::Null).await;
    let journal = Connection::open(dir("first/journal.db")).unwrap();
    // What the journal does with players whose last use is a day ago.
    assert_eq!(journal.execute("DELETE FROM players", []), Ok(1));
    let known = || -> u32 {
        let count = "SELECT count(*) FROM players";
        journal.query_row(count, [], |row| row.get(0)).unwrap()
    };
    within(async {
        while known() == 0 {
            server.hand.advance(MINUTE_MS);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;

    // As a crash leaves them.
    std::fs::create_dir(dir("second")).unwrap();
    for file in ["journal.db", "journal.db-wal"] {
        std::fs::copy(dir("first").join(file), dir("second").join(file)).unwrap();
    }
    let again = patient(&dir("second")).await;
    let mut ana = Peer::upgraded(&again).await;
    let welcomed_again = welcome(&mut ana, &welcomed["token"]).await;
    assert_eq!(welcomed_again["player"], welcomed["player"]);
}
