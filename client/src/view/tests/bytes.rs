//! How much is written to a terminal, so that a match over a slow line is no slower.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::Phase;

use crate::message::{Action, Controller};
use crate::model::{ColorDepth, Screen, ThemeName};
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

/// Plays boards of many tiles, which take the most bytes, with keys at random until they are stuck; the
/// last frame, which brings the result, is no move of a board.
#[track_caller]
fn check_at_random(secret: u8, ascii: bool, look: (ColorDepth, ThemeName)) {
    let mut evening = Evening::with_tiles(secret, look, SIZE);
    evening.model.settings.ascii = ascii;
    evening.draw();
    let mut rng = StdRng::seed_from_u64(secret.into());
    let mut moves = 0;
    loop {
        evening.model.now_ms += rng.random_range(0..4000);
        let both = [Controller::Arrows, Controller::Letters];
        let controller = both[rng.random_range(0..both.len())];
        let dir = Direction::ALL[rng.random_range(0..Direction::ALL.len())];
        let is_move = evening.act(Action::Move(controller, dir));
        let bytes = evening.draw();
        if is_over(&evening) {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            bytes.len() <= MAX_BYTES,
            "{look:?}: {}: {text:?}",
            bytes.len()
        );
        moves += usize::from(is_move);
    }
    assert!(moves > 100, "{moves}");
}

fn is_over(evening: &Evening) -> bool {
    match &evening.model.screen {
        Screen::Table(play) => play.session.phase == Phase::Over,
        _ => true,
    }
}

#[test]
fn no_move_of_boards_at_random_takes_many_bytes() {
    for (secret, theme) in (1..).zip(ThemeName::ALL) {
        check_at_random(secret, false, (ColorDepth::True, theme));
    }
    for color in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256] {
        check_at_random(11, false, (color, ThemeName::Cool));
    }
    check_at_random(11, true, (ColorDepth::True, ThemeName::Cool));
}
