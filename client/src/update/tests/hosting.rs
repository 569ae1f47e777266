//! A server in this process.

use super::*;

#[test]
fn a_host_connects_to_its_own_server_and_shows_how_others_do() {
    let mut model = started(Start::Host { listed: false });
    let hosted = Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:2048".to_owned(),
        taken_port: None,
        addresses: vec!["192.168.1.20:2048".to_owned()],
        left: None,
    };
    let effects = update(&mut model, Message::Hosted(Ok(hosted)));
    assert!(
        matches!(&effects[..], [Effect::Connect { server, .. }] if server == "ws://127.0.0.1:2048")
    );
    let effects = welcome(&mut model, None);
    assert!(matches!(
        sent(&effects)[..],
        [ClientMessage::Create {
            listed: Some(false),
            ..
        }]
    ));
    show(&mut model, snapshot(Phase::Waiting));
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    let invitation = play.invitation.as_ref().expect("an invitation");
    assert_eq!(invitation.targets, ["192.168.1.20:2048/K7QX4M"]);
}

#[test]
fn a_port_in_use_ends_the_command_with_the_reason() {
    let mut model = started(Start::Host { listed: true });
    let cause = "in use".to_owned();
    let effects = update(&mut model, Message::Hosted(Err(cause.clone())));
    let exit = Exit::Failed(Notice::CannotHost { cause });
    assert_eq!(effects, [Effect::Disconnect, Effect::Quit(exit)]);
}

/// Somebody whose own server has kept a seat of before.
fn host_of_before(options: Options) -> Model {
    let mut model = at_menu();
    model.from_menu = false;
    model.options = options;
    start(&mut model, Start::Host { listed: true });
    let hosted = Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:2048".to_owned(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    };
    update(&mut model, Message::Hosted(Ok(hosted)));
    assert_eq!(welcome(&mut model, Some(code())), []);
    model
}

#[test]
fn who_hosts_is_asked_before_the_server_stands_still() {
    assert_eq!(press(&mut at_menu(), Action::Suspend), [Effect::Suspend]);
    let mut model = host_of_before(Options::default());
    show(&mut model, snapshot(Phase::Playing));
    for (answer, effects) in [(Action::No, &[][..]), (Action::Yes, &[Effect::Suspend])] {
        assert_eq!(press(&mut model, Action::Suspend), []);
        assert_eq!(asks(&model), Some(Question::Suspend));
        assert_eq!(press(&mut model, answer), effects);
    }
    press(&mut model, Action::Suspend);
    assert_eq!(press(&mut model, Action::Interrupt), []);
    assert_eq!(asks(&model), Some(Question::Leave));
}

#[test]
fn a_host_goes_straight_back_to_the_match_that_still_runs() {
    let mut model = host_of_before(Options::default());
    let effects = show(&mut model, snapshot(Phase::Paused));
    assert!(sent(&effects).is_empty(), "{effects:?}");
    assert!(matches!(model.screen, Screen::Table(_)));
    assert_eq!((&model.overlay, &model.goal), (&None, &None));
}

#[test]
fn a_host_goes_back_to_a_table_that_waits_only_where_it_is_the_one_wished_for() {
    let waits = snapshot(Phase::Waiting);
    let mut model = host_of_before(waits.options);
    assert!(sent(&show(&mut model, waits.clone())).is_empty());
    assert!(matches!(model.screen, Screen::Table(_)));
    for other in [waits, snapshot(Phase::Over)] {
        let mut model = host_of_before(Options {
            rows: 6,
            ..other.options
        });
        let effects = show(&mut model, other);
        assert_eq!(sent(&effects), [&ClientMessage::Leave {}]);
        let effects = hear(&mut model, ServerMessage::Left { code: code() });
        assert!(matches!(sent(&effects)[..], [ClientMessage::Create { .. }]));
        let mut new = snapshot(Phase::Waiting);
        new.code = "K7QX4N".parse().expect("a code");
        show(&mut model, new);
        assert!(matches!(model.screen, Screen::Table(_)));
    }
}

#[test]
fn another_port_than_the_usual_one_is_told_where_the_other_is_waited_for() {
    let mut model = started(Start::Host { listed: true });
    let hosted = Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:40000".to_owned(),
        taken_port: Some(2048),
        addresses: vec!["192.168.1.20:40000".to_owned()],
        left: None,
    };
    update(&mut model, Message::Hosted(Ok(hosted)));
    welcome(&mut model, None);
    show(&mut model, snapshot(Phase::Waiting));
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    let invitation = play.invitation.as_ref().expect("an invitation");
    assert_eq!(invitation.taken_port, Some(2048));
}
