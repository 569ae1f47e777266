//! What is left of a match on the server of `host` when its terminal crashes, and when it ends.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use versus2048_tests::{Home, Key, TestTerminal};

use crate::{AT_ONCE, SIZE};

/// How long a program whose window is gone may take to be gone too.
const LONGEST_END: Duration = Duration::from_secs(2);

/// A port of this machine that nobody has.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it listens").port()
}

/// Hosts a match on a port.
pub(crate) fn host(home: &Home, port: u16, flags: &[&str]) -> TestTerminal {
    let listen = format!("127.0.0.1:{port}");
    let args = ["host", "--listen", &listen, "--ascii", AT_ONCE];
    let short = ["--countdown", "0", "--target", "16"];
    home.terminal(&[&args[..], &short, flags].concat(), SIZE)
}

/// What the other has to type, once the host's table is there.
#[track_caller]
pub(crate) fn place(host: &TestTerminal) -> String {
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
pub(crate) fn wait_for_new_boards(terminal: &TestTerminal) {
    terminal.wait_until("two new boards", |screen| {
        screen.matches(" 0 moves").count() == 2
    });
}

/// A match on the server of `host` that is under way.
struct Evening<'a> {
    home: Home,
    port: u16,
    flags: &'a [&'a str],
    place: String,
    bo: TestTerminal,
}

/// The host in the middle of a match.
#[track_caller]
fn in_a_match<'a>(flags: &'a [&'a str]) -> (TestTerminal, Evening<'a>) {
    let (home, port) = (Home::new(), free_port());
    let mut ana = host(&home, port, flags);
    let place = place(&ana);
    let bo = join(&place);
    for terminal in [&ana, &bo] {
        wait_for_new_boards(terminal);
    }
    ana.press(&[Key::Left, Key::Down, Key::Right]);
    bo.wait_until("a move", |screen| screen.matches(" 0 moves").count() == 1);
    // What is said is told behind the moves.
    ana.press(&[Key::Char('e'), Key::Char('1')]);
    bo.wait_for("\"Hello!\"");
    let evening = Evening {
        home,
        port,
        flags,
        place,
        bo,
    };
    (ana, evening)
}

/// The next host goes on where the one before was lost, whoever it says that it is, and the other is
/// back by itself.
#[track_caller]
fn check_goes_on(evening: Evening<'_>) {
    let Evening {
        home,
        port,
        flags,
        place,
        mut bo,
    } = evening;
    let mut boards = bo.boards(4);
    bo.wait_for("Connection lost");
    let mut again = host(&home, port, &[flags, &["--name", "Cy"]].concat());
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
    let path = kept.path();
    let id = path.file_stem().and_then(OsStr::to_str);
    let by_id = home.run(&["verify", id.expect("a match has an id")]);
    assert_eq!(by_id, ran);
}

#[track_caller]
fn check_crash(flags: &[&str]) {
    let (mut ana, evening) = in_a_match(flags);
    ana.signal(Signal::KILL);
    assert_eq!(ana.exit_code(), None);
    check_goes_on(evening);
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
fn a_signal_ends_the_host_but_not_its_match() {
    for signal in [Signal::HUP, Signal::TERM] {
        let (mut ana, evening) = in_a_match(&[]);
        ana.signal(signal);
        assert_eq!(ana.exit_code(), Some(0), "{}", ana.screen());
        ana.assert_restored();
        check_goes_on(evening);
    }
}

#[test]
fn a_closed_window_ends_the_host_but_not_its_match() {
    let (ana, evening) = in_a_match(&[]);
    let began = Instant::now();
    assert!(ana.close_window().exit_code().is_some(), "it goes on");
    assert!(began.elapsed() < LONGEST_END, "{:?}", began.elapsed());
    check_goes_on(evening);
}

#[test]
fn who_hosts_another_match_gets_no_table_of_before_that_only_waits() {
    let (home, port) = (Home::new(), free_port());
    let mut waiting = host(&home, port, &[]);
    let place = place(&waiting);
    waiting.signal(Signal::HUP);
    assert_eq!(waiting.exit_code(), Some(0));
    let mut same = host(&home, port, &[]);
    assert_eq!(self::place(&same), place);
    same.signal(Signal::HUP);
    assert_eq!(same.exit_code(), Some(0));
    let other = host(&home, port, &["--rows", "5"]);
    other.wait_for("5x4 - ");
    assert_ne!(self::place(&other), place);
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
