//! At one keyboard.

use super::*;

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
fn an_escape_at_the_target_plays_on() {
    let options = Options {
        target: Some(16),
        ..Options::default()
    };
    let (mut model, mut table) = at_local(LocalKind::Solo, options);
    play_through(&mut model, &mut table);
    assert_eq!(asks(&model), Some(Question::PlayOn));
    assert_eq!(press(&mut model, Action::Back), []);
    assert_eq!(model.overlay, None);
    assert!(matches!(&model.screen, Screen::Table(play) if play.session.phase == Phase::Playing));
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
