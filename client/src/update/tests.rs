//! What each key and message does, without a screen, a socket or a clock.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use uuid::Uuid;
use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::rules::{Direction, Options, Secret};
use versus2048_protocol::wire::{
    ClientMessage, ClosedReason, Code, Emote, ErrorCode, Phase, PlayerIdentity, ServerMessage,
    Snapshot,
};

use super::{start, update};
use crate::effect::{Effect, Exit, Title};
use crate::local::{Chance, LocalKind, LocalTable};
use crate::message::{Action, Controller, Hosted, LinkEnd, Message, NetworkEvent};
use crate::model::{
    BestScores, ColorDepth, FieldName, FormKind, FormProblem, Goal, KeyLayout, Lang, Menu,
    MenuItem, Mode, Model, Notice, Overlay, Question, Screen, Settings, Start, ThemeName,
};

const YOU: Seat = Seat::Zero;

/// A model at the menu.
fn at_menu() -> Model {
    Model {
        screen: Screen::Menu(Menu::default()),
        overlay: None,
        settings: Settings {
            keys: KeyLayout::Wasd,
            theme: ThemeName::Classic,
            lang: Lang::En,
            ascii: false,
            color: ColorDepth::None,
            animation: false,
        },
        now_ms: 0,
        name: "Ana".to_owned(),
        server: "ws://127.0.0.1:2048".to_owned(),
        options: Options::default(),
        listen: "0.0.0.0:2048".parse().expect("an address"),
        best_scores: BestScores::default(),
        goal: None,
        hosted: None,
        form: None,
        from_menu: true,
        ends_program: false,
        rng: StdRng::seed_from_u64(1),
    }
}

/// A model that was started by the command line, without a menu behind it.
fn started(begin: Start) -> Model {
    let mut model = at_menu();
    model.from_menu = false;
    start(&mut model, begin);
    model
}

fn create() -> Start {
    Start::Online(Goal::Create {
        options: Options::default(),
        listed: true,
    })
}

fn code() -> Code {
    "K7QX4M".parse().expect("a code")
}

fn press(model: &mut Model, action: Action) -> Vec<Effect> {
    update(model, Message::Action(action))
}

fn hear(model: &mut Model, message: ServerMessage) -> Vec<Effect> {
    update(model, Message::Server(Box::new(message)))
}

fn welcome(model: &mut Model, seated: Option<Code>) -> Vec<Effect> {
    let player = PlayerIdentity {
        id: "1".to_owned(),
        name: "Ana".to_owned(),
    };
    update(
        model,
        Message::Network(NetworkEvent::Welcomed { player, seated }),
    )
}

/// A table of a server in this phase, as seat 0 sees it.
fn snapshot(phase: Phase) -> Snapshot {
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let names = BySeat(["Ana", "Bo"].map(str::to_owned));
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(LocalKind::HotSeat, options, names, chance);
    table.begin(0);
    let mut snapshot = table.snapshot(0);
    snapshot.code = code();
    snapshot.id = Uuid::from_u128(1);
    snapshot.phase = phase;
    snapshot.you = Some(YOU);
    let is_ready = !matches!(phase, Phase::Waiting | Phase::Ready);
    for player in snapshot.players.0.iter_mut().flatten() {
        player.ready = is_ready;
    }
    match phase {
        Phase::Waiting => {
            snapshot.players[Seat::One] = None;
            snapshot.boards = None;
        }
        Phase::Ready => snapshot.boards = None,
        _ => {}
    }
    snapshot
}

fn show(model: &mut Model, snapshot: Snapshot) -> Vec<Effect> {
    hear(model, ServerMessage::Match(Box::new(snapshot)))
}

/// A model in seat 0 of a table of a server in this phase.
fn seated(phase: Phase) -> Model {
    let mut model = started(create());
    welcome(&mut model, None);
    show(&mut model, snapshot(phase));
    model
}

/// A model with a table in this process that has begun.
fn at_local(kind: LocalKind, options: Options) -> (Model, LocalTable) {
    let begin = match kind {
        LocalKind::HotSeat => Start::HotSeat,
        LocalKind::Solo => Start::Solo,
    };
    let mut model = at_menu();
    model.from_menu = false;
    model.options = Options {
        countdown_s: 0,
        ..options
    };
    let effects = start(&mut model, begin);
    let [Effect::StartLocal { kind, options }] = effects[..] else {
        panic!("{effects:?}");
    };
    let names = BySeat(["1", "2"].map(str::to_owned));
    let chance = Chance::From(Secret([7; 32]));
    let mut table = LocalTable::new(kind, options, names, chance);
    update(
        &mut model,
        Message::LocalTable(kind, Box::new(table.snapshot(0))),
    );
    for message in table.begin(0) {
        hear(&mut model, message);
    }
    (model, table)
}

