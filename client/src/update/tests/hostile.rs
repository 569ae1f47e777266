//! Servers that say what can't be true, or nothing.

use serde_json::{Value, json};

use super::*;
use crate::message::Foreign;

fn foreign(what: Foreign) -> Notice {
    let server = "ws://127.0.0.1:2048".to_owned();
    Notice::Foreign { server, what }
}

fn quits_with(notice: Notice) -> [Effect; 2] {
    [Effect::Disconnect, Effect::Quit(Exit::Failed(notice))]
}

#[test]
fn a_server_that_greets_and_does_not_answer_is_given_up() {
    for seated in [None, Some(code())] {
        let mut model = started(create());
        assert_eq!(update(&mut model, Message::Tick), []);
        model.now_ms = 60_000;
        assert_eq!(update(&mut model, Message::Tick), [], "it has not greeted");
        welcome(&mut model, seated);
        model.now_ms += 9_999;
        assert_eq!(update(&mut model, Message::Tick), []);
        model.now_ms += 1;
        let effects = update(&mut model, Message::Tick);
        assert_eq!(effects, quits_with(foreign(Foreign::Silent)));
    }
}

#[test]
fn whoever_waits_for_the_connection_is_not_told_that_the_server_is_silent() {
    let mut model = started(create());
    welcome(&mut model, None);
    let lost = NetworkEvent::Lost {
        attempt: 1,
        retry_in_ms: 60_000,
    };
    update(&mut model, Message::Network(lost));
    model.now_ms += 60_000;
    assert_eq!(update(&mut model, Message::Tick), []);
}

#[track_caller]
fn check_impossible(phase: Phase, change: impl FnOnce(&mut Value)) {
    let mut changed = serde_json::to_value(snapshot(phase)).expect("JSON");
    change(&mut changed);
    let impossible: Snapshot = serde_json::from_value(changed).expect("the right form");
    let mut model = started(create());
    welcome(&mut model, None);
    let effects = show(&mut model, impossible.clone());
    assert_eq!(effects, quits_with(foreign(Foreign::Nonsense)));
    // At a table it is a page to read.
    let mut model = seated(Phase::Playing);
    assert_eq!(show(&mut model, impossible), [Effect::Disconnect]);
    let notice = foreign(Foreign::Nonsense);
    assert!(matches!(&model.screen, Screen::Notice(shown) if *shown == notice));
}

#[test]
fn a_snapshot_that_cannot_be_true_is_told() {
    let small = json!([[2, 0], [0, 2]]);
    check_impossible(Phase::Playing, |it| it["boards"][1]["rows"] = small);
    check_impossible(Phase::Playing, |it| it["options"]["cols"] = json!(5));
    check_impossible(Phase::Playing, |it| it["boards"] = Value::Null);
    check_impossible(Phase::Playing, |it| it["players"][1] = Value::Null);
    check_impossible(Phase::Ready, |it| it["players"][0] = Value::Null);
    check_impossible(Phase::Waiting, |it| it["you"] = json!(1));
}

#[test]
fn a_board_of_another_size_is_told() {
    let mut model = seated(Phase::Playing);
    let board = json!({
        "type": "board", "seat": 0, "turn": 1, "rows": vec![vec![2; 8]; 8], "score": 0,
        "status": "playing", "at_ms": 0,
        "moved": {"dir": "left", "gained": 0, "spawn": {"row": 7, "col": 7, "value": 2}},
    });
    let board: ServerMessage = serde_json::from_value(board).expect("the right form");
    // Of a table that was left it is none of this client's business.
    assert_eq!(hear(&mut at_menu(), board.clone()), []);
    assert_eq!(hear(&mut model, board), [Effect::Disconnect]);
    let notice = foreign(Foreign::Nonsense);
    assert!(matches!(&model.screen, Screen::Notice(shown) if *shown == notice));
}
