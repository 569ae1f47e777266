//! The terminal is as it was before, after every way of ending.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use versus2048_tests::{Home, Key, TestServer, TestTerminal};

use crate::SIZE;
use crate::keys::moves;
use crate::mirror::local;
use crate::online::{against_bo, at_once};

/// What the shell of a test shows when it waits for a command.
const PROMPT: &str = "what now? ";

/// Whether the shell has the terminal again, after a program was stopped; that it shows what was there
/// before is not enough, for it does so while the program still puts the modes back.
fn waits_for_a_command(screen: &str) -> bool {
    screen.contains("Stopped") && screen.trim_end().ends_with(PROMPT.trim_end())
}

/// The menu, on a screen of its own.
#[track_caller]
fn menu() -> TestTerminal {
    let terminal = TestTerminal::start(&["--lang", "en"], SIZE);
    terminal.wait_for("Host a match");
    assert!(terminal.look(vt100::Screen::alternate_screen));
    assert!(terminal.look(vt100::Screen::hide_cursor));
    terminal
}

/// A match at one keyboard in which somebody has moved.
#[track_caller]
fn playing() -> TestTerminal {
    let (mut terminal, mut mirror) = local();
    terminal.press(&[mirror.arrow()]);
    terminal.wait_for_boards(&mirror.boards());
    terminal
}

/// A table of one's own that waits for another player.
#[track_caller]
fn waiting() -> TestTerminal {
    let terminal = TestTerminal::start(&["host", "--listen", "127.0.0.1:0"], SIZE);
    terminal.wait_for("versus2048 join ");
    terminal
}

#[test]
fn the_menu_is_left_by_a_key() {
    for key in [
        Key::Char('q'),
        Key::Char('Q'),
        Key::Char('й'),
        Key::Ctrl('c'),
    ] {
        let mut terminal = menu();
        terminal.press(&[key]);
        assert_eq!(terminal.exit_code(), Some(0), "{key:?}");
        terminal.assert_restored();
    }
}

#[test]
fn a_signal_ends_it_in_order() {
    for place in [menu, playing, waiting] {
        for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
            let mut terminal = place();
            terminal.signal(signal);
            assert!(terminal.exit_code().is_some(), "{signal:?} has killed it");
            terminal.assert_restored();
        }
    }
}

#[tokio::test]
async fn a_signal_ends_a_match_on_a_server_in_order() {
    let server = TestServer::start();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let (mut terminal, _bo) = against_bo(&server, server.address, at_once()).await;
        terminal.signal(signal);
        assert!(terminal.exit_code().is_some(), "{signal:?} has killed it");
        terminal.assert_restored();
    }
}

#[test]
fn a_closed_window_ends_it_within_two_seconds() {
    for place in [menu, playing, waiting] {
        let mut process = place().close_window();
        let closed = Instant::now();
        assert!(process.exit_code().is_some(), "it goes on without a window");
        let took = closed.elapsed();
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

#[test]
fn a_terminal_without_a_screen_is_told_what_it_can_have() {
    let mut terminal = Home::new().shell(PROMPT, SIZE);
    terminal.wait_for(PROMPT);
    terminal.type_text("TERM=dumb versus2048 local; echo code $?; exit\n");
    terminal.wait_for("--plain plays in lines of text");
    terminal.wait_for("code 2");
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_untouched();
}

#[test]
fn the_shell_has_the_terminal_while_the_client_is_stopped() {
    let mut terminal = Home::new().shell(PROMPT, SIZE);
    terminal.wait_for(PROMPT);
    let before = terminal.modes();
    terminal.type_text("versus2048 local --countdown 0\n");
    terminal.wait_for("Arrows");
    assert_ne!(terminal.modes(), before);

    terminal.press(&[Key::Ctrl('z')]);
    terminal.wait_until("the shell", waits_for_a_command);
    assert_eq!(terminal.modes(), before);
    assert!(!terminal.look(vt100::Screen::alternate_screen));
    assert!(!terminal.look(vt100::Screen::hide_cursor));

    terminal.type_text("fg\n");
    terminal.wait_for("Arrows");
    assert!(terminal.look(vt100::Screen::alternate_screen));
    terminal.press(&[Key::Left, Key::Up, Key::Right, Key::Down]);
    terminal.wait_until("a move", |screen| moves(screen)[1] > 0);
    terminal.press(&[Key::Ctrl('c'), Key::Char('y')]);
    terminal.wait_until("the shell", waits_for_a_command);
    assert_eq!(terminal.modes(), before);

    terminal.type_text("exit\n");
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}
