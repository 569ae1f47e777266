//! A whole match over real sockets.

use serde_json::{Value, json};
use versus2048_protocol::replay::Replay;
use versus2048_server::Limits;

use crate::peer::{CLOSE, FINAL, Peer, Seen, expect, get, greeted};
use crate::running::Running;

/// More moves than a match to 8 takes.
const MAX_MOVES: usize = 40;

#[tokio::test]
async fn two_players_play_a_match_to_its_end() {
    let server = Running::with(Limits::default()).await;
    let mut ana = greeted(&server, "Ana").await;
    let mut bo = greeted(&server, "Bo").await;

    let options = json!({"target": 8, "countdown_s": 0});
    ana.say(&json!({"type": "create", "options": options}).to_string())
        .await;
    let table = expect(&mut ana, "match").await;
    assert_eq!(
        (&table["phase"], &table["you"]),
        (&json!("waiting"), &json!(0))
    );

    bo.say(&json!({"type": "join", "code": table["code"]}).to_string())
        .await;
    for (player, seat) in [(&mut ana, 0), (&mut bo, 1)] {
        let table = expect(player, "match").await;
        assert_eq!(
            (&table["phase"], &table["you"]),
            (&json!("ready"), &json!(seat))
        );
    }

    for player in [&mut ana, &mut bo] {
        player.say(r#"{"type":"ready","nonce":"0a"}"#).await;
    }
    for player in [&mut ana, &mut bo] {
        while expect(player, "match").await["phase"] != "playing" {}
    }

    let over = play_to_the_end(&mut ana).await;
    assert_eq!(
        (&over["winner"], &over["reason"]),
        (&json!(0), &json!("target"))
    );
    assert_eq!(expect(&mut bo, "over").await, over);
    check_replay(&server, &over).await;

    server.shutdown.cancel();
    for mut player in [ana, bo] {
        let closed = expect(&mut player, "closed").await;
        assert_eq!(closed["reason"], "shutdown");
        assert_eq!(player.see().await, Seen::Close(1012));
        player.frame(FINAL | CLOSE, &1012_u16.to_be_bytes()).await;
    }
}

/// Makes whatever moves are possible, and gives the message that ends the match.
async fn play_to_the_end(player: &mut Peer) -> Value {
    let mut turn = json!(0);
    for dir in ["left", "down", "right", "up"]
        .iter()
        .cycle()
        .take(MAX_MOVES)
    {
        player
            .say(&json!({"type": "move", "turn": turn, "dir": dir}).to_string())
            .await;
        loop {
            match player.see().await {
                Seen::Text(text) if text["type"] == "board" => {
                    turn = text["turn"].clone();
                    if text["status"] == "playing" {
                        break;
                    }
                }
                Seen::Text(text) if text["type"] == "rejected" => break,
                Seen::Text(text) if text["type"] == "over" => return text,
                other => panic!("{other:?} instead of a board"),
            }
        }
    }
    panic!("no end after {MAX_MOVES} moves")
}

async fn check_replay(server: &Running, over: &Value) {
    let id = over["id"].as_str().unwrap();
    let answer = get(server, &format!("/v1/replays/{id}")).await;
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let replay: Replay = serde_json::from_str(body).unwrap();
    replay.verify().unwrap();
}
