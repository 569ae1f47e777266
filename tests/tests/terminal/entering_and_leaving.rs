//! The terminal is as it was before, after every way of ending.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use versus2048_tests::{Key, TestTerminal};

use crate::SIZE;

/// The menu, on a screen of its own.
#[track_caller]
fn menu() -> TestTerminal {
    let terminal = TestTerminal::start(&["--lang", "en"], SIZE);
    terminal.wait_for("Host a match");
    assert!(terminal.look(vt100::Screen::alternate_screen));
    assert!(terminal.look(vt100::Screen::hide_cursor));
    terminal
}

#[test]
fn the_menu_is_left_by_a_key() {
    let mut terminal = menu();
    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[test]
fn a_signal_ends_it_in_order() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut terminal = menu();
        terminal.signal(signal);
        terminal.exit_code();
        terminal.assert_restored();
    }
}

#[test]
fn a_closed_window_ends_it_within_two_seconds() {
    let mut process = menu().close_window();
    let closed = Instant::now();
    assert!(process.exit_code().is_some(), "it goes on without a window");
    let took = closed.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
}
