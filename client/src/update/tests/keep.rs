//! Keeping the replay of a match that is over.

use super::*;
use crate::effect::KeepFrom;
use crate::model::{Keeping, NotKept};

const URL: &str = "http://127.0.0.1:2048/v1/replays/00000000-0000-0000-0000-000000000001";

fn id() -> Uuid {
    Uuid::from_u128(1)
}

fn over(model: &mut Model) -> Vec<Effect> {
    let over = serde_json::json!({
        "type": "over", "id": id(), "winner": 0, "reason": "resigned", "scores": [8, 4],
        "series": {"game": 1, "wins": [1, 0], "draws": 0}, "secret": "00".repeat(32),
        "nonces": ["", ""], "seed": "00".repeat(32),
    });
    hear(model, serde_json::from_value(over).expect("a message"))
}

fn keeping(model: &Model) -> Option<&Keeping> {
    match &model.screen {
        Screen::Table(play) => play.keeping.as_ref(),
        other => panic!("{other:?} instead of a table"),
    }
}

fn kept(is_asked_again: bool) -> Keeping {
    let path = "~/1.json".to_owned();
    Keeping::Kept {
        path,
        is_asked_again,
    }
}

fn answer(model: &mut Model, id: Uuid, kept: Result<&str, NotKept>) {
    let kept = kept.map(str::to_owned);
    assert_eq!(update(model, Message::ReplayKept { id, kept }), []);
}

#[test]
fn a_player_and_a_spectator_keep_what_the_server_has_once() {
    for you in [Some(YOU), None] {
        let mut model = seated(Phase::Playing);
        if let Screen::Table(play) = &mut model.screen {
            play.session.you = you;
        }
        assert_eq!(press(&mut model, Action::Keep), [], "it is not over");
        over(&mut model);
        let from = KeepFrom::Server(URL.to_owned());
        let keeps = [Effect::KeepReplay { id: id(), from }];
        assert_eq!(press(&mut model, Action::Keep), keeps);
        assert_eq!(press(&mut model, Action::Keep), [], "it is under way");
        answer(&mut model, Uuid::from_u128(2), Ok("of another match"));
        assert_eq!(keeping(&model), Some(&Keeping::UnderWay));
        let why = NotKept::Cause("no disk".to_owned());
        answer(&mut model, id(), Err(why.clone()));
        assert_eq!(keeping(&model), Some(&Keeping::Failed(why)));
        assert_eq!(press(&mut model, Action::Keep), keeps, "again");
        answer(&mut model, id(), Ok("~/1.json"));
        assert_eq!(keeping(&model), Some(&kept(false)));
        assert_eq!(press(&mut model, Action::Keep), []);
        assert_eq!(keeping(&model), Some(&kept(true)));
        show(&mut model, snapshot(Phase::Ready));
        assert_eq!(keeping(&model), None, "another match");
    }
}

#[test]
fn what_this_keyboard_has_played_is_kept_from_memory() {
    let mut model = seated(Phase::Playing);
    if let Screen::Table(play) = &mut model.screen {
        play.mode = Mode::HotSeat { best: 0 };
    }
    over(&mut model);
    let from = KeepFrom::Memory;
    let effects = press(&mut model, Action::Keep);
    assert_eq!(effects, [Effect::KeepReplay { id: id(), from }]);
}

#[test]
fn a_server_that_is_gone_gives_no_replay() {
    let mut model = seated(Phase::Playing);
    over(&mut model);
    let reason = ClosedReason::Shutdown;
    hear(
        &mut model,
        ServerMessage::Closed {
            code: code(),
            reason,
        },
    );
    assert_eq!(press(&mut model, Action::Keep), []);
    let gone = Keeping::Failed(NotKept::ServerGone);
    assert_eq!(keeping(&model), Some(&gone));
}

fn hosting(model: &mut Model) {
    model.hosted = Some(Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:2048".to_owned(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    });
}

#[test]
fn the_host_keeps_each_match_unasked() {
    let mut model = seated(Phase::Playing);
    hosting(&mut model);
    let from = KeepFrom::Hosted(URL.to_owned());
    let effects = over(&mut model);
    assert!(effects.contains(&Effect::KeepReplay { id: id(), from }));
    assert_eq!(press(&mut model, Action::Keep), []);
    answer(&mut model, id(), Ok("~/1.json"));
    press(&mut model, Action::Keep);
    assert_eq!(keeping(&model), Some(&kept(true)));
}

#[test]
fn the_host_keeps_a_match_that_ends_by_leaving_if_somebody_has_moved() {
    for has_moved in [true, false] {
        let mut model = seated(Phase::Playing);
        hosting(&mut model);
        if has_moved {
            let Screen::Table(play) = &mut model.screen else {
                panic!("no table");
            };
            let mut moved = snapshot(Phase::Playing);
            let boards = moved.boards.as_mut().expect("boards");
            boards[Seat::One].turn = 1;
            play.session = crate::session::Session::new(moved, 0);
        }
        press(&mut model, Action::Quit);
        let effects = press(&mut model, Action::Yes);
        let from = KeepFrom::Hosted(URL.to_owned());
        let keeps = [
            Effect::Send(ClientMessage::Resign {}),
            Effect::HearTheEnd,
            Effect::KeepReplay { id: id(), from },
            Effect::ReleaseSeat,
            Effect::Disconnect,
        ];
        assert_eq!(effects.starts_with(&keeps), has_moved, "{effects:?}");
        let is_kept = |effect: &Effect| matches!(effect, Effect::KeepReplay { .. });
        assert_eq!(effects.iter().any(is_kept), has_moved, "{effects:?}");
    }
}
