//! What a key means: a pure function of the key, the layout of the letters and what is on screen.
//!
//! It knows neither the match nor the screen; whether an action is possible is decided elsewhere.

pub mod letters;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use versus2048_protocol::rules::Direction;

use crate::message::{Action, Controller, KeyContext};
use crate::model::KeyLayout;

/// What a key means in a context, if anything.
#[must_use]
pub fn action(key: KeyEvent, layout: KeyLayout, context: KeyContext) -> Option<Action> {
    const FOREIGN: KeyModifiers = KeyModifiers::ALT
        .union(KeyModifiers::SUPER)
        .union(KeyModifiers::HYPER)
        .union(KeyModifiers::META);
    if key.kind != KeyEventKind::Press {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key.code, context);
    }
    if key.modifiers.intersects(FOREIGN) {
        return None;
    }
    match context {
        KeyContext::Text => typed(key.code).or_else(|| field(key.code)),
        KeyContext::Choice => field(key.code).or_else(|| choice_letter(command(key.code)?)),
        KeyContext::Menu => field(key.code).or_else(|| menu_letter(command(key.code)?, layout)),
        KeyContext::Tables => field(key.code).or_else(|| tables_letter(command(key.code)?)),
        KeyContext::Page => page(key.code),
        KeyContext::Help => help(key.code),
        KeyContext::Emotes => emotes(key.code).or_else(|| slide(key.code, layout)),
        KeyContext::Question { moves: true } => {
            answer(key.code).or_else(|| slide(key.code, layout))
        }
        KeyContext::Question { moves: false } => answer(key.code),
        KeyContext::Playing { online } => {
            slide(key.code, layout).or_else(|| playing(key.code, online))
        }
        KeyContext::Over => over(key.code),
    }
}

fn control(code: KeyCode, context: KeyContext) -> Option<Action> {
    match command(code)? {
        'c' => Some(Action::Interrupt),
        'l' => Some(Action::Redraw),
        'z' => Some(Action::Suspend),
        'h' if context == KeyContext::Text => Some(Action::Backspace),
        'u' if context == KeyContext::Text => Some(Action::Clear),
        _ => None,
    }
}

/// The letter of a key that is a command: small, and by its place on a Cyrillic keyboard.
fn command(code: KeyCode) -> Option<char> {
    match code {
        KeyCode::Char(character) => Some(letters::latin(character)),
        _ => None,
    }
}

fn typed(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Char(character) => Some(Action::Text(character)),
        KeyCode::Backspace => Some(Action::Backspace),
        KeyCode::Delete => Some(Action::Delete),
        _ => None,
    }
}

fn field(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Up | KeyCode::BackTab => Some(Action::Focus(Direction::Up)),
        KeyCode::Down | KeyCode::Tab => Some(Action::Focus(Direction::Down)),
        KeyCode::Left => Some(Action::Focus(Direction::Left)),
        KeyCode::Right => Some(Action::Focus(Direction::Right)),
        KeyCode::Enter => Some(Action::Submit),
        KeyCode::Esc => Some(Action::Back),
        _ => None,
    }
}

fn choice_letter(letter: char) -> Option<Action> {
    match letter {
        ' ' => Some(Action::Focus(Direction::Right)),
        '?' => Some(Action::Help),
        _ => None,
    }
}

fn menu_letter(letter: char, layout: KeyLayout) -> Option<Action> {
    match letter {
        ' ' => Some(Action::Submit),
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        _ => pick(letter).or_else(|| letters::direction(layout, letter).map(Action::Focus)),
    }
}

fn tables_letter(letter: char) -> Option<Action> {
    match letter {
        ' ' => Some(Action::Submit),
        'w' => Some(Action::Watch),
        'r' => Some(Action::Reload),
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        _ => None,
    }
}

fn page(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Enter => Some(Action::Submit),
        KeyCode::Esc => Some(Action::Back),
        _ => match command(code)? {
            'q' => Some(Action::Quit),
            '?' => Some(Action::Help),
            _ => None,
        },
    }
}

fn help(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Esc | KeyCode::Enter => Some(Action::Back),
        _ => matches!(command(code)?, '?' | 'q' | ' ').then_some(Action::Back),
    }
}

fn emotes(code: KeyCode) -> Option<Action> {
    if code == KeyCode::Esc {
        return Some(Action::Back);
    }
    match command(code)? {
        'e' => Some(Action::Back),
        '?' => Some(Action::Help),
        letter => pick(letter),
    }
}

