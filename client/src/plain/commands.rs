//! What a word means: a pure function of the word, the layout of the letters and what is going on.
//!
//! A single letter is the key of that letter; words have their own meaning, in either language.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use versus2048_protocol::rules::Direction;

use crate::keymap;
use crate::message::{Action, Controller, KeyContext, Winding};
use crate::model::KeyLayout;

/// What somebody wants by a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// What a key would do.
    Act(Action),
    /// To hear something once more.
    Read(Reading),
    /// That no further word is taken before something.
    Wait(Until),
    /// Whether moves of the other are told.
    Listen(bool),
}

/// What can be heard once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The commands.
    Help,
    /// One's own board, or those that are shown where nobody has an own one.
    Board,
    /// Both boards.
    Boards,
    /// Names, scores and time.
    Status,
    /// What is told of a table when it is first seen.
    Table,
}

/// What can be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// The match runs.
    Start,
    /// The match is over.
    End,
}

/// What a word means at the moment, if anything.
#[must_use]
pub(super) fn command(word: &str, layout: KeyLayout, context: KeyContext) -> Option<Command> {
    let context = match context {
        // Nothing is filled in by the line.
        KeyContext::Text | KeyContext::Choice => KeyContext::Menu,
        context => context,
    };
    let small = word.to_lowercase();
    named(&small).or_else(|| {
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.as_str().is_empty())?;
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
        let action = keymap::action(key, layout, context)?;
        match action {
            Action::Help => Some(Command::Read(Reading::Help)),
            _ => is_meant(action, context).then_some(Command::Act(action)),
        }
    })
}

/// What a word means at another moment, if it ever means anything.
#[must_use]
pub(super) fn ever(word: &str, layout: KeyLayout) -> Option<Command> {
    const CONTEXTS: [KeyContext; 7] = [
        KeyContext::Tables,
        KeyContext::Replay,
        KeyContext::Emotes,
        KeyContext::Question { moves: false },
        KeyContext::Playing { online: true },
        KeyContext::Playing { online: false },
        KeyContext::Over,
    ];
    let mut contexts = CONTEXTS.into_iter();
    contexts.find_map(|context| command(word, layout, context))
}

/// Nothing is chosen among entries that nobody sees.
fn is_meant(action: Action, context: KeyContext) -> bool {
    match context {
        KeyContext::Menu => action == Action::Quit,
        KeyContext::Tables | KeyContext::Replays => {
            matches!(action, Action::Quit | Action::Create | Action::Reload)
        }
        // There is no terminal to copy to.
        _ => action != Action::Copy,
    }
}

