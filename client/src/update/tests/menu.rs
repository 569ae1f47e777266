//! The menu and its forms.

use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::TileSource;

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
            _ => assert!(matches!(model.screen, Screen::Form(_)), "{item:?}"),
        }
        if let Screen::Form(_) = model.screen {
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

pub(super) fn fill(model: &mut Model, text: &str) {
    for character in text.chars() {
        press(model, Action::Text(character));
    }
}

pub(super) fn open_form(item: MenuItem) -> Model {
    let mut model = at_menu();
    model.screen = Screen::Menu(Menu { selected: item });
    press(&mut model, Action::Submit);
    model
}

/// Goes to a field of the form.
fn choose(model: &mut Model, field: FieldName) {
    let Screen::Form(form) = &model.screen else {
        panic!("no form");
    };
    let place = form.fields.iter().position(|it| it.name == field);
    for _ in form.focus..place.expect("the form has it") {
        press(model, Action::Focus(Direction::Down));
    }
}

#[test]
fn two_at_one_keyboard_may_have_names() {
    let mut model = open_form(MenuItem::HotSeat);
    fill(&mut model, " Ana ");
    press(&mut model, Action::Submit);
    assert_eq!(model.pair, BySeat([None, Some("Ana".to_owned())]));
    let mut model = open_form(MenuItem::HotSeat);
    choose(&mut model, FieldName::RightName);
    fill(&mut model, "Bo!");
    choose(&mut model, FieldName::Rows);
    assert_eq!(press(&mut model, Action::Submit), []);
    let Screen::Form(form) = &model.screen else {
        panic!("the form is gone");
    };
    let wrong = Some(FormProblem::Name(NameError::Character));
    assert_eq!((form.focus, form.problem), (1, wrong));
}

#[test]
fn the_form_for_one_alone_is_as_that_game_was_whatever_two_have_played_since() {
    let mut model = at_menu();
    let played = Options {
        rows: 3,
        target: Some(64),
        ..Options::default()
    };
    model.options = played;
    let kept = start(&mut model, Start::Solo);
    model.options = Options {
        tiles: TileSource::Independent,
        watchable: false,
        ..Options::default()
    };
    start(&mut model, Start::HotSeat);
    let selected = MenuItem::Solo;
    model.screen = Screen::Menu(Menu { selected });
    press(&mut model, Action::Submit);
    assert_eq!(press(&mut model, Action::Submit), kept);
}

#[test]
fn joining_takes_a_code_and_nothing_else() {
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "192.168.1.20/k7qx4m");
    let effects = press(&mut model, Action::Submit);
    let connect = Effect::Connect {
        server: "ws://192.168.1.20:2048".to_owned(),
        name: "Ana".to_owned(),
    };
    assert_eq!(effects, [connect]);
    let effects = welcome(&mut model, None);
    let join = ClientMessage::Join {
        code: "K7QX4M".to_owned(),
    };
    assert_eq!(sent(&effects), [&join]);
}

#[test]
fn a_wrong_code_is_explained_where_it_stands() {
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "nonsense");
    press(&mut model, Action::Focus(Direction::Down));
    assert_eq!(press(&mut model, Action::Submit), []);
    let Screen::Form(form) = &model.screen else {
        panic!("the form is gone");
    };
    assert_eq!((form.kind, form.focus), (FormKind::Join, 0));
    assert!(matches!(form.problem, Some(FormProblem::Address(_))));
    press(&mut model, Action::Backspace);
    assert!(matches!(&model.screen, Screen::Form(form) if form.problem.is_none()));
}

#[test]
fn who_hosts_chooses_for_whom_and_on_which_port() {
    let mut model = open_form(MenuItem::Host);
    press(&mut model, Action::Focus(Direction::Down));
    press(&mut model, Action::Focus(Direction::Right));
    press(&mut model, Action::Focus(Direction::Down));
    for wrong in ["70000", "0", "port", ""] {
        press(&mut model, Action::Clear);
        fill(&mut model, wrong);
        assert_eq!(press(&mut model, Action::Submit), [], "{wrong}");
        let Screen::Form(form) = &model.screen else {
            panic!("the form is gone");
        };
        assert_eq!(form.fields[form.focus].name, FieldName::Port);
        let problem = FormProblem::Address(AddressProblem::Port);
        assert_eq!(form.problem, Some(problem));
    }
    fill(&mut model, "2050");
    let host = Effect::Host {
        listen: ([127, 0, 0, 1], 2050).into(),
        or_next_port: true,
    };
    assert_eq!(press(&mut model, Action::Submit), [host]);
}

#[test]
fn a_failure_leads_back_to_the_form_with_what_was_typed() {
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "k7qx4m");
    press(&mut model, Action::Submit);
    let ended = NetworkEvent::Ended(LinkEnd::Unreachable(Unreached::Refused));
    update(&mut model, Message::Network(ended));
    assert!(matches!(
        model.screen,
        Screen::Notice(Notice::Unreachable { .. })
    ));
    press(&mut model, Action::Submit);
    let Screen::Form(form) = &model.screen else {
        panic!("the form is gone");
    };
    assert_eq!(form.text(FieldName::Code), Some("k7qx4m"));
}

#[test]
fn choices_of_a_form_become_the_options_of_the_match() {
    let mut model = open_form(MenuItem::HotSeat);
    choose(&mut model, FieldName::Rows);
    press(&mut model, Action::Focus(Direction::Right));
    let effects = press(&mut model, Action::Submit);
    let options = Options {
        rows: 5,
        ..Options::default()
    };
    let kind = LocalKind::HotSeat;
    let goal = options.target;
    let start = Effect::StartLocal {
        kind,
        options,
        goal,
    };
    assert_eq!(effects, [start]);
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

#[test]
fn a_server_that_is_joined_once_is_no_setting() {
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "192.168.1.20/k7qx4m");
    let effects = press(&mut model, Action::Submit);
    let kept = effects
        .iter()
        .find(|effect| matches!(effect, Effect::KeepSettings(_)));
    assert_eq!(kept, None);
}

#[test]
fn what_a_field_was_given_gives_way_to_what_is_typed() {
    let name_after = |actions: &[Action]| {
        let mut model = open_form(MenuItem::Settings);
        for &action in actions {
            press(&mut model, action);
        }
        let Screen::Form(form) = model.screen else {
            panic!("the form is gone");
        };
        form.text(FieldName::Name).map(str::to_owned)
    };
    let check = |actions: &[Action], expected: &str| {
        assert_eq!(
            name_after(actions).as_deref(),
            Some(expected),
            "{actions:?}"
        );
    };
    let [b, o] = ['B', 'o'].map(Action::Text);
    let elsewhere = [Direction::Down, Direction::Up].map(Action::Focus);
    let [left, right] = [Direction::Left, Direction::Right].map(Action::Focus);
    check(&[], "Ana");
    check(&[b, o], "Bo");
    check(&[&elsewhere[..], &[b, o]].concat(), "Bo");
    check(&[Action::Backspace, o], "Ano");
    check(&[Action::Delete, b], "B");
    check(&[b, o, left, Action::Delete], "B");
    check(&[left, b, right, o], "AnBao");
    check(&[Action::Start, b, Action::End, o], "BAnao");
    check(&[b, o, Action::Clear], "");
    check(&[Action::Clear, b], "B");
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