/// Enter is no answer: who holds a key down when the question opens has not answered it.
fn answer(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Esc => Some(Action::Back),
        _ => match command(code)? {
            'y' => Some(Action::Yes),
            'n' => Some(Action::No),
            _ => None,
        },
    }
}

fn slide(code: KeyCode, layout: KeyLayout) -> Option<Action> {
    let (controller, direction) = match code {
        KeyCode::Up => (Controller::Arrows, Direction::Up),
        KeyCode::Down => (Controller::Arrows, Direction::Down),
        KeyCode::Left => (Controller::Arrows, Direction::Left),
        KeyCode::Right => (Controller::Arrows, Direction::Right),
        _ => (
            Controller::Letters,
            letters::direction(layout, command(code)?)?,
        ),
    };
    Some(Action::Move(controller, direction))
}

/// Letters that move come before these, so Q does not quit in the layout Z Q S D.
fn playing(code: KeyCode, online: bool) -> Option<Action> {
    if code == KeyCode::Esc {
        return Some(Action::Back);
    }
    match command(code)? {
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        'e' => Some(Action::Emotes),
        'r' if online => Some(Action::Resign),
        'r' => Some(Action::Again),
        _ => None,
    }
}

fn over(code: KeyCode) -> Option<Action> {
    if code == KeyCode::Esc {
        return Some(Action::Back);
    }
    match command(code)? {
        'r' => Some(Action::Again),
        'e' => Some(Action::Emotes),
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        _ => None,
    }
}

