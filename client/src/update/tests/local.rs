//! Two at one keyboard.

use super::*;

/// A model with a table in this process that has begun.
pub(super) fn at_local(kind: LocalKind, options: Options) -> (Model, LocalTable) {
    let begin = match kind {
        LocalKind::HotSeat => Start::HotSeat,
        LocalKind::Solo => Start::Solo { options },
    };
    let mut model = at_menu();
    model.from_menu = false;
    model.options = Options {
        countdown_s: 0,
        ..options
    };
    let effects = start(&mut model, begin);
    let [Effect::StartLocal { kind, options, .. }] = effects[..] else {
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
pub(super) fn play_on(
    model: &mut Model,
    table: &mut LocalTable,
    effects: Vec<Effect>,
) -> Vec<Effect> {
    let mut rest = Vec::new();
    for effect in effects {
        let told = match effect {
            Effect::SendLocal(seat, message) => table.handle(model.now_ms, seat, &message),
            Effect::UndoLocal => table.undo(model.now_ms),
            Effect::ResumeLocal => table.resume(model.now_ms),
            other => {
                rest.push(other);
                continue;
            }
        };
        for told in told {
            rest.extend(hear(model, told));
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
pub(super) fn slide(model: &mut Model, table: &mut LocalTable, controller: Controller) {
    for dir in Direction::ALL {
        let effects = press(model, Action::Move(controller, dir));
        if !effects.is_empty() {
            play_on(model, table, effects);
            return;
        }
    }
    panic!("the board is stuck");
}

pub(super) fn turns(model: &Model) -> [u32; 2] {
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

#[test]
fn two_at_one_keyboard_take_nothing_back() {
    let (mut model, mut table) = at_local(LocalKind::HotSeat, Options::default());
    slide(&mut model, &mut table, Controller::Letters);
    assert_eq!(press(&mut model, Action::Undo), []);
}

#[test]
fn two_at_one_keyboard_have_a_best_score_that_is_kept() {
    let (mut model, mut table) = at_local(LocalKind::HotSeat, Options::default());
    let mut kept = 0;
    for _ in 0..20 {
        for dir in Direction::ALL {
            let effects = press(&mut model, Action::Move(Controller::Letters, dir));
            model.now_ms += 100;
            for effect in play_on(&mut model, &mut table, effects) {
                let Effect::SaveBest { kind, score, .. } = effect else {
                    panic!("{effect:?}");
                };
                assert_eq!(kind, LocalKind::HotSeat);
                assert!(score > kept, "{score} after {kept}");
                kept = score;
            }
        }
    }
    assert!(kept > 0);
    let (options, kind) = (table.snapshot(0).options, LocalKind::HotSeat);
    assert_eq!(model.best_scores.get(kind, &options), kept);
}
