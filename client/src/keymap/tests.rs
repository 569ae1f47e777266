//! What keys mean, in every layout and context.

use super::*;

const ONLINE: KeyContext = KeyContext::Playing { online: true };
const LOCAL: KeyContext = KeyContext::Playing { online: false };
const MOVING: KeyContext = KeyContext::Question { moves: true };
const STILL: KeyContext = KeyContext::Question { moves: false };

/// Every context, so that what holds everywhere is tried everywhere.
const CONTEXTS: [KeyContext; 14] = [
    KeyContext::Menu,
    KeyContext::Tables,
    KeyContext::Text,
    KeyContext::Choice,
    KeyContext::Replays,
    KeyContext::Replay,
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
fn arrows_and_pages_scroll_the_help() {
    let keys = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::PageUp,
        KeyCode::PageDown,
    ];
    let found = keys.map(|key| press(key, KeyLayout::Wasd, KeyContext::Help));
    let lines = [-1, 1, -PAGE, PAGE];
    assert_eq!(found, lines.map(|lines| Some(Action::Scroll(lines))));
}

#[test]
fn q_leaves_what_lies_over_a_screen_but_moves_where_it_is_a_letter_of_the_layout() {
    check('q', MOVING, Action::Quit);
    check('q', STILL, Action::Quit);
    check('й', KeyContext::Emotes, Action::Back);
    let left = Action::Move(Controller::Letters, Direction::Left);
    for context in [MOVING, KeyContext::Emotes] {
        let found = press(KeyCode::Char('q'), KeyLayout::Zqsd, context);
        assert_eq!(found, Some(left));
    }
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

#[test]
fn a_replay_is_wound_with_keys() {
    let pressed = |code| press(code, KeyLayout::Wasd, KeyContext::Replay);
    for (code, winding) in [
        (KeyCode::Char(' '), Winding::Pause),
        (KeyCode::Char('+'), Winding::Faster),
        (KeyCode::Char('='), Winding::Faster),
        (KeyCode::Char('-'), Winding::Slower),
        (KeyCode::Right, Winding::NextMove),
        (KeyCode::Left, Winding::TakeBack),
        (KeyCode::PageDown, Winding::Forwards),
        (KeyCode::PageUp, Winding::Backwards),
        (KeyCode::Home, Winding::Start),
        (KeyCode::End, Winding::End),
    ] {
        assert_eq!(pressed(code), Some(Action::Wind(winding)));
    }
    check('q', KeyContext::Replay, Action::Quit);
    check('d', KeyContext::Replay, None);
    check('r', KeyContext::Replays, Action::Reload);
    check('f', KeyContext::Replays, Action::Name);
    check('c', KeyContext::Replays, None);
}
