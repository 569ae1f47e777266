//! The forms behind the menu.

use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::TileSource;

use super::*;

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
    let kept = start(&mut model, Start::Solo { options: played });
    assert_eq!(model.options, Options::default());
    model.options = Options {
        target: Some(32),
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

/// The address in the field of the server, as a form has it that is opened now.
fn offered_server(model: &Model) -> String {
    let form = Form::new(FormKind::Quick, model);
    form.text(FieldName::Server)
        .map(str::to_owned)
        .expect("it asks for a server")
}

#[test]
fn a_server_that_has_not_answered_is_forgotten_and_one_that_has_is_offered() {
    let elsewhere = "ws://192.168.1.20:2048";
    let at_connecting = || {
        let mut model = open_form(MenuItem::Join);
        fill(&mut model, "192.168.1.20/k7qx4m");
        press(&mut model, Action::Submit);
        model
    };
    let mut given_up = at_connecting();
    press(&mut given_up, Action::Back);
    let mut refused = at_connecting();
    let ended = NetworkEvent::Ended(LinkEnd::Unreachable(Unreached::Refused));
    update(&mut refused, Message::Network(ended));
    for model in [given_up, refused] {
        assert_eq!(offered_server(&model), "ws://127.0.0.1:2048");
    }
    let mut model = at_connecting();
    welcome(&mut model, None);
    assert_eq!(offered_server(&model), elsewhere);
}

#[test]
fn what_is_right_is_kept_whatever_else_is_wrong() {
    let name = (SettingKey::Name, SettingValue::Text("Bo".to_owned()));
    let kept = [Effect::KeepSettings(vec![name])];
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "nonsense");
    press(&mut model, Action::Focus(Direction::Down));
    fill(&mut model, "Bo");
    assert_eq!(press(&mut model, Action::Submit), kept);
    let mut model = open_form(MenuItem::Settings);
    fill(&mut model, "Bo");
    press(&mut model, Action::Focus(Direction::Down));
    fill(&mut model, "a:b:c");
    assert_eq!(press(&mut model, Action::Back), kept);
    assert_eq!(offered_server(&model), "ws://127.0.0.1:2048");
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
