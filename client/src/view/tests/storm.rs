//! Any keys at any time in windows of any size: the terminal shows what the model is.

use std::num::NonZeroU16;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use vt100::Parser;

use crate::keymap;
use crate::message::{Action, Message};
use crate::model::{ColorDepth, ThemeName};
use crate::update::update;
use crate::view::tests::evening::Evening;

/// How many keys are pressed.
const KEYS: usize = 5000;
/// How many sizes the window has, one after the other.
const SIZES: usize = 1000;
/// Keys that lead out of the match have no part in it.
const PRESSED: [KeyCode; 14] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Char('w'),
    KeyCode::Char('a'),
    KeyCode::Char('s'),
    KeyCode::Char('d'),
    KeyCode::Char('?'),
    KeyCode::Char('e'),
    KeyCode::Char('r'),
    KeyCode::Char('y'),
    KeyCode::Char('n'),
    KeyCode::Char('1'),
];

/// Presses a key a little after the one before.
fn press(evening: &mut Evening, rng: &mut StdRng) {
    evening.model.now_ms += rng.random_range(0..60);
    update(&mut evening.model, Message::Tick);
    let code = PRESSED[rng.random_range(0..PRESSED.len())];
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    let (layout, context) = (evening.model.settings.keys, evening.model.key_context());
    let action = keymap::action(key, layout, context);
    if let Some(action) = action.filter(|action| *action != Action::Redraw) {
        evening.act(action);
    }
}

/// What a terminal shows, as characters.
fn seen(parser: &Parser) -> Vec<String> {
    let (rows, columns) = parser.screen().size();
    let (rows, columns) = (rows.get(), columns.get());
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    places
        .filter_map(|(row, column)| parser.screen().cell(row, column))
        .map(|cell| match cell.contents() {
            "" => " ".to_owned(),
            contents => contents.to_owned(),
        })
        .collect()
}

#[test]
fn any_keys_in_windows_of_any_size_leave_a_correct_picture() {
    let mut rng = StdRng::seed_from_u64(2048);
    let mut evening = Evening::new((ColorDepth::True, ThemeName::Classic), (80, 24));
    evening.model.settings.animation = true;
    for _ in 0..SIZES {
        let (columns, rows) = (rng.random_range(1..=140), rng.random_range(1..=45));
        evening.resize((columns, rows));
        let size = [rows, columns].map(|side: u16| NonZeroU16::new(side).unwrap());
        let mut parser = Parser::new(size[0], size[1], 0);
        for _ in 0..KEYS / SIZES {
            press(&mut evening, &mut rng);
            parser.process(&evening.draw());
        }
        let mut whole = Parser::new(size[0], size[1], 0);
        evening.resize((columns, rows));
        whole.process(&evening.draw());
        assert_eq!(seen(&parser), seen(&whole), "{columns}×{rows}");
    }
}
