//! A terminal that takes no output: held by its user, or behind a line that stands still.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::ServerMessage;
use versus2048_tests::{Key, TestPlayer, TestServer, TestTerminal};

use crate::keys::{key_of_a_move, moves};
use crate::online::{against_bo, at_once, boards_known};

/// Fewer moves than a client sends in a second.
const MOVES: u32 = 10;
/// How long a program that was asked to end may take.
const LONGEST_END: Duration = Duration::from_secs(2);

/// A move of the terminal's player reaches the other.
async fn hears_a_move(bo: &mut TestPlayer) {
    bo.expect("a move of the other", |message| match message {
        ServerMessage::Board(update) if update.seat == Seat::One => Some(()),
        _ => None,
    })
    .await;
}

/// A match whose terminal takes nothing any more, and that sends every move all the same.
async fn held(server: &TestServer) -> (TestTerminal, TestPlayer) {
    let options = Options {
        rows: 8,
        cols: 8,
        ..at_once()
    };
    let (mut terminal, mut bo) = against_bo(server, server.address, options).await;
    terminal.hold();
    for _ in 0..MOVES {
        let [board, _] = boards_known(&bo, Seat::One);
        terminal.press(&[key_of_a_move(&board)]);
        hears_a_move(&mut bo).await;
    }
    (terminal, bo)
}

#[tokio::test]
async fn keys_are_handled_meanwhile_and_what_is_true_is_shown_afterwards() {
    let server = TestServer::start();
    let (terminal, _bo) = held(&server).await;
    terminal.go_on();
    terminal.wait_until("the moves", |screen| moves(screen) == [MOVES, 0]);
}

#[tokio::test]
async fn a_signal_ends_it_within_two_seconds_all_the_same() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let server = TestServer::start();
        let (mut terminal, _bo) = held(&server).await;
        let began = Instant::now();
        terminal.signal(signal);
        assert!(terminal.exit_code().is_some(), "{signal:?} has killed it");
        assert!(began.elapsed() < LONGEST_END, "{:?}", began.elapsed());
        terminal.go_on();
        terminal.assert_restored();
    }
}

#[tokio::test]
async fn leaving_by_keys_restores_it() {
    let server = TestServer::start();
    let (mut terminal, _bo) = held(&server).await;
    terminal.press(&[Key::Ctrl('c'), Key::Char('y')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.go_on();
    terminal.assert_restored();
}