/// Carries out what is meant for the table in this process; the rest comes back.
fn play_on(model: &mut Model, table: &mut LocalTable, effects: Vec<Effect>) -> Vec<Effect> {
    let mut rest = Vec::new();
    for effect in effects {
        match effect {
            Effect::SendLocal(seat, message) => {
                for told in table.handle(model.now_ms, seat, &message) {
                    rest.extend(hear(model, told));
                }
            }
            other => rest.push(other),
        }
    }
    rest
}

fn sent(effects: &[Effect]) -> Vec<&ClientMessage> {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Send(message) => Some(message),
        _ => None,
    });
    sent.collect()
}

fn asks(model: &Model) -> Option<Question> {
    match model.overlay {
        Some(Overlay::Question { about, .. }) => Some(about),
        _ => None,
    }
}

#[test]
fn every_entry_of_the_menu_leads_somewhere() {
    for (place, item) in MenuItem::ALL.into_iter().enumerate() {
        let mut model = at_menu();
        model.screen = Screen::Menu(Menu { selected: place });
        let effects = press(&mut model, Action::Submit);
        match item {
            MenuItem::Quit => assert_eq!(effects, [Effect::Quit(Exit::Done)]),
            MenuItem::Help => assert_eq!(model.overlay, Some(Overlay::Help)),
            _ => assert!(matches!(model.screen, Screen::Form(_)), "{item:?}"),
        }
        if let Screen::Form(_) = model.screen {
            press(&mut model, Action::Back);
            let Screen::Menu(menu) = model.screen else {
                panic!("{item:?} does not lead back");
            };
            assert_eq!(menu.selected, place);
        }
    }
}

#[test]
fn the_menu_goes_round() {
    let mut model = at_menu();
    press(&mut model, Action::Focus(Direction::Up));
    let last = MenuItem::ALL.len() - 1;
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == last));
    press(&mut model, Action::Focus(Direction::Down));
    assert!(matches!(model.screen, Screen::Menu(menu) if menu.selected == 0));
}

fn fill(model: &mut Model, text: &str) {
    for character in text.chars() {
        press(model, Action::Text(character));
    }
}

fn open_form(item: MenuItem) -> Model {
    let mut model = at_menu();
    let place = MenuItem::ALL.into_iter().position(|it| it == item);
    let selected = place.expect("an entry of the menu");
    model.screen = Screen::Menu(Menu { selected });
    press(&mut model, Action::Submit);
    model
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
fn a_failure_leads_back_to_the_form_with_what_was_typed() {
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "k7qx4m");
    press(&mut model, Action::Submit);
    let ended = NetworkEvent::Ended(LinkEnd::Unreachable("refused".to_owned()));
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
    press(&mut model, Action::Focus(Direction::Right));
    let effects = press(&mut model, Action::Submit);
    let options = Options {
        rows: 5,
        ..Options::default()
    };
    let kind = LocalKind::HotSeat;
    assert_eq!(effects, [Effect::StartLocal { kind, options }]);
}

