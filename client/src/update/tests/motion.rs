//! What is seen of moves.

use versus2048_protocol::rules::Board;

use super::*;
use crate::session::Happening;

/// In seat 0, whose board can't slide to the left.
fn at_the_wall(phase: Phase) -> Model {
    let mut model = started(create());
    model.settings.animation = true;
    welcome(&mut model, None);
    let mut snapshot = snapshot(phase);
    let boards = snapshot.boards.as_mut().expect("it is played");
    boards[YOU].rows =
        Board::from_rows(&[[2, 0, 0, 0], [4, 2, 0, 0], [0; 4], [0; 4]].map(Vec::from))
            .expect("a board");
    show(&mut model, snapshot);
    model.now_ms = 5000;
    model
}

fn leans(model: &Model) -> BySeat<bool> {
    let Screen::Table(play) = &model.screen else {
        panic!("no table");
    };
    play.motion.as_ref().map(|motion| motion.lean(5000) != 0)
}

#[test]
fn the_board_whose_move_was_refused_shivers() {
    let mut model = at_the_wall(Phase::Playing);
    press(
        &mut model,
        Action::Move(Controller::Arrows, Direction::Left),
    );
    assert_eq!(leans(&model), BySeat([true, false]));
}

#[test]
fn nothing_shivers_without_animation_nor_before_the_match_has_begun() {
    let mut model = at_the_wall(Phase::Playing);
    model.settings.animation = false;
    press(
        &mut model,
        Action::Move(Controller::Arrows, Direction::Left),
    );
    assert_eq!(leans(&model), BySeat([false, false]));
    let mut model = at_the_wall(Phase::Countdown);
    press(
        &mut model,
        Action::Move(Controller::Arrows, Direction::Left),
    );
    assert_eq!(leans(&model), BySeat([false, false]));
}

#[test]
fn a_move_in_the_countdown_is_told_that_it_has_to_wait() {
    for phase in [Phase::Ready, Phase::Countdown] {
        let mut model = seated(phase);
        let effects = press(
            &mut model,
            Action::Move(Controller::Arrows, Direction::Left),
        );
        assert!(sent(&effects).is_empty());
        let Screen::Table(play) = &model.screen else {
            panic!("no table");
        };
        let last = play.session.last_happening().map(|last| &last.what);
        assert_eq!(last, Some(&Happening::NotYet(YOU)), "{phase:?}");
    }
}
