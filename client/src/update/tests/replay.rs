//! Replays, from the menu to the last move and back.

use std::sync::Arc;

use super::*;
use crate::message::Winding;
use crate::model::{Origin, Replays, Served};
use crate::playback::{Tape, replay_of};
use crate::replay_source::{ReplaySource, ReplaySummary};

fn tape() -> Arc<Tape> {
    Arc::new(Tape::new(replay_of(10)).expect("the replay holds"))
}

fn summary(id: u128) -> ReplaySummary {
    let replay = replay_of(2);
    ReplaySummary {
        id: Uuid::from_u128(id),
        played_at: replay.played_at,
        options: replay.options,
        players: replay.players,
        result: replay.result,
    }
}

fn source() -> ReplaySource {
    ReplaySource::File("evening.json".to_owned())
}

/// How many moves of the replay on the screen have been made.
fn made(model: &Model) -> usize {
    match &model.screen {
        Screen::Replay(viewing) => viewing.playback.progress().made,
        other => panic!("{other:?} instead of a replay"),
    }
}

#[test]
fn a_replay_is_read_then_runs_with_the_time_and_with_keys() {
    let mut model = at_menu();
    model.from_menu = false;
    let effects = start(&mut model, Start::Replay(source()));
    assert_eq!(effects, [Effect::OpenReplay(source())]);
    model.now_ms = 7000;
    assert_eq!(update(&mut model, Message::Replay(Ok(tape()))), []);
    assert_eq!(made(&model), 0);
    model.now_ms += 2500;
    update(&mut model, Message::Tick);
    assert_eq!(made(&model), 2);
    press(&mut model, Action::Wind(Winding::NextMove));
    model.now_ms += 60_000;
    update(&mut model, Message::Tick);
    assert_eq!(made(&model), 3);
    let Screen::Replay(viewing) = &model.screen else {
        panic!("no replay");
    };
    let board = viewing.play.session.told(Seat::Zero).expect("a board");
    assert_eq!(board.turn, 2);
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

#[test]
fn what_cannot_be_played_ends_the_command_with_the_reason() {
    let mut model = started(Start::Replay(source()));
    let cause = "it is no replay".to_owned();
    let effects = update(&mut model, Message::Replay(Err(cause.clone())));
    let exit = Exit::Failed(Notice::NoReplay { cause });
    assert_eq!(effects.last(), Some(&Effect::Quit(exit)));
}

#[test]
fn the_list_is_found_behind_a_replay_as_it_was_left() {
    let mut model = at_menu();
    let server = model.server.clone();
    let effects = start(&mut model, Start::Replays);
    assert_eq!(effects, [Effect::ListReplays { server }]);
    update(&mut model, Message::KeptReplays(vec![summary(2)]));
    let two = vec![summary(2), summary(1)];
    update(&mut model, Message::Replays(Ok(two)));
    for _ in 0..3 {
        // What is kept is not listed again among those of the server.
        press(&mut model, Action::Focus(Direction::Down));
    }
    for ends_well in [true, false] {
        let effects = press(&mut model, Action::Submit);
        let url = "http://127.0.0.1:2048/v1/replays/00000000-0000-0000-0000-000000000001";
        let wanted = ReplaySource::Match {
            id: Uuid::from_u128(1),
            url: url.to_owned(),
        };
        assert_eq!(effects, [Effect::OpenReplay(wanted)]);
        let read = if ends_well {
            Ok(tape())
        } else {
            Err("gone".to_owned())
        };
        update(&mut model, Message::Replay(read));
        press(&mut model, Action::Back);
        let is_as_before = matches!(&model.screen, Screen::Replays(Replays { selected: 1, .. }));
        assert!(is_as_before, "{:?}", model.screen);
    }
    press(&mut model, Action::Back);
    assert!(matches!(model.screen, Screen::Menu(_)));
    assert!(!matches!(model.origin, Some(Origin::Replays(_))));
}

#[test]
fn what_is_kept_is_there_though_the_server_is_not() {
    let mut model = at_menu();
    start(&mut model, Start::Replays);
    update(&mut model, Message::KeptReplays(vec![summary(2)]));
    let cause = "nothing listens there".to_owned();
    update(&mut model, Message::Replays(Err(cause.clone())));
    let Screen::Replays(list) = &model.screen else {
        panic!("no list");
    };
    assert_eq!(list.served, Served::Failed(cause));
    let effects = press(&mut model, Action::Submit);
    assert!(matches!(
        effects[..],
        [Effect::OpenReplay(ReplaySource::Match { .. })]
    ));
}

#[test]
fn a_list_that_was_left_before_the_server_had_answered_is_asked_for_again() {
    let mut model = at_menu();
    start(&mut model, Start::Replays);
    update(&mut model, Message::KeptReplays(vec![summary(2)]));
    press(&mut model, Action::Submit);
    update(&mut model, Message::Replay(Ok(tape())));
    let effects = press(&mut model, Action::Back);
    let server = model.server.clone();
    assert_eq!(effects.last(), Some(&Effect::ListReplays { server }));
}

#[test]
fn a_choice_stays_when_what_is_kept_is_read_later_than_the_server_has_answered() {
    let mut model = started(Start::Replays);
    let served = [1, 2, 3].map(summary).to_vec();
    update(&mut model, Message::Replays(Ok(served)));
    press(&mut model, Action::Focus(Direction::Down));
    press(&mut model, Action::Focus(Direction::Down));
    let kept = [7, 2].map(summary).to_vec();
    update(&mut model, Message::KeptReplays(kept));
    let Screen::Replays(list) = &model.screen else {
        panic!("no list");
    };
    let chosen = list.all().nth(list.selected).map(|replay| replay.id);
    assert_eq!(chosen, Some(Uuid::from_u128(3)));
}

#[test]
fn an_empty_list_has_nothing_to_open() {
    let mut model = started(Start::Replays);
    update(&mut model, Message::Replays(Ok(Vec::new())));
    for action in [Action::Submit, Action::Focus(Direction::Down)] {
        assert_eq!(press(&mut model, action), []);
    }
    let effects = press(&mut model, Action::Reload);
    assert!(matches!(effects[..], [Effect::ListReplays { .. }]));
}

#[test]
fn whoever_has_gone_on_is_not_called_back_by_what_was_read() {
    let mut model = at_menu();
    start(&mut model, Start::Replay(source()));
    press(&mut model, Action::Back);
    for message in [
        Message::Replay(Ok(tape())),
        Message::Replays(Ok(Vec::new())),
        Message::Replay(Err("too late".to_owned())),
    ] {
        assert_eq!(update(&mut model, message), []);
        assert!(matches!(model.screen, Screen::Menu(_)));
    }
}

#[test]
fn the_form_opens_what_is_named_and_else_the_list() {
    for (typed, expected) in [
        (
            "",
            Effect::ListReplays {
                server: "ws://127.0.0.1:2048".to_owned(),
            },
        ),
        ("evening.json", Effect::OpenReplay(source())),
    ] {
        let mut model = at_menu();
        let form = crate::model::Form::new(FormKind::Replays, &model);
        model.screen = Screen::Form(form);
        for character in typed.chars() {
            press(&mut model, Action::Text(character));
        }
        assert_eq!(press(&mut model, Action::Submit), [expected]);
    }
}

#[test]
fn the_menu_shows_the_list_at_once_and_a_key_names_what_is_not_in_it() {
    let mut model = at_menu();
    let server = model.usual_server.clone();
    "ws://elsewhere:2048".clone_into(&mut model.server);
    let lists = [Effect::ListReplays { server }];
    let number = MenuItem::ALL
        .iter()
        .position(|item| *item == MenuItem::Replays);
    let number = number.and_then(|place| u8::try_from(place + 1).ok());
    assert_eq!(
        press(&mut model, Action::Pick(number.expect("a digit"))),
        lists
    );
    update(&mut model, Message::KeptReplays(vec![summary(2)]));
    assert_eq!(press(&mut model, Action::Name), []);
    assert!(matches!(&model.screen, Screen::Form(form) if form.kind == FormKind::Replays));
    assert_eq!(press(&mut model, Action::Back), lists);
    press(&mut model, Action::Back);
    assert!(matches!(model.screen, Screen::Menu(_)));
}
