//! At a table of a server.

use super::*;

#[test]
fn the_bell_rings_when_the_other_comes() {
    let mut model = seated(Phase::Waiting);
    let effects = show(&mut model, snapshot(Phase::Ready));
    assert_eq!(
        effects[..2],
        [Effect::Bell, Effect::Title(Title::OpponentHere)]
    );
    let effects = show(&mut model, snapshot(Phase::Countdown));
    assert_eq!(effects, [Effect::Title(Title::Plain)]);
}

#[test]
fn a_seat_is_ready_by_itself_and_once_a_match() {
    let mut model = seated(Phase::Waiting);
    let effects = show(&mut model, snapshot(Phase::Ready));
    let [ClientMessage::Ready { nonce: Some(nonce) }] = sent(&effects)[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(nonce.to_string().len(), 32);
    assert!(sent(&show(&mut model, snapshot(Phase::Ready))).is_empty());
    // The other leaves and another comes: ready again, with the same nonce.
    show(&mut model, snapshot(Phase::Waiting));
    let effects = show(&mut model, snapshot(Phase::Ready));
    let again = ClientMessage::Ready {
        nonce: Some(nonce.clone()),
    };
    assert_eq!(sent(&effects), [&again]);
    // A rematch takes another nonce.
    show(&mut model, snapshot(Phase::Over));
    let rematch = Snapshot {
        id: Uuid::from_u128(2),
        ..snapshot(Phase::Ready)
    };
    let effects = show(&mut model, rematch);
    assert!(
        matches!(sent(&effects)[..], [ClientMessage::Ready { nonce: Some(other) }] if other != nonce)
    );
}

#[test]
fn arrows_and_letters_move_the_only_board_online() {
    for controller in [Controller::Arrows, Controller::Letters] {
        let mut model = seated(Phase::Playing);
        let moves = Direction::ALL.map(|dir| press(&mut model, Action::Move(controller, dir)));
        assert!(moves.iter().any(|effects| !sent(effects).is_empty()));
    }
}

#[test]
fn a_spectator_moves_nothing() {
    let mut model = started(Start::Online(Goal::Watch { code: code() }));
    welcome(&mut model, None);
    let snapshot = Snapshot {
        you: None,
        ..snapshot(Phase::Playing)
    };
    show(&mut model, snapshot);
    for dir in Direction::ALL {
        assert_eq!(press(&mut model, Action::Move(Controller::Arrows, dir)), []);
    }
    assert_eq!(press(&mut model, Action::Resign), []);
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

#[test]
fn leaving_a_match_that_runs_is_asked_first() {
    for action in [Action::Quit, Action::Back, Action::Interrupt] {
        let mut model = seated(Phase::Playing);
        assert_eq!(press(&mut model, action), []);
        assert_eq!(asks(&model), Some(Question::Leave), "{action:?}");
        let effects = press(&mut model, Action::Yes);
        assert_eq!(sent(&effects), [&ClientMessage::Leave {}]);
        assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
    }
}

#[test]
fn who_hosts_gives_up_and_lets_the_end_of_the_server_close_the_table() {
    for (phase, said) in [
        (Phase::Playing, vec![&ClientMessage::Resign {}]),
        (Phase::Waiting, vec![]),
        (Phase::Over, vec![]),
    ] {
        let mut model = seated(phase);
        model.hosted = Some(Hosted {
            listening: ([127, 0, 0, 1], 9).into(),
            url: "ws://127.0.0.1:2048".into(),
            taken_port: None,
            addresses: vec![],
            left: None,
        });
        let mut effects = press(&mut model, Action::Quit);
        if asks(&model).is_some() {
            effects = press(&mut model, Action::Yes);
        }
        assert_eq!(sent(&effects), said, "{phase:?}");
        assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
    }
}

#[test]
fn a_match_that_is_over_is_left_at_once() {
    let mut model = seated(Phase::Over);
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}

#[test]
fn resigning_is_asked_first_and_no_means_no() {
    let mut model = seated(Phase::Playing);
    assert_eq!(press(&mut model, Action::Resign), []);
    assert_eq!(press(&mut model, Action::No), []);
    assert_eq!(model.overlay, None);
    press(&mut model, Action::Resign);
    assert_eq!(
        sent(&press(&mut model, Action::Yes)),
        [&ClientMessage::Resign {}]
    );
}

#[test]
fn an_emote_is_chosen_by_its_number() {
    let mut model = seated(Phase::Playing);
    press(&mut model, Action::Emotes);
    let effects = press(&mut model, Action::Pick(3));
    let emote = ClientMessage::Emote { kind: Emote::Nice };
    assert_eq!((sent(&effects), &model.overlay), (vec![&emote], &None));
    press(&mut model, Action::Emotes);
    assert_eq!(press(&mut model, Action::Pick(9)), []);
}

#[test]
fn a_rematch_is_offered_while_the_table_is_there() {
    let mut model = seated(Phase::Over);
    assert_eq!(
        sent(&press(&mut model, Action::Again)),
        [&ClientMessage::Rematch {}]
    );
    let closed = ServerMessage::Closed {
        code: code(),
        reason: ClosedReason::Left,
    };
    assert_eq!(hear(&mut model, closed), []);
    assert!(matches!(&model.screen, Screen::Table(play) if play.closed.is_some()));
    assert_eq!(press(&mut model, Action::Again), []);
}

#[test]
fn help_and_emotes_never_hold_up_a_move() {
    for open in [Action::Help, Action::Emotes] {
        let mut model = seated(Phase::Playing);
        press(&mut model, open);
        let moves =
            Direction::ALL.map(|dir| press(&mut model, Action::Move(Controller::Arrows, dir)));
        assert!(
            moves.iter().any(|effects| !sent(effects).is_empty()),
            "{open:?}"
        );
    }
}

#[test]
fn the_replay_of_a_match_is_told_unless_its_server_ends_with_the_program() {
    let over = |model: &mut Model| {
        let over = serde_json::json!({
            "id": snapshot(Phase::Over).id, "winner": 0, "reason": "resigned", "scores": [4, 8],
            "series": {"game": 1, "wins": [1, 0], "draws": 0}, "secret": "00".repeat(32),
            "nonces": ["", ""], "seed": "00".repeat(32),
        });
        let over = serde_json::from_value(over).expect("a result");
        hear(model, ServerMessage::Over(over))
    };
    let told = |effects: &[Effect]| {
        let told = effects.iter().filter_map(|effect| match effect {
            Effect::TellReplay(replay) => Some(replay.url()),
            _ => None,
        });
        told.collect::<Vec<_>>()
    };
    let mut model = seated(Phase::Playing);
    let url = "http://127.0.0.1:2048/v1/replays/00000000-0000-0000-0000-000000000001";
    assert_eq!(told(&over(&mut model)), [url]);
    let watched = hear(&mut model, ServerMessage::Audience { watching: 1 });
    assert_eq!(told(&watched), <[&str; 0]>::default(), "it is told once");
    let shown = |model: &Model| match &model.screen {
        Screen::Table(play) => play.replay().map(|it| it.url()),
        _ => None,
    };
    assert_eq!(shown(&model).as_deref(), Some(url));
    let closed = ServerMessage::Closed {
        code: code(),
        reason: ClosedReason::Shutdown,
    };
    let effects = hear(&mut model, closed);
    assert_eq!(shown(&model), None, "nobody is there to ask");
    let forgotten = Effect::ForgetReplays("ws://127.0.0.1:2048".to_owned());
    assert!(effects.contains(&forgotten), "{effects:?}");
    let mut model = seated(Phase::Playing);
    model.hosted = Some(Hosted {
        listening: ([127, 0, 0, 1], 9).into(),
        url: "ws://127.0.0.1:2048".to_owned(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    });
    let effects = over(&mut model);
    assert_eq!(told(&effects), <[&str; 0]>::default());
}

#[test]
fn closing_a_table_that_nobody_has_come_to_is_asked_first() {
    for action in [Action::Quit, Action::Back] {
        let mut model = seated(Phase::Waiting);
        assert_eq!(press(&mut model, action), []);
        assert_eq!(asks(&model), Some(Question::CloseTable), "{action:?}");
        press(&mut model, Action::No);
        assert!(matches!(&model.screen, Screen::Table(_)) && model.overlay.is_none());
        press(&mut model, action);
        let effects = press(&mut model, Action::Yes);
        assert_eq!(sent(&effects), [&ClientMessage::Leave {}]);
        assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
    }
}

#[test]
fn whoever_comes_answers_the_question_whether_to_close_the_table() {
    let mut model = seated(Phase::Waiting);
    press(&mut model, Action::Quit);
    show(&mut model, snapshot(Phase::Ready));
    assert_eq!(model.overlay, None);
}

#[test]
fn the_address_is_copied_while_the_other_is_awaited() {
    let mut model = seated(Phase::Waiting);
    let effects = press(&mut model, Action::Copy);
    let address = "127.0.0.1:2048/K7QX4M".to_owned();
    assert_eq!(effects, [Effect::Copy(address)]);
    let Screen::Table(play) = &model.screen else {
        panic!("a table was expected");
    };
    assert!(play.is_copied);
    let mut model = seated(Phase::Playing);
    assert_eq!(press(&mut model, Action::Copy), []);
}

#[test]
fn the_bell_rings_when_the_other_wants_another_match() {
    let mut model = seated(Phase::Over);
    let offered = |seat| ServerMessage::RematchOffered { seat };
    let effects = hear(&mut model, offered(YOU.other()));
    let title = Effect::Title(Title::RematchWanted);
    assert_eq!(effects, [Effect::Bell, title]);
    assert_eq!(hear(&mut model, offered(YOU)), []);
}
