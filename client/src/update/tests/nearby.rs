//! Tables in the same network.

use super::*;
use crate::nearby::NearbyTable;

fn table(number: u8, code: &str) -> NearbyTable {
    NearbyTable {
        server: format!("ws://192.168.1.{number}:2048"),
        code: code.parse().expect("a code"),
        name: "Bo".to_owned(),
    }
}

/// The form to join a table, and what it took to begin.
fn join_form(discovery: bool) -> (Model, Vec<Effect>) {
    let mut model = at_menu();
    model.settings.discovery = discovery;
    let effects = begin(&mut model, Start::FindTables);
    (model, effects)
}

#[test]
fn tables_are_looked_for_while_the_form_is_open() {
    let (mut model, effects) = join_form(true);
    assert_eq!(effects, [Effect::Search]);
    assert_eq!(press(&mut model, Action::Text('x')), []);
    assert_eq!(press(&mut model, Action::Back), [Effect::StopSearch]);
    assert!(matches!(model.screen, Screen::Menu(_)));
    update(&mut model, Message::Nearby(vec![table(1, "K7QX4M")]));
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn nothing_is_looked_for_where_that_is_off() {
    let (mut model, effects) = join_form(false);
    assert_eq!(effects, []);
    update(&mut model, Message::Nearby(vec![table(1, "K7QX4M")]));
    assert!(matches!(&model.screen, Screen::Form(form) if form.places() == form.fields.len()));
}

#[test]
fn a_table_nearby_is_joined_by_choosing_it() {
    let (mut model, _) = join_form(true);
    let (one, two) = (table(1, "K7QX4M"), table(2, "K7QX4N"));
    update(&mut model, Message::Nearby(vec![two.clone()]));
    press(&mut model, Action::Focus(Direction::Up));
    let chosen = |model: &Model| match &model.screen {
        Screen::Form(form) => form.chosen_table().cloned(),
        screen => panic!("{screen:?}"),
    };
    assert_eq!(chosen(&model), Some(two.clone()));
    update(&mut model, Message::Nearby(vec![one, two.clone()]));
    assert_eq!(chosen(&model), Some(two.clone()), "the choice stays");
    let effects = press(&mut model, Action::Submit);
    let connect = Effect::Connect {
        server: two.server,
        name: "Ana".to_owned(),
    };
    assert_eq!(effects, [connect, Effect::StopSearch]);
    assert_eq!(model.goal, Some(Goal::Join { code: two.code }));
}

#[test]
fn a_table_that_is_gone_is_not_chosen_any_more() {
    let (mut model, _) = join_form(true);
    update(&mut model, Message::Nearby(vec![table(1, "K7QX4M")]));
    press(&mut model, Action::Focus(Direction::Up));
    update(&mut model, Message::Nearby(Vec::new()));
    assert!(matches!(&model.screen, Screen::Form(form) if form.focus == 0));
    press(&mut model, Action::Submit);
    assert!(matches!(&model.screen, Screen::Form(form) if form.problem.is_some()));
}

/// A table in this process as it waits for the other.
fn hosting(discovery: bool, listed: bool) -> (Model, Vec<Effect>) {
    let mut model = at_menu();
    model.settings.discovery = discovery;
    start(&mut model, Start::Host { listed });
    model.hosted = Some(Hosted {
        listening: ([0, 0, 0, 0], 2048).into(),
        url: "ws://127.0.0.1:2048".into(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    });
    welcome(&mut model, None);
    let effects = show(&mut model, snapshot(Phase::Waiting));
    (model, effects)
}

#[test]
fn a_table_is_announced_while_its_seat_is_free() {
    let (mut model, effects) = hosting(true, true);
    assert!(effects.contains(&Effect::Announce(code())), "{effects:?}");
    let effects = show(&mut model, snapshot(Phase::Ready));
    assert!(effects.contains(&Effect::StopAnnouncing), "{effects:?}");
    let effects = show(&mut model, snapshot(Phase::Playing));
    assert!(!effects.contains(&Effect::StopAnnouncing), "{effects:?}");
}

#[test]
fn a_private_table_is_not_announced_and_none_is_where_that_is_off() {
    for (discovery, listed) in [(true, false), (false, true)] {
        let (_, effects) = hosting(discovery, listed);
        let announces = |effect: &Effect| matches!(effect, Effect::Announce(_));
        assert!(!effects.iter().any(announces), "{discovery} {listed}");
    }
}
