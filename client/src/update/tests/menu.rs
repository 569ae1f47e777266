//! The menu, and the ways back to it.

use super::form::{fill, open_form};
use super::*;

#[test]
fn every_entry_of_the_menu_leads_somewhere() {
    for item in MenuItem::ALL {
        let mut model = at_menu();
        model.screen = Screen::Menu(Menu { selected: item });
        let effects = press(&mut model, Action::Submit);
        match item {
            MenuItem::Quit => assert_eq!(effects, [Effect::Quit(Exit::Done)]),
            MenuItem::Help => assert_eq!(model.overlay, Some(Overlay::Help { above: 0 })),
            MenuItem::Replays => assert!(matches!(model.screen, Screen::Replays(_))),
            _ => assert!(matches!(model.screen, Screen::Form(_)), "{item:?}"),
        }
        if !matches!(model.screen, Screen::Menu(_)) {
            press(&mut model, Action::Back);
            let Screen::Menu(menu) = model.screen else {
                panic!("{item:?} does not lead back");
            };
            assert_eq!(menu.selected, item);
        }
    }
}

#[test]
fn the_menu_goes_round() {
    let mut model = at_menu();
    press(&mut model, Action::Focus(Direction::Up));
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Quit));
    press(&mut model, Action::Focus(Direction::Down));
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Host));
}

#[test]
fn the_first_and_the_last_entry_are_a_key_away() {
    let mut model = at_menu();
    press(&mut model, Action::End);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Quit));
    press(&mut model, Action::Start);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Host));
}

#[test]
fn the_help_opens_over_a_form_and_closes_again() {
    let mut model = open_form(MenuItem::HotSeat);
    press(&mut model, Action::Help);
    assert_eq!(model.overlay, Some(Overlay::Help { above: 0 }));
    press(&mut model, Action::Back);
    assert!(matches!(model.screen, Screen::Form(_)) && model.overlay.is_none());
}

#[test]
fn on_a_page_q_quits_and_escape_goes_back() {
    let connecting = |model: &mut Model| drop(start(model, create()));
    let queued = |model: &mut Model| {
        let options = Options::default();
        start(model, Start::Online(Goal::Queue { options }));
        hear(model, ServerMessage::Queued { options });
    };
    let waiting = |model: &mut Model| {
        start(model, create());
        show(model, snapshot(Phase::Waiting));
    };
    let pages: [&dyn Fn(&mut Model); 3] = [&connecting, &queued, &waiting];
    for go in pages {
        for (action, quits) in [(Action::Quit, true), (Action::Back, false)] {
            let mut model = at_menu();
            go(&mut model);
            let mut effects = press(&mut model, action);
            if asks(&model) == Some(Question::CloseTable) {
                effects = press(&mut model, Action::Yes);
            }
            assert!(effects.contains(&Effect::Disconnect), "{effects:?}");
            assert_eq!(effects.contains(&Effect::Quit(Exit::Done)), quits);
            assert_eq!(matches!(model.screen, Screen::Menu(_)), !quits);
        }
    }
}

fn refused(model: &mut Model) {
    let error = ServerMessage::Error {
        code: ErrorCode::NotWatchable,
        message: "this match can't be watched".to_owned(),
        table: None,
    };
    hear(model, error);
    assert!(matches!(
        model.screen,
        Screen::Notice(Notice::Refused { .. })
    ));
}

/// The list of a server's tables, which has none.
fn open_list() -> Model {
    let mut model = open_form(MenuItem::Tables);
    press(&mut model, Action::Submit);
    welcome(&mut model, None);
    let matches = Vec::new();
    hear(&mut model, ServerMessage::Matches { matches });
    model
}

#[test]
fn the_menu_is_found_as_it_was_left() {
    let mut model = open_list();
    press(&mut model, Action::Quit);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Tables));
    let mut model = open_form(MenuItem::Create);
    press(&mut model, Action::Submit);
    welcome(&mut model, None);
    show(&mut model, snapshot(Phase::Over));
    press(&mut model, Action::Quit);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Create));
}

#[test]
fn what_is_refused_from_the_list_leads_back_to_the_list() {
    let mut model = open_list();
    assert!(matches!(
        sent(&press(&mut model, Action::Create))[..],
        [ClientMessage::Create {
            listed: Some(true),
            ..
        }]
    ));
    refused(&mut model);
    let effects = press(&mut model, Action::Submit);
    assert!(matches!(effects[..], [Effect::Connect { .. }]));
    let effects = welcome(&mut model, None);
    assert_eq!(sent(&effects), [&ClientMessage::List {}]);
}

#[test]
fn a_table_can_be_made_from_the_list() {
    let mut model = open_list();
    press(&mut model, Action::Create);
    show(&mut model, snapshot(Phase::Waiting));
    assert!(matches!(&model.screen, Screen::Table(_)));
}

#[test]
fn the_help_scrolls() {
    let mut model = at_menu();
    press(&mut model, Action::Help);
    for (lines, above) in [(5, 5), (1, 6), (-5, 1), (-5, 0)] {
        press(&mut model, Action::Scroll(lines));
        assert_eq!(model.overlay, Some(Overlay::Help { above }));
    }
}

#[test]
fn a_server_that_has_greeted_is_remembered_and_offered() {
    let mut model = open_form(MenuItem::Tables);
    let [one, two] = ["ws://one:2048", "ws://two:2048"].map(str::to_owned);
    model.recent_servers = vec![one.clone()];
    fill(&mut model, "two");
    press(&mut model, Action::Submit);
    let effects = welcome(&mut model, None);
    assert!(
        effects.contains(&Effect::RememberServer(two.clone())),
        "{effects:?}"
    );
    assert_eq!(model.recent_servers, [two.clone(), one.clone()]);

    model.screen = Screen::Form(Form::new(FormKind::Settings, &model));
    let server = |model: &Model| match &model.screen {
        Screen::Form(form) => form.text(FieldName::Server).map(str::to_owned),
        screen => panic!("{screen:?}"),
    };
    press(&mut model, Action::Recent(1));
    assert_eq!(
        server(&model).as_ref(),
        Some(&two),
        "the focus is on the name"
    );
    press(&mut model, Action::Focus(Direction::Down));
    for expected in [&one, &two, &one] {
        press(&mut model, Action::Recent(1));
        assert_eq!(server(&model).as_ref(), Some(expected));
    }
    press(&mut model, Action::Recent(-1));
    assert_eq!(server(&model).as_ref(), Some(&two));
    fill(&mut model, "three");
    press(&mut model, Action::Recent(1));
    assert_eq!(
        server(&model).as_ref(),
        Some(&two),
        "the newest one comes first"
    );
}

#[test]
fn a_server_in_this_process_is_none_to_come_back_to() {
    let mut model = seated(Phase::Waiting);
    let before = model.recent_servers.clone();
    model.hosted = Some(Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:9".into(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    });
    model.screen = Screen::Connecting {
        server: "ws://127.0.0.1:9".into(),
        due_ms: None,
    };
    let effects = welcome(&mut model, None);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::RememberServer(_)))
    );
    assert_eq!(model.recent_servers, before);
}
