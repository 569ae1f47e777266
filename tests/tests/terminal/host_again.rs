//! What is left of a match on the server of `host` when its terminal crashes, and when it ends.

use std::fs;
use std::net::TcpListener;

use rustix::process::Signal;
use versus2048_tests::{Home, Key, TestTerminal};

use crate::{AT_ONCE, SIZE};

/// A port of this machine that nobody has.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it listens").port()
}

/// Hosts a match on a port.
fn host(home: &Home, port: u16, flags: &[&str]) -> TestTerminal {
    let listen = format!("127.0.0.1:{port}");
    let args = ["host", "--listen", &listen, "--ascii", AT_ONCE];
    let short = ["--countdown", "0", "--target", "16"];
    home.terminal(&[&args[..], &short, flags].concat(), SIZE)
}

/// What the other has to type, once the host's table is there.
#[track_caller]
fn place(host: &TestTerminal) -> String {
    host.wait_for("versus2048 join ");
    let screen = host.screen();
    let (_, behind) = screen
        .split_once("versus2048 join ")
        .expect("it is on the screen");
    behind
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn join(place: &str) -> TestTerminal {
    TestTerminal::start(&["join", place, "--name", "Bo", "--ascii", AT_ONCE], SIZE)
}

#[track_caller]
fn wait_for_new_boards(terminal: &TestTerminal) {
    terminal.wait_until("two new boards", |screen| {
        screen.matches(" 0 moves").count() == 2
    });
}

#[track_caller]
fn check_crash(flags: &[&str]) {
    let home = Home::new();
    let port = free_port();
    let mut killed = host(&home, port, flags);
    let place = place(&killed);
    let code = place.rsplit('/').next().unwrap_or_default().to_owned();
    let mut bo = join(&place);
    for terminal in [&killed, &bo] {
        wait_for_new_boards(terminal);
    }
    killed.press(&[Key::Left, Key::Down, Key::Right]);
    bo.wait_until("a move", |screen| screen.matches(" 0 moves").count() == 1);
    // What is said is told behind the moves.
    killed.press(&[Key::Char('e'), Key::Char('1')]);
    bo.wait_for("\"Hello!\"");
    let mut boards = bo.boards(4);
    killed.signal(Signal::KILL);
    assert_eq!(killed.exit_code(), None);
    bo.wait_for("Connection lost");

    let mut again = host(&home, port, flags);
    again.wait_for(&format!("Go back to {code}?"));
    again.press(&[Key::Char('y')]);
    bo.wait_for_boards(&boards);
    boards.reverse();
    again.wait_for_boards(&boards);
    again.play_until("You win!");
    bo.wait_for(" wins");
    again.press(&[Key::Char('q')]);
    assert_eq!(again.exit_code(), Some(0), "{}", again.screen());
    bo.wait_for("The server has stopped");
    bo.press(&[Key::Char('q')]);
    assert_eq!(bo.exit_code(), Some(0));

    // Nothing is left to go back to, but the replay.
    let mut anew = host(&home, port, flags);
    assert_ne!(self::place(&anew), place);
    anew.press(&[Key::Char('q'), Key::Char('y')]);
    assert_eq!(anew.exit_code(), Some(0));
    let folder = home.path().join(".local/state/versus2048/replays");
    let kept = fs::read_dir(folder).expect("a replay is kept").next();
    let kept = kept.expect("a replay is kept").expect("it can be listed");
    let ran = home.run(&["verify", &kept.path().display().to_string()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn after_a_crash_the_next_host_goes_on_with_the_match() {
    check_crash(&[]);
}

#[test]
fn the_match_may_be_kept_elsewhere() {
    check_crash(&["--data-dir", "elsewhere"]);
}

#[test]
fn two_hosts_of_one_person_are_two_but_a_directory_is_one_s() {
    let home = Home::new();
    let (first, second) = (host(&home, free_port(), &[]), host(&home, free_port(), &[]));
    assert_ne!(place(&first), place(&second));
    let third = host(&home, free_port(), &["--data-dir", "one"]);
    place(&third);
    let mut fourth = host(&home, free_port(), &["--data-dir", "one"]);
    assert_eq!(fourth.exit_code(), Some(1));
    fourth.wait_for("another server uses the journal in one");
    fourth.wait_for("--data-dir");
    fourth.assert_restored();
}

#[test]
fn a_journal_that_is_damaged_is_told_with_a_way_out() {
    let home = Home::new();
    let port = free_port();
    let mut first = host(&home, port, &[]);
    place(&first);
    first.press(&[Key::Char('q'), Key::Char('y')]);
    assert_eq!(first.exit_code(), Some(0));
    let folder = home
        .path()
        .join(format!(".local/state/versus2048/hosted/{port}"));
    let files = fs::read_dir(folder).expect("a journal is there");
    for file in files {
        let path = file.expect("it can be listed").path();
        fs::write(path, "x".repeat(10_000)).expect("it can be written to");
    }
    let mut second = host(&home, port, &[]);
    assert_eq!(second.exit_code(), Some(1));
    second.wait_for("--data-dir");
    second.assert_restored();
    let third = host(&home, port, &["--data-dir", "elsewhere"]);
    place(&third);
}
