//! A client that nobody touches sleeps.

use std::fs;
use std::thread;
use std::time::Duration;

use versus2048_tests::{Key, TestTerminal};

use crate::SIZE;

/// How long it is looked at.
const SPELL: Duration = Duration::from_secs(2);
/// In one of so many spells nothing is left of how the page came to be.
const SPELLS: usize = 4;
/// What a connection may take in a spell: a ping or two of each side, through a few threads.
const OF_A_CONNECTION: u64 = 60;

/// How often the threads of a program have slept and woken so far.
fn wakes(terminal: &TestTerminal) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", terminal.id()));
    let threads = threads.expect("the program runs");
    let of_thread = |status: String| {
        let count = |line: &str| {
            line.strip_prefix("voluntary_ctxt_switches:")?
                .trim()
                .parse()
                .ok()
        };
        status.lines().find_map(count).unwrap_or(0)
    };
    let paths = threads.map(|thread| thread.expect("it can be listed").path().join("status"));
    // A thread may end just now.
    let statuses = paths.filter_map(|path| fs::read_to_string(path).ok());
    statuses.map(of_thread).sum::<u64>()
}

/// Goes to a page and looks how often the program wakes there.
#[track_caller]
fn check(args: &[&str], keys: &[Key], page: &str, most: u64) {
    let mut terminal = TestTerminal::start(&[args, &["--lang", "en"]].concat(), SIZE);
    terminal.wait_until("the client's screen", |screen| !screen.trim().is_empty());
    terminal.press(keys);
    terminal.wait_for(page);
    let spells = (0..SPELLS).map(|_| {
        let before = wakes(&terminal);
        thread::sleep(SPELL);
        wakes(&terminal) - before
    });
    let quietest = spells.take_while(|&woken| woken > most).collect::<Vec<_>>();
    assert!(
        quietest.len() < SPELLS,
        "{args:?}: it wakes {quietest:?} times"
    );
}

#[test]
fn nothing_wakes_it_where_no_clock_runs() {
    check(&[], &[], "Host a match", 0);
    check(&[], &[Key::Char('?')], "What differs", 0);
    check(&[], &[Key::Char('1')], "Time limit", 0);
}

#[test]
fn whoever_waits_for_another_wakes_for_the_connection_alone() {
    let waits = ["host", "--listen", "127.0.0.1:0", "--no-discovery"];
    check(&waits, &[], "versus2048 join ", OF_A_CONNECTION);
}
