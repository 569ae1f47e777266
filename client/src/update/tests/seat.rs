//! The way back to a seat.

use super::*;
use crate::held_seat::{HeldSeat, SeatPlace};

/// How a match may end for this program.
type End<'a> = &'a dyn Fn(&mut Model) -> Vec<Effect>;

fn held() -> HeldSeat {
    HeldSeat {
        code: code(),
        at: SeatPlace::Server {
            server: "ws://127.0.0.1:2048".to_owned(),
            name: "Ana".to_owned(),
        },
    }
}

/// The menu after a crash in a match.
fn after_a_crash(held: HeldSeat) -> Model {
    let mut model = at_menu();
    model.offer(Some(held));
    start(&mut model, Start::Menu);
    model
}

fn closed(reason: ClosedReason) -> Message {
    let code = code();
    Message::Server(Box::new(ServerMessage::Closed { code, reason }))
}

#[test]
fn a_seat_is_remembered_while_its_match_may_go_on() {
    let mut model = started(create());
    welcome(&mut model, None);
    let effects = show(&mut model, snapshot(Phase::Waiting));
    assert!(effects.contains(&Effect::HoldSeat(held())), "{effects:?}");
    let effects = show(&mut model, snapshot(Phase::Playing));
    assert!(
        !effects.contains(&Effect::HoldSeat(held())),
        "once is enough"
    );
    let effects = show(&mut model, snapshot(Phase::Over));
    assert!(effects.contains(&Effect::ReleaseSeat), "{effects:?}");
    let effects = show(&mut model, snapshot(Phase::Ready));
    assert!(effects.contains(&Effect::HoldSeat(held())), "a rematch");
}

#[test]
fn who_only_watches_has_no_way_back() {
    let mut model = started(Start::Online(Goal::Watch { code: code() }));
    welcome(&mut model, None);
    let mut watched = snapshot(Phase::Playing);
    watched.you = None;
    let effects = show(&mut model, watched);
    assert!(!effects.contains(&Effect::HoldSeat(held())), "{effects:?}");
    assert_eq!(model.held, None);
}

#[test]
fn a_seat_is_forgotten_when_it_is_given_up_and_kept_through_a_crash() {
    let leave = |model: &mut Model| {
        press(model, Action::Quit);
        press(model, Action::Yes)
    };
    let terminate = |model: &mut Model| update(model, Message::Terminate);
    let close = |model: &mut Model| update(model, closed(ClosedReason::Left));
    let lose = |model: &mut Model| welcome(model, None);
    let replace = |model: &mut Model| {
        update(
            model,
            Message::Network(NetworkEvent::Ended(LinkEnd::Replaced)),
        )
    };
    let ends: [(End<'_>, bool); 5] = [
        (&leave, true),
        (&close, true),
        (&lose, true),
        (&terminate, false),
        (&replace, false),
    ];
    for (end, forgets) in ends {
        let mut model = seated(Phase::Playing);
        let effects = end(&mut model);
        let release = effects.iter().position(|it| *it == Effect::ReleaseSeat);
        assert_eq!(release.is_some(), forgets, "{effects:?}");
        assert_eq!(model.held.is_none(), forgets);
        let quit = effects.iter().position(|it| matches!(it, Effect::Quit(_)));
        // Nothing is carried out any more once the program has ended.
        assert!(quit.is_none_or(|quit| release.is_none_or(|release| release < quit)));
    }
}

#[test]
fn the_way_back_is_the_first_entry_and_goes_straight_on() {
    let mut model = after_a_crash(held());
    let effects = press(&mut model, Action::Submit);
    let connect = Effect::Connect {
        server: "ws://127.0.0.1:2048".to_owned(),
        name: "Ana".to_owned(),
    };
    assert_eq!(effects, [connect]);
    assert!(sent(&welcome(&mut model, Some(code()))).is_empty());
    show(&mut model, snapshot(Phase::Playing));
    assert!(matches!(model.screen, Screen::Table(_)));
    assert_eq!((&model.overlay, &model.goal), (&None, &None));
}

#[test]
fn other_entries_keep_their_digits_beside_the_way_back() {
    let mut model = after_a_crash(held());
    press(&mut model, Action::Focus(Direction::Up));
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Quit));
    press(&mut model, Action::Focus(Direction::Down));
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Return));
    press(&mut model, Action::Pick(1));
    assert!(matches!(&model.screen, Screen::Form(form) if form.kind == FormKind::Host));
}

#[test]
fn a_seat_that_is_gone_is_told_of_and_offered_no_more() {
    let mut model = after_a_crash(held());
    press(&mut model, Action::Submit);
    let effects = welcome(&mut model, None);
    assert!(sent(&effects).is_empty(), "no other seat is taken");
    assert!(effects.contains(&Effect::ReleaseSeat), "{effects:?}");
    let lost = Notice::SeatLost { code: code() };
    assert!(matches!(&model.screen, Screen::Notice(notice) if *notice == lost));
    assert_eq!(model.held, None);
    press(&mut model, Action::Submit);
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn a_server_that_does_not_answer_takes_no_way_back_away() {
    let mut model = after_a_crash(held());
    press(&mut model, Action::Submit);
    let ended = NetworkEvent::Ended(LinkEnd::Unreachable(Unreached::Refused));
    update(&mut model, Message::Network(ended));
    press(&mut model, Action::Submit);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Return));
    assert_eq!(model.held, Some(held()));
}

#[test]
fn a_host_goes_back_on_the_same_port_and_no_other() {
    let listen = ([0, 0, 0, 0], 4321).into();
    let mut model = after_a_crash(HeldSeat {
        code: code(),
        at: SeatPlace::Hosted { listen },
    });
    let or_next_port = false;
    let host = Effect::Host {
        listen,
        or_next_port,
    };
    assert_eq!(press(&mut model, Action::Submit), [host]);
    let hosted = Hosted {
        listening: listen,
        url: "ws://127.0.0.1:4321".to_owned(),
        taken_port: None,
        addresses: Vec::new(),
        left: None,
    };
    update(&mut model, Message::Hosted(Ok(hosted)));
    assert_eq!(welcome(&mut model, Some(code())), []);
    // With options that nobody asks for: it is the seat that is wished for.
    show(&mut model, snapshot(Phase::Waiting));
    assert!(matches!(model.screen, Screen::Table(_)));
}

#[test]
fn whoever_goes_away_from_a_match_that_is_offered_finds_it_in_the_menu() {
    let mut model = started(create());
    model.from_menu = true;
    welcome(&mut model, Some(code()));
    show(&mut model, snapshot(Phase::Playing));
    assert_eq!(asks(&model), Some(Question::Resume(code())));
    press(&mut model, Action::Back);
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == MenuItem::Return));
    let effects = press(&mut model, Action::Submit);
    assert!(matches!(effects[..], [Effect::Connect { .. }]));
}

#[test]
fn the_code_of_ones_own_match_asks_nothing() {
    for goal in [Goal::Join { code: code() }, Goal::Watch { code: code() }] {
        let mut model = started(Start::Online(goal));
        welcome(&mut model, Some(code()));
        show(&mut model, snapshot(Phase::Playing));
        assert_eq!(asks(&model), None);
        assert!(matches!(model.screen, Screen::Table(_)));
    }
}
