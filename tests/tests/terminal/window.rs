//! A window that changes its size, and one that is too small.

use versus2048_tests::{Key, TestTerminal};

use crate::SIZE;
use crate::keys::moves;
use crate::mirror::local;

#[test]
fn a_match_comes_back_by_itself_when_the_window_is_large_enough_again() {
    let args = ["local", "--countdown", "0", "--lang", "en"];
    let mut terminal = TestTerminal::start(&args, (80, 24));
    terminal.wait_for("0 moves");
    terminal.press(&[Key::Left, Key::Down, Key::Right, Key::Up]);
    terminal.wait_until("a move", |screen| moves(screen)[1] > 0);
    terminal.resize(20, 8);
    terminal.wait_for("needs 29×13");
    terminal.wait_for("has 20×8");
    terminal.resize(1, 1);
    terminal.resize(120, 40);
    terminal.wait_for("Arrows");
    terminal.wait_until("no notice", |screen| !screen.contains("too small"));
}

#[test]
fn keys_for_boards_that_are_not_shown_mean_nothing_and_leaving_stays_possible() {
    let args = ["local", "--countdown", "0", "--lang", "en"];
    let mut terminal = TestTerminal::start(&args, (80, 24));
    terminal.wait_for("0 moves");
    terminal.resize(24, 8);
    terminal.wait_for("has 24×8");
    terminal.press(&[Key::Left, Key::Down, Key::Right, Key::Up]);
    // When the help is there, the keys before it are done with.
    terminal.press(&[Key::Char('?')]);
    terminal.wait_for("Keys");
    terminal.press(&[Key::Char('?')]);
    terminal.resize(80, 24);
    terminal.wait_until("that nobody has moved", |screen| moves(screen) == [0, 0]);
    terminal.resize(24, 8);
    terminal.wait_for("has 24×8");
    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[test]
fn a_window_of_any_size_shows_the_match_that_goes_on() {
    let (mut terminal, mut mirror) = local();
    // In the smallest ones nothing can be told apart.
    for (size, shown) in [
        ((200, 60), "Arrows"),
        ((1, 1), ""),
        ((500, 150), "Arrows"),
        ((2, 80), ""),
        ((300, 1), "needs"),
        ((13, 7), "needs"),
        (SIZE, "Arrows"),
    ] {
        terminal.resize(size.0, size.1);
        terminal.wait_for(shown);
        terminal.press(&[Key::Ctrl('l'), Key::Char('?'), Key::Char('?')]);
    }
    terminal.wait_for_boards(&mirror.boards());
    terminal.press(&[mirror.arrow(), Key::Char(mirror.letter())]);
    terminal.wait_for_boards(&mirror.boards());
    terminal.press(&[Key::Char('q'), Key::Char('y')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}
