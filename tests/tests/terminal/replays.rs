//! Matches of before, seen again.

use std::fs;

use serde_json::Value;
use versus2048_protocol::rules::Options;
use versus2048_tests::{Home, Key, TestServer, TestTerminal, eager};

use crate::SIZE;
use crate::keys::moves;

/// Plays a match to its end; gives its id, its replay and the number of its moves.
async fn played(server: &TestServer) -> (String, Value, usize) {
    let options = Options {
        target: Some(16),
        countdown_s: 0,
        ..Options::default()
    };
    let [mut ana, mut bo] = server.playing(options).await;
    bo.make_chosen(eager).await;
    server.advance(25_000);
    ana.play(eager).await;
    let id = ana.until_over().await.id.to_string();
    let (_, json) = server.get(&format!("/v1/replays/{id}")).await;
    let replay: Value = serde_json::from_str(&json).expect("a replay is JSON");
    let count = replay["moves"].as_array().map_or(0, Vec::len);
    (id, replay, count)
}

fn leave(mut terminal: TestTerminal) {
    terminal.type_text("q");
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[tokio::test]
async fn a_replay_is_wound_by_keys_from_a_file_an_id_and_a_url() {
    let server = TestServer::start();
    let (id, replay, count) = played(&server).await;
    let home = Home::new();
    fs::write(home.path().join("game.json"), replay.to_string())
        .expect("the home can be written to");
    let address = server.address.to_string();
    let url = format!("http://{address}/v1/replays/{id}");
    let of = |made: usize| format!("move {made} of {count}");
    for args in [
        &["replay", "game.json"][..],
        &["replay", &id, "--server", &address],
        &["replay", &url],
    ] {
        let mut terminal = home.terminal(args, SIZE);
        terminal.wait_for(" of ");
        terminal.press(&[Key::Home, Key::Right]);
        terminal.wait_for(&of(2.min(count)));
        terminal.press(&[Key::Home]);
        terminal.wait_for("0:00 / ");
        terminal.press(&[Key::End]);
        terminal.wait_for("Ana wins");
        terminal.wait_for(&of(count));
        terminal.wait_for("16 is reached");
        terminal.wait_for("Fair: ");
        terminal.press(&[Key::Left]);
        terminal.wait_for(&of(count - 1));
        terminal.press(&[Key::PageUp]);
        terminal.wait_until("the time before Ana's first move", |screen| {
            moves(screen).contains(&0)
        });
        terminal.type_text("++++");
        terminal.wait_for("16×");
        leave(terminal);
    }
}

#[tokio::test]
async fn the_menu_lists_the_newest_replays_of_a_server() {
    let server = TestServer::start();
    let (_, _, count) = played(&server).await;
    let address = server.address.to_string();
    let mut terminal = TestTerminal::start(&["--server", &address], SIZE);
    terminal.type_text("9");
    terminal.wait_for("The newest on ws://");
    terminal.wait_for("Ana");
    terminal.press(&[Key::Enter]);
    terminal.wait_for(&format!(" of {count}"));
    terminal.type_text("q");
    terminal.wait_for("The newest on ws://");
    terminal.type_text("q");
    terminal.wait_for("Host a match");
    leave(terminal);
}

#[tokio::test]
async fn what_is_not_true_or_not_there_is_told_instead() {
    let server = TestServer::start();
    let (_, mut replay, _) = played(&server).await;
    replay["result"]["scores"][0] = 8.into();
    let home = Home::new();
    fs::write(home.path().join("game.json"), replay.to_string())
        .expect("the home can be written to");
    let address = server.address.to_string();
    let unknown = "01939d4e-0000-7000-8000-000000000001";
    for (source, sentence) in [
        ("game.json", "the scores are not those of the final boards"),
        ("none.json", "there is no file none.json"),
        (unknown, "404: no finished match with this id"),
    ] {
        let mut terminal = home.terminal(&["replay", source, "--server", &address], SIZE);
        assert_eq!(terminal.exit_code(), Some(1));
        terminal.wait_for(sentence);
        terminal.assert_restored();
    }
}
