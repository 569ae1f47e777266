//! Coming, going and coming back.

use super::*;

#[test]
fn a_table_that_closes_before_the_end_is_a_page_to_read() {
    let mut model = seated(Phase::Waiting);
    let reason = ClosedReason::Shutdown;
    hear(
        &mut model,
        ServerMessage::Closed {
            code: code(),
            reason,
        },
    );
    let notice = Notice::TableClosed {
        code: code(),
        reason,
    };
    assert!(matches!(&model.screen, Screen::Notice(shown) if *shown == notice));
    let effects = press(&mut model, Action::Submit);
    assert_eq!(effects, [Effect::Quit(Exit::Failed(notice))]);
}

#[test]
fn what_a_server_refuses_ends_the_command() {
    let mut model = started(Start::Online(Goal::Join { code: code() }));
    welcome(&mut model, None);
    let error = ServerMessage::Error {
        code: ErrorCode::NoSuchMatch,
        message: "no table has this code".to_owned(),
        table: None,
    };
    let effects = hear(&mut model, error);
    assert!(matches!(
        effects.last(),
        Some(Effect::Quit(Exit::Failed(Notice::Refused { .. })))
    ));
}

/// What a first greeting brings about in any case.
fn remembers() -> [Effect; 1] {
    [Effect::RememberServer("ws://127.0.0.1:2048".to_owned())]
}

#[test]
fn a_match_that_still_runs_is_offered_first() {
    let mut model = started(create());
    assert_eq!(welcome(&mut model, Some(code())), remembers());
    show(&mut model, snapshot(Phase::Playing));
    assert_eq!(asks(&model), Some(Question::Resume(code())));
    press(&mut model, Action::Yes);
    assert!(matches!(model.screen, Screen::Table(_)));
    assert_eq!((&model.overlay, &model.goal), (&None, &None));
}

#[test]
fn a_match_that_still_runs_can_be_given_up_for_another() {
    let mut model = started(create());
    welcome(&mut model, Some(code()));
    show(&mut model, snapshot(Phase::Playing));
    let effects = press(&mut model, Action::No);
    assert_eq!(sent(&effects), [&ClientMessage::Leave {}]);
    let effects = hear(&mut model, ServerMessage::Left { code: code() });
    assert!(matches!(sent(&effects)[..], [ClientMessage::Create { .. }]));
}

#[test]
fn a_match_that_is_over_stands_in_nobody_s_way() {
    let mut model = started(create());
    welcome(&mut model, Some(code()));
    let effects = show(&mut model, snapshot(Phase::Over));
    assert_eq!(asks(&model), None);
    assert!(matches!(sent(&effects)[..], [ClientMessage::Create { .. }]));
}

#[test]
fn a_match_that_still_runs_is_kept_by_whoever_gives_no_answer() {
    for (from_menu, action) in [
        (false, Action::Back),
        (false, Action::Interrupt),
        (true, Action::Back),
        (true, Action::Interrupt),
    ] {
        let mut model = started(create());
        model.from_menu = from_menu;
        welcome(&mut model, Some(code()));
        show(&mut model, snapshot(Phase::Playing));
        let effects = press(&mut model, action);
        let ends = [Effect::Disconnect, Effect::Quit(Exit::Done)];
        assert!(ends.iter().any(|end| effects.contains(end)), "{effects:?}");
        assert!(sent(&effects).is_empty(), "{effects:?}");
        let stays = from_menu && action == Action::Back;
        assert_eq!(effects.contains(&Effect::Quit(Exit::Done)), !stays);
        assert!(!stays || matches!(model.screen, Screen::Menu(_)));
    }
}

#[test]
fn whoever_joins_the_table_of_its_own_seat_is_not_asked() {
    let mut model = started(Start::Online(Goal::Join { code: code() }));
    assert_eq!(welcome(&mut model, Some(code())), remembers());
    show(&mut model, snapshot(Phase::Playing));
    assert_eq!(model.overlay, None);
}

#[test]
fn keys_do_nothing_while_the_connection_is_lost() {
    let mut model = seated(Phase::Playing);
    let lost = NetworkEvent::Lost {
        attempt: 1,
        retry_in_ms: 1000,
    };
    update(&mut model, Message::Network(lost));
    for dir in Direction::ALL {
        assert_eq!(press(&mut model, Action::Move(Controller::Arrows, dir)), []);
    }
    welcome(&mut model, Some(code()));
    show(&mut model, snapshot(Phase::Playing));
    let moves = Direction::ALL.map(|dir| press(&mut model, Action::Move(Controller::Arrows, dir)));
    assert!(moves.iter().any(|effects| !sent(effects).is_empty()));
}

#[test]
fn a_spectator_comes_back_to_the_same_table() {
    let mut model = started(Start::Online(Goal::Watch { code: code() }));
    welcome(&mut model, None);
    let watched = Snapshot {
        you: None,
        ..snapshot(Phase::Playing)
    };
    show(&mut model, watched);
    let effects = welcome(&mut model, None);
    let watch = ClientMessage::Watch {
        code: "K7QX4M".to_owned(),
    };
    assert_eq!(sent(&effects), [&watch]);
}