#[test]
fn settings_hold_at_once() {
    let mut model = open_form(MenuItem::Settings);
    while !matches!(&model.screen, Screen::Form(form)
        if form.fields[form.focus].name == FieldName::Lang)
    {
        press(&mut model, Action::Focus(Direction::Down));
    }
    press(&mut model, Action::Focus(Direction::Right));
    press(&mut model, Action::Submit);
    assert_eq!(model.settings.lang, Lang::Zh);
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn a_host_connects_to_its_own_server_and_shows_how_others_do() {
    let mut model = started(Start::Host { listed: false });
    let hosted = Hosted {
        url: "ws://127.0.0.1:2048".to_owned(),
        addresses: vec!["192.168.1.20:2048".to_owned()],
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

#[test]
fn a_match_that_still_runs_is_offered_first() {
    let mut model = started(create());
    assert_eq!(welcome(&mut model, Some(code())), []);
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
fn whoever_joins_the_table_of_its_own_seat_is_not_asked() {
    let mut model = started(Start::Online(Goal::Join { code: code() }));
    assert_eq!(welcome(&mut model, Some(code())), []);
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
    assert_eq!(effects, [Effect::Disconnect, Effect::Quit(Exit::Done)]);
}

#[test]
fn at_one_keyboard_each_controller_has_its_board() {
    for (controller, seat) in [
        (Controller::Arrows, Seat::Zero),
        (Controller::Letters, Seat::One),
    ] {
        let (mut model, _) = at_local(LocalKind::HotSeat, Options::default());
        let moves = Direction::ALL.map(|dir| press(&mut model, Action::Move(controller, dir)));
        let effects: Vec<_> = moves.concat();
        assert!(!effects.is_empty());
        let is_for_seat =
            |effect: &Effect| matches!(effect, Effect::SendLocal(it, _) if *it == seat);
        assert!(effects.iter().all(is_for_seat), "{effects:?}");
    }
}

/// Moves the board of a controller once, whichever way it can be moved.
fn slide(model: &mut Model, table: &mut LocalTable, controller: Controller) {
    for dir in Direction::ALL {
        let effects = press(model, Action::Move(controller, dir));
        if !effects.is_empty() {
            play_on(model, table, effects);
            return;
        }
    }
    panic!("the board is stuck");
}

fn turns(model: &Model) -> [u32; 2] {
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    Seat::ALL.map(|seat| play.session.shown(seat).map_or(0, |board| board.turn))
}

#[test]
fn a_question_at_one_keyboard_swallows_nobody_s_keys_and_goes_away() {
    let (mut model, mut table) = at_local(LocalKind::HotSeat, Options::default());
    slide(&mut model, &mut table, Controller::Letters);
    assert_eq!(press(&mut model, Action::Quit), []);
    assert_eq!(asks(&model), Some(Question::LeaveLocal));
    slide(&mut model, &mut table, Controller::Arrows);
    slide(&mut model, &mut table, Controller::Letters);
    assert_eq!(turns(&model), [1, 2]);
    assert_eq!(press(&mut model, Action::Quit), [], "Q lies beside W and A");
    assert_eq!(asks(&model), Some(Question::LeaveLocal));
    model.now_ms = 10_000;
    update(&mut model, Message::Tick);
    assert_eq!(asks(&model), None);
}

#[test]
fn beginning_again_at_one_keyboard_resets_both_boards() {
    let (mut model, mut table) = at_local(LocalKind::HotSeat, Options::default());
    slide(&mut model, &mut table, Controller::Letters);
    press(&mut model, Action::Again);
    assert_eq!(asks(&model), Some(Question::Restart));
    let effects = press(&mut model, Action::Yes);
    play_on(&mut model, &mut table, effects);
    assert_eq!(turns(&model), [0, 0]);
}

/// Plays until a question or the end, as well as keys in turn can.
fn play_through(model: &mut Model, table: &mut LocalTable) -> Vec<Effect> {
    for dir in Direction::ALL.into_iter().cycle().take(10_000) {
        let effects = press(model, Action::Move(Controller::Arrows, dir));
        // Keys are not what this is about: they come as slowly as they have to.
        model.now_ms += 100;
        let rest = play_on(model, table, effects);
        let is_over =
            matches!(&model.screen, Screen::Table(play) if play.session.phase == Phase::Over);
        if is_over || model.overlay.is_some() {
            return rest;
        }
    }
    panic!("neither a question nor an end");
}

#[test]
fn alone_the_target_is_a_question_and_the_board_plays_on() {
    let options = Options {
        target: Some(16),
        ..Options::default()
    };
    let (mut model, mut table) = at_local(LocalKind::Solo, options);
    let effects = play_through(&mut model, &mut table);
    assert_eq!(asks(&model), Some(Question::PlayOn));
    assert!(matches!(effects[..], [Effect::SaveBest { .. }]));
    press(&mut model, Action::Yes);
    let effects = play_through(&mut model, &mut table);
    assert_eq!(asks(&model), None, "it is asked once");
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    assert_eq!(play.session.phase, Phase::Over);
    let score = play.session.shown(YOU).expect("a board").score;
    let goal = Some(16);
    assert_eq!(play.mode, Mode::Solo { best: score, goal });
    assert!(matches!(effects[..], [Effect::SaveBest { score: kept, .. }] if kept == score));
}

#[test]
fn the_best_score_alone_is_kept_when_the_game_is_left() {
    let (mut model, mut table) = at_local(LocalKind::Solo, Options::default());
    slide(&mut model, &mut table, Controller::Arrows);
    press(&mut model, Action::Back);
    let effects = press(&mut model, Action::Yes);
    assert!(matches!(effects[0], Effect::SaveBest { .. }), "{effects:?}");
    assert_eq!(effects[1], Effect::StopLocal);
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