fn pick(letter: char) -> Option<Action> {
    let number = u8::try_from(letter.to_digit(10)?).ok()?;
    (number > 0).then_some(Action::Pick(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONLINE: KeyContext = KeyContext::Playing { online: true };
    const LOCAL: KeyContext = KeyContext::Playing { online: false };
    const MOVING: KeyContext = KeyContext::Question { moves: true };
    const STILL: KeyContext = KeyContext::Question { moves: false };

    /// Every context, so that what holds everywhere is tried everywhere.
    const CONTEXTS: [KeyContext; 12] = [
        KeyContext::Menu,
        KeyContext::Tables,
        KeyContext::Text,
        KeyContext::Choice,
        KeyContext::Page,
        KeyContext::Help,
        KeyContext::Emotes,
        MOVING,
        STILL,
        ONLINE,
        LOCAL,
        KeyContext::Over,
    ];

    fn press(code: KeyCode, layout: KeyLayout, context: KeyContext) -> Option<Action> {
        action(KeyEvent::new(code, KeyModifiers::NONE), layout, context)
    }

    #[track_caller]
    fn check(letter: char, context: KeyContext, expected: impl Into<Option<Action>>) {
        let found = press(KeyCode::Char(letter), KeyLayout::Wasd, context);
        assert_eq!(found, expected.into(), "{letter} in {context:?}");
    }

    #[test]
    fn arrows_move_in_every_layout() {
        let arrows = [
            (KeyCode::Up, Direction::Up),
            (KeyCode::Down, Direction::Down),
            (KeyCode::Left, Direction::Left),
            (KeyCode::Right, Direction::Right),
        ];
        for layout in KeyLayout::ALL {
            for context in [ONLINE, LOCAL, MOVING, KeyContext::Emotes] {
                for (code, direction) in arrows {
                    let expected = Action::Move(Controller::Arrows, direction);
                    assert_eq!(press(code, layout, context), Some(expected));
                }
            }
        }
    }

    #[test]
    fn letters_move_in_any_case_and_never_as_arrows() {
        let tables = [
            (KeyLayout::Wasd, "wasd"),
            (KeyLayout::Wasd, "WASD"),
            (KeyLayout::Wasd, "цфыв"),
            (KeyLayout::Wasd, "ЦФЫВ"),
            (KeyLayout::Wasd, "ｗａｓｄ"),
            (KeyLayout::Zqsd, "zqsd"),
            (KeyLayout::Zqsd, "ZQSD"),
            (KeyLayout::Vim, "khjl"),
            (KeyLayout::Vim, "KHJL"),
            (KeyLayout::Vim, "лрод"),
        ];
        let directions = [
            Direction::Up,
            Direction::Left,
            Direction::Down,
            Direction::Right,
        ];
        for (layout, letters) in tables {
            for (letter, direction) in letters.chars().zip(directions) {
                let expected = Some(Action::Move(Controller::Letters, direction));
                for context in [ONLINE, LOCAL, MOVING, KeyContext::Emotes] {
                    assert_eq!(press(KeyCode::Char(letter), layout, context), expected);
                }
            }
        }
    }

    #[test]
    fn only_presses_count() {
        for kind in [KeyEventKind::Repeat, KeyEventKind::Release] {
            let key = KeyEvent::new_with_kind(KeyCode::Up, KeyModifiers::NONE, kind);
            for context in CONTEXTS {
                assert_eq!(action(key, KeyLayout::Wasd, context), None);
            }
        }
    }

    #[test]
    fn a_key_held_with_alt_is_another_key() {
        let key = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::ALT);
        for context in CONTEXTS {
            assert_eq!(action(key, KeyLayout::Wasd, context), None);
        }
    }

    #[test]
    fn q_quits_unless_it_moves() {
        check('q', ONLINE, Action::Quit);
        check('Й', ONLINE, Action::Quit);
        let left = Action::Move(Controller::Letters, Direction::Left);
        let q = KeyCode::Char('q');
        assert_eq!(press(q, KeyLayout::Zqsd, ONLINE), Some(left));
        let over = press(q, KeyLayout::Zqsd, KeyContext::Over);
        assert_eq!(over, Some(Action::Quit));
    }

    #[track_caller]
    fn check_control(letters: &str, expected: Action) {
        for letter in letters.chars() {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
            for context in CONTEXTS {
                let found = KeyLayout::ALL.map(|layout| action(key, layout, context));
                assert_eq!(found, [Some(expected); 3], "{letter} in {context:?}");
            }
        }
    }

    #[test]
    fn control_keys_mean_the_same_everywhere() {
        check_control("cCсС", Action::Interrupt);
        check_control("lд", Action::Redraw);
        check_control("zя", Action::Suspend);
    }

    #[test]
    fn a_question_is_answered_by_yes_or_no_in_any_case() {
        for question in [MOVING, STILL] {
            for letter in ['y', 'Y', 'н', 'Н'] {
                check(letter, question, Action::Yes);
            }
            for letter in ['n', 'N', 'т', 'Т'] {
                check(letter, question, Action::No);
            }
            let enter = press(KeyCode::Enter, KeyLayout::Wasd, question);
            assert_eq!(enter, None);
        }
        check('a', STILL, None);
    }

    #[test]
    fn an_escape_never_ends_anything() {
        for context in CONTEXTS {
            let found = press(KeyCode::Esc, KeyLayout::Wasd, context);
            assert_eq!(found, Some(Action::Back), "{context:?}");
        }
    }

    #[test]
    fn a_text_takes_every_character_as_it_is() {
        for letter in ['w', 'Q', 'ф', '?', ' ', '名', '1'] {
            check(letter, KeyContext::Text, Action::Text(letter));
        }
    }

    #[test]
    fn a_text_is_deleted_in_part_and_whole() {
        let control = |letter| {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
            action(key, KeyLayout::Wasd, KeyContext::Text)
        };
        let plain = |code| press(code, KeyLayout::Wasd, KeyContext::Text);
        assert_eq!(plain(KeyCode::Backspace), Some(Action::Backspace));
        assert_eq!(control('h'), Some(Action::Backspace));
        assert_eq!(plain(KeyCode::Delete), Some(Action::Delete));
        assert_eq!(control('u'), Some(Action::Clear));
    }

    #[test]
    fn digits_pick_from_one_on() {
        for context in [KeyContext::Menu, KeyContext::Emotes] {
            check('1', context, Action::Pick(1));
            check('9', context, Action::Pick(9));
            check('７', context, Action::Pick(7));
            check('0', context, None);
        }
    }

    #[test]
    fn r_means_what_the_screen_needs() {
        check('r', ONLINE, Action::Resign);
        check('к', ONLINE, Action::Resign);
        check('r', LOCAL, Action::Again);
        check('R', KeyContext::Over, Action::Again);
        check('r', KeyContext::Tables, Action::Reload);
    }

    #[test]
    fn letters_of_the_layout_walk_through_the_menu() {
        check('s', KeyContext::Menu, Action::Focus(Direction::Down));
        check('w', KeyContext::Menu, Action::Focus(Direction::Up));
        check('w', KeyContext::Tables, Action::Watch);
    }
}
