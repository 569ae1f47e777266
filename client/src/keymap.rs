//! What a key means: a pure function of the key, the layout of the letters and what is on screen.
//!
//! It knows neither the match nor the screen; whether an action is possible is decided elsewhere.

pub mod letters;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use versus2048_protocol::rules::Direction;

use crate::message::{Action, Controller, KeyContext, Winding};
use crate::model::KeyLayout;

/// The lines that a page is scrolled by at once: less than the least window shows.
const PAGE: isize = 5;

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
        KeyContext::Replays => field(key.code).or_else(|| replays_letter(command(key.code)?)),
        KeyContext::Replay => replay(key.code),
        KeyContext::Page => page(key.code),
        KeyContext::Help => help(key.code),
        KeyContext::Emotes => emotes(key.code)
            .or_else(|| slide(key.code, layout))
            .or_else(|| quit(key.code, Action::Back)),
        KeyContext::Question { moves: true } => answer(key.code)
            .or_else(|| slide(key.code, layout))
            .or_else(|| quit(key.code, Action::Quit)),
        KeyContext::Question { moves: false } => {
            answer(key.code).or_else(|| quit(key.code, Action::Quit))
        }
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
        'a' if context == KeyContext::Text => Some(Action::Start),
        'e' if context == KeyContext::Text => Some(Action::End),
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
        KeyCode::PageDown => Some(Action::Recent(1)),
        KeyCode::PageUp => Some(Action::Recent(-1)),
        _ => None,
    }
}

fn field(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Up | KeyCode::BackTab => Some(Action::Focus(Direction::Up)),
        KeyCode::Down | KeyCode::Tab => Some(Action::Focus(Direction::Down)),
        KeyCode::Left => Some(Action::Focus(Direction::Left)),
        KeyCode::Right => Some(Action::Focus(Direction::Right)),
        KeyCode::Home => Some(Action::Start),
        KeyCode::End => Some(Action::End),
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
        'c' => Some(Action::Create),
        'r' => Some(Action::Reload),
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        _ => None,
    }
}

fn replays_letter(letter: char) -> Option<Action> {
    match letter {
        ' ' => Some(Action::Submit),
        'f' => Some(Action::Name),
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
            'c' => Some(Action::Copy),
            'q' => Some(Action::Quit),
            '?' => Some(Action::Help),
            _ => None,
        },
    }
}

fn help(code: KeyCode) -> Option<Action> {
    match code {
        KeyCode::Esc | KeyCode::Enter => Some(Action::Back),
        KeyCode::Up => Some(Action::Scroll(-1)),
        KeyCode::Down => Some(Action::Scroll(1)),
        KeyCode::PageUp => Some(Action::Scroll(-PAGE)),
        KeyCode::PageDown => Some(Action::Scroll(PAGE)),
        _ => matches!(command(code)?, '?' | 'q' | ' ').then_some(Action::Back),
    }
}

fn replay(code: KeyCode) -> Option<Action> {
    let winding = match code {
        KeyCode::Right => Winding::NextMove,
        KeyCode::Left => Winding::TakeBack,
        KeyCode::PageDown => Winding::Forwards,
        KeyCode::PageUp => Winding::Backwards,
        KeyCode::Home => Winding::Start,
        KeyCode::End => Winding::End,
        KeyCode::Esc => return Some(Action::Back),
        _ => match command(code)? {
            ' ' => Winding::Pause,
            // The plus of many keyboards lies over the equals sign.
            '+' | '=' => Winding::Faster,
            '-' => Winding::Slower,
            'q' => return Some(Action::Quit),
            '?' => return Some(Action::Help),
            _ => return None,
        },
    };
    Some(Action::Wind(winding))
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

/// What Q means over a screen, where it moves nothing.
fn quit(code: KeyCode, means: Action) -> Option<Action> {
    (command(code)? == 'q').then_some(means)
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
        'u' if !online => Some(Action::Undo),
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
        'u' => Some(Action::Undo),
        'e' => Some(Action::Emotes),
        'k' => Some(Action::Keep),
        'q' => Some(Action::Quit),
        '?' => Some(Action::Help),
        _ => None,
    }
}

fn pick(letter: char) -> Option<Action> {
    let number = u8::try_from(letter.to_digit(10)?).ok()?;
    (number > 0).then_some(Action::Pick(number))
}
