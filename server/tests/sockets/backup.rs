//! A copy of the journal that is made while the server runs, and a server that begins with it.

use std::path::Path;

use serde_json::json;
use tempfile::tempdir;
use versus2048_server::back_up;

use crate::peer::{Peer, expect, get};
use crate::running::{Running, within};
use crate::tables::Pair;

/// A server in a new directory with nothing but the copy.
async fn restored(copy: &Path, data_dir: &Path) -> Running {
    std::fs::create_dir(data_dir).unwrap();
    std::fs::copy(copy, data_dir.join("journal.db")).unwrap();
    Running::durable(data_dir).await
}

async fn replay(server: &Running, id: &str) -> String {
    let answer = get(server, &format!("/v1/replays/{id}")).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
    body.into()
}

#[tokio::test]
async fn what_was_there_at_the_moment_of_the_copy_is_there_again() {
    let folder = tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let mut pair = Pair::playing_at(Running::durable(&folder.path().join("first")).await).await;
    pair.bo.say(r#"{"type":"resign"}"#).await;
    let over = expect(&mut pair.ana, "over").await;
    let id = over["id"].as_str().unwrap();
    for player in [&mut pair.ana, &mut pair.bo] {
        player.say(r#"{"type":"rematch"}"#).await;
    }
    for player in [&mut pair.ana, &mut pair.bo] {
        while expect(player, "match").await["phase"] != "ready" {}
        player.say(r#"{"type":"ready"}"#).await;
    }
    while expect(&mut pair.ana, "match").await["phase"] != "playing" {}
    let told = replay(&pair.server, id).await;
    back_up(&folder.path().join("first"), &copy).unwrap();
    // What happens afterwards is not in the copy.
    pair.ana.say(r#"{"type":"resign"}"#).await;
    expect(&mut pair.ana, "over").await;
    pair.server.shutdown.cancel();
    within(pair.server.task).await.unwrap();

    let server = restored(&copy, &folder.path().join("second")).await;
    assert_eq!(replay(&server, id).await, told);
    let mut ana = Peer::upgraded(&server).await;
    let hello = json!({"type": "hello", "protocol": 1, "name": "Ana", "token": pair.token});
    ana.say(&hello.to_string()).await;
    assert_eq!(expect(&mut ana, "welcome").await["seated"], pair.code);
    let table = expect(&mut ana, "match").await;
    assert_eq!(table["phase"], "paused", "{table}");
}

#[tokio::test]
async fn a_copy_overwrites_nothing() {
    let folder = tempdir().unwrap();
    let data_dir = folder.path().join("data");
    let _server = Running::durable(&data_dir).await;
    let copy = folder.path().join("copy.db");
    std::fs::write(&copy, "mine").unwrap();
    let error = back_up(&data_dir, &copy).unwrap_err().to_string();
    let expected = "is there already and is not overwritten; remove it, or choose another name";
    assert_eq!(error, format!("{} {expected}", copy.display()));
    assert_eq!(std::fs::read(&copy).unwrap(), b"mine");
}
