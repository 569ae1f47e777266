//! A client that nobody touches sleeps.
//!
//! What is counted is how often its threads wake: a thread that sleeps makes no system call and writes
//! no byte. Where no clock is shown and there is no connection, that is never. A clock on the screen
//! may wake it once a second, and a connection for a ping of each side every five seconds.

use std::fs;
use std::thread;
use std::time::Duration;

use versus2048_tests::{Key, TestServer, TestTerminal};

use crate::SIZE;
use crate::online::{against_bo, at_once};

/// How long it is looked at.
const SPELL: Duration = Duration::from_secs(2);
/// In one of so many spells nothing is left of how the page came to be.
const SPELLS: usize = 4;
/// What two seconds of a clock take: each wakes the timer, twice since it is set in steps, then the loop,
/// then the thread that writes. Half as much again is left for a second that falls into the spell and
/// for locks that are taken.
const OF_A_CLOCK: u64 = 20;
/// What a connection to a server takes, with the clock of the table: a ping or two of each side, each
/// through the connection and the loop.
const OF_A_CONNECTION: u64 = OF_A_CLOCK + 10;
/// What the server of who hosts takes on top: the other ends of the pings, and four times a second the
/// look at whether the process stood still.
const OF_A_SERVER: u64 = OF_A_CONNECTION + 10;

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
    check_at(&terminal, most);
}

/// Looks how often a program wakes where it is.
#[track_caller]
fn check_at(terminal: &TestTerminal, most: u64) {
    let spells = (0..SPELLS).map(|_| {
        let before = wakes(terminal);
        thread::sleep(SPELL);
        wakes(terminal) - before
    });
    let restless = spells.take_while(|&woken| woken > most).collect::<Vec<_>>();
    assert!(
        restless.len() < SPELLS,
        "it wakes {restless:?} times on\n{}",
        terminal.screen()
    );
}

#[test]
fn nothing_wakes_it_where_no_clock_is_shown() {
    check(&[], &[], "Host a match", 0);
    check(&[], &[Key::Char('?')], "What differs", 0);
    check(&[], &[Key::Char('1')], "Time limit", 0);
    // The help hides the clock of the game.
    check(&["solo"], &[Key::Char('?')], "start again", 0);
}

#[test]
fn a_clock_wakes_it_once_a_second() {
    check(&["solo"], &[], "best score 0", OF_A_CLOCK);
    let timed = ["local", "--countdown", "0", "--time-limit", "600"];
    check(&timed, &[], "Arrows", OF_A_CLOCK);
}

#[test]
fn a_host_who_waits_wakes_for_the_clock_and_the_connection() {
    let waits = ["host", "--listen", "127.0.0.1:0", "--no-discovery"];
    check(&waits, &[], "versus2048 join ", OF_A_SERVER);
}

#[tokio::test]
async fn a_match_that_stands_still_wakes_it_for_the_clock_and_the_connection() {
    let server = TestServer::start();
    let (terminal, bo) = against_bo(&server, server.address, at_once()).await;
    let looked = tokio::task::spawn_blocking(move || check_at(&terminal, OF_A_CONNECTION));
    looked.await.expect("it sleeps");
    drop(bo);
}