fn named(word: &str) -> Option<Command> {
    let slide = |dir| Command::Act(Action::Move(Controller::Arrows, dir));
    let wind = |winding| Command::Act(Action::Wind(winding));
    Some(match word {
        "up" | "上" | "\u{1b}[a" => slide(Direction::Up),
        "down" | "下" | "\u{1b}[b" => slide(Direction::Down),
        "left" | "左" | "\u{1b}[d" => slide(Direction::Left),
        "right" | "右" | "\u{1b}[c" => slide(Direction::Right),
        "help" | "帮助" => Command::Read(Reading::Help),
        "b" | "board" | "棋盘" => Command::Read(Reading::Board),
        "boards" | "双方" => Command::Read(Reading::Boards),
        "t" | "status" | "情况" => Command::Read(Reading::Status),
        "table" | "对局" => Command::Read(Reading::Table),
        "wait" | "等待" => Command::Wait(Until::Start),
        "wait-end" | "等到结束" => Command::Wait(Until::End),
        "quiet" | "安静" => Command::Listen(false),
        "loud" | "播报" => Command::Listen(true),
        "yes" | "是" => Command::Act(Action::Yes),
        "no" | "否" => Command::Act(Action::No),
        "later" | "以后" => Command::Act(Action::Back),
        "resign" | "认输" => Command::Act(Action::Resign),
        "undo" | "撤销" => Command::Act(Action::Undo),
        "again" | "rematch" | "restart" | "再来" => Command::Act(Action::Again),
        "say" | "说" => Command::Act(Action::Emotes),
        "quit" | "leave" | "退出" | "离开" => Command::Act(Action::Quit),
        "reload" | "刷新" => Command::Act(Action::Reload),
        "pause" | "暂停" => wind(Winding::Pause),
        "next" | "下一步" => wind(Winding::NextMove),
        "back" | "上一步" => wind(Winding::TakeBack),
        "faster" | "加快" => wind(Winding::Faster),
        "slower" | "减慢" => wind(Winding::Slower),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYING: KeyContext = KeyContext::Playing { online: true };

    #[track_caller]
    fn check(word: &str, layout: KeyLayout, context: KeyContext, expected: Option<Command>) {
        assert_eq!(
            command(word, layout, context),
            expected,
            "{word} {layout:?}"
        );
    }

    #[test]
    fn words_slide_the_first_board_and_letters_the_second() {
        let slide = |controller, dir| Some(Command::Act(Action::Move(controller, dir)));
        // The last is what a terminal without a screen takes down of an arrow.
        for word in ["left", "LEFT", "左", "\u{1b}[D"] {
            let expected = slide(Controller::Arrows, Direction::Left);
            check(word, KeyLayout::Wasd, PLAYING, expected);
        }
        let letter = slide(Controller::Letters, Direction::Left);
        check("a", KeyLayout::Wasd, PLAYING, letter);
        check("q", KeyLayout::Zqsd, PLAYING, letter);
        check("H", KeyLayout::Vim, PLAYING, letter);
    }

    #[test]
    fn a_letter_is_the_key_of_that_letter() {
        let act = |action| Some(Command::Act(action));
        check("q", KeyLayout::Wasd, PLAYING, act(Action::Quit));
        check("r", KeyLayout::Wasd, PLAYING, act(Action::Resign));
        check("r", KeyLayout::Wasd, KeyContext::Over, act(Action::Again));
        check(
            "3",
            KeyLayout::Wasd,
            KeyContext::Emotes,
            act(Action::Pick(3)),
        );
        let question = KeyContext::Question { moves: true };
        check("y", KeyLayout::Wasd, question, act(Action::Yes));
        let help = Some(Command::Read(Reading::Help));
        check("?", KeyLayout::Wasd, PLAYING, help);
        check("x", KeyLayout::Wasd, PLAYING, None);
        check("flip", KeyLayout::Wasd, PLAYING, None);
        check("", KeyLayout::Wasd, PLAYING, None);
    }

    #[test]
    fn what_a_word_ever_means_is_known() {
        for word in ["left", "y", "r", "u", "1", "+", "next", "w", "?", "是"] {
            assert!(ever(word, KeyLayout::Wasd).is_some(), "{word}");
        }
        for word in ["hepl", "", "x", "0", "--rows", "leftt", "棋"] {
            assert_eq!(ever(word, KeyLayout::Wasd), None, "{word}");
        }
    }

    #[test]
    fn the_letters_that_read_move_nothing_in_any_layout() {
        for layout in [KeyLayout::Wasd, KeyLayout::Zqsd, KeyLayout::Vim] {
            for letter in ['b', 't'] {
                assert_eq!(keymap::letters::direction(layout, letter), None);
            }
        }
    }

    #[test]
    fn no_entry_is_chosen_that_nobody_sees() {
        check("3", KeyLayout::Wasd, KeyContext::Menu, None);
        check("w", KeyLayout::Wasd, KeyContext::Tables, None);
        check("w", KeyLayout::Wasd, KeyContext::Text, None);
        let quit = Some(Command::Act(Action::Quit));
        check("q", KeyLayout::Wasd, KeyContext::Text, quit);
        let reload = Some(Command::Act(Action::Reload));
        check("r", KeyLayout::Wasd, KeyContext::Tables, reload);
    }
}
