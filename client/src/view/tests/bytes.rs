//! How much is written to a terminal, so that a match over a slow line is no slower.

use versus2048_protocol::rules::Direction;

use crate::message::{Action, Controller};
use crate::model::{ColorDepth, ThemeName};
use crate::view::tests::evening::Evening;

/// The most bytes of a move.
const MAX_BYTES: usize = 1500;
const SIZE: (u16, u16) = (80, 24);

/// Slides the board of the arrows, and counts the bytes; none where it does not move.
fn slide(evening: &mut Evening, dir: Direction) -> Option<usize> {
    evening.model.now_ms += 200;
    let is_move = evening.act(Action::Move(Controller::Arrows, dir));
    let bytes = evening.draw().len();
    is_move.then_some(bytes)
}

#[track_caller]
fn check(theme: ThemeName, color: ColorDepth) {
    let mut evening = Evening::new((color, theme), SIZE);
    evening.draw();
    let mut moves = Vec::new();
    for _ in 0..60 {
        let dirs = [
            Direction::Down,
            Direction::Left,
            Direction::Right,
            Direction::Up,
        ];
        moves.extend(dirs.into_iter().filter_map(|dir| slide(&mut evening, dir)));
    }
    assert!(moves.len() > 100, "{}", moves.len());
    let most = moves.iter().max().copied();
    assert!(most <= Some(MAX_BYTES), "{theme:?} {color:?}: {most:?}");
    assert!(evening.draw().is_empty());
}

#[test]
fn a_move_takes_few_bytes() {
    for theme in ThemeName::ALL {
        check(theme, ColorDepth::True);
    }
    for color in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256] {
        check(ThemeName::Classic, color);
    }
}