#[test]
fn a_spectator_whose_table_is_gone_after_the_loss_of_the_connection_is_told() {
    let mut model = started(Start::Online(Goal::Watch { code: code() }));
    welcome(&mut model, None);
    let watched = Snapshot {
        you: None,
        ..snapshot(Phase::Playing)
    };
    show(&mut model, watched.clone());
    welcome(&mut model, None);
    show(&mut model, watched);
    assert_eq!(model.goal, None);
    welcome(&mut model, None);
    let error = ServerMessage::Error {
        code: ErrorCode::NoSuchMatch,
        message: "no table has this code".to_owned(),
        table: None,
    };
    hear(&mut model, error);
    assert!(matches!(
        &model.screen,
        Screen::Notice(Notice::Refused { .. })
    ));
}

#[test]
fn a_question_about_a_match_goes_away_with_its_end_however_that_is_told() {
    let mut model = seated(Phase::Playing);
    press(&mut model, Action::Resign);
    show(&mut model, snapshot(Phase::Over));
    assert_eq!(model.overlay, None);
}

#[test]
fn a_seat_that_is_gone_after_the_loss_of_the_connection_is_told() {
    let mut model = seated(Phase::Playing);
    welcome(&mut model, None);
    assert!(matches!(
        &model.screen,
        Screen::Notice(Notice::TableLost { .. })
    ));
}

#[test]
fn whoever_is_replaced_stays_away() {
    let mut model = seated(Phase::Playing);
    let ended = NetworkEvent::Ended(LinkEnd::Replaced);
    let effects = update(&mut model, Message::Network(ended));
    assert_eq!(effects, [Effect::Disconnect]);
    assert!(matches!(&model.screen, Screen::Notice(Notice::Replaced)));
}

#[test]
fn a_result_stays_on_the_screen_when_the_server_is_gone() {
    let mut model = seated(Phase::Over);
    hear(
        &mut model,
        ServerMessage::Closed {
            code: code(),
            reason: ClosedReason::Shutdown,
        },
    );
    let ended = NetworkEvent::Ended(LinkEnd::Closed(1000));
    update(&mut model, Message::Network(ended));
    assert!(matches!(&model.screen, Screen::Table(_)));
}

#[test]
fn a_signal_ends_the_program_and_keeps_the_seat() {
    let mut model = seated(Phase::Playing);
    let effects = update(&mut model, Message::Terminate);
    assert_eq!(effects, [Effect::Quit(Exit::Done)]);
}

#[test]
fn whoever_waits_in_the_queue_waits_again_after_the_loss_of_the_connection() {
    let options = Options::default();
    let mut model = started(Start::Online(Goal::Queue { options }));
    welcome(&mut model, None);
    hear(&mut model, ServerMessage::Queued { options });
    let lost = NetworkEvent::Lost {
        attempt: 1,
        retry_in_ms: 1000,
    };
    update(&mut model, Message::Network(lost));
    assert!(matches!(model.screen, Screen::Connecting { .. }));
    let effects = welcome(&mut model, None);
    assert!(matches!(sent(&effects)[..], [ClientMessage::Queue { .. }]));
}

#[test]
fn asking_for_the_list_too_often_keeps_the_last_one() {
    let mut model = started(Start::Online(Goal::List));
    welcome(&mut model, None);
    hear(
        &mut model,
        ServerMessage::Matches {
            matches: Vec::new(),
        },
    );
    assert_eq!(
        sent(&press(&mut model, Action::Reload)),
        [&ClientMessage::List {}]
    );
    let error = ServerMessage::Error {
        code: ErrorCode::RateLimited,
        message: "too many".to_owned(),
        table: None,
    };
    assert_eq!(hear(&mut model, error), []);
    assert!(matches!(model.screen, Screen::Tables(_)));
}

#[test]
fn the_boards_stay_when_the_server_stops_in_a_match() {
    let mut model = seated(Phase::Playing);
    press(&mut model, Action::Resign);
    let reason = ClosedReason::Shutdown;
    let effects = hear(
        &mut model,
        ServerMessage::Closed {
            code: code(),
            reason,
        },
    );
    assert!(effects.contains(&Effect::Disconnect));
    let Screen::Table(play) = &model.screen else {
        panic!("the boards are gone");
    };
    assert_eq!(
        (play.closed, play.session.phase),
        (Some(reason), Phase::Over)
    );
    assert!(play.session.result.is_none() && play.session.told(YOU).is_some());
    assert_eq!(model.overlay, None);
    for action in [Action::Again, Action::Emotes, Action::Resign] {
        assert_eq!(press(&mut model, action), []);
    }
    let effects = press(&mut model, Action::Quit);
    assert_eq!(effects.last(), Some(&Effect::Quit(Exit::Done)));
}
