//! How much a client sends, whatever the keyboard does.

use std::time::Instant;

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{Emote, ServerMessage};
use versus2048_server::MemoryFaults;
use versus2048_tests::{Key, LIMIT, TestPlayer, TestServer, TestTerminal, eventually};

use crate::keys::moves;
use crate::online::{against_bo, at_once};

/// The most moves that the server has not answered yet.
const MAX_AHEAD: u32 = 8;
/// The most moves in a second.
const MAX_A_SECOND: u32 = 15;
/// More keys than fit at once.
const BURST: [Key; 2] = [Key::Left, Key::Right];

/// Boards so wide that their first tiles slide to and fro.
fn wide() -> Options {
    Options {
        rows: 8,
        cols: 8,
        ..at_once()
    }
}

/// How many moves the terminal has made, as the other is told.
fn turn(bo: &TestPlayer) -> u32 {
    bo.view().boards()[Seat::One].turn
}

/// Reads on until the terminal's player says something, behind every move that it has sent.
async fn until_said(bo: &mut TestPlayer, emote: Emote) {
    bo.expect("an emote", |message| match message {
        ServerMessage::Emote { kind, .. } if *kind == emote => Some(()),
        _ => None,
    })
    .await;
}

/// Presses keys, and waits until each of them has been looked at: then the list of words is opened
/// and closed.
fn press_and_settle(terminal: &mut TestTerminal, keys: &[Key]) {
    terminal.press(keys);
    terminal.press(&[Key::Char('e')]);
    terminal.wait_for("Good luck!");
    terminal.press(&[Key::Char('e')]);
    terminal.wait_until("no words", |screen| !screen.contains("Good luck!"));
}

#[tokio::test]
async fn at_most_eight_moves_are_ahead_of_the_server() {
    let faults = MemoryFaults::default();
    let server = TestServer::with_faults(faults.clone(), |_| {});
    let (mut terminal, mut bo) = against_bo(&server, server.address, wide()).await;
    faults.hold();
    press_and_settle(&mut terminal, &BURST.repeat(15));
    faults.release();
    terminal.press(&[Key::Char('e'), Key::Char('1')]);
    until_said(&mut bo, Emote::Hello).await;
    assert_eq!(turn(&bo), MAX_AHEAD);
}

#[tokio::test]
async fn fifteen_moves_go_out_in_a_second_and_no_key_of_a_burst_is_kept_for_later() {
    let server = TestServer::start();
    let (mut terminal, mut bo) = against_bo(&server, server.address, wide()).await;
    let began = Instant::now();
    for _ in 0..6 {
        press_and_settle(&mut terminal, &BURST.repeat(3));
        // What was sent is answered, so that what is ahead keeps nothing back.
        eventually("the moves to be told", async || {
            bo.settle().await;
            moves(&terminal.screen()).first() == Some(&turn(&bo))
        })
        .await;
    }
    terminal.press(&[Key::Char('e'), Key::Char('1')]);
    until_said(&mut bo, Emote::Hello).await;
    let seconds = u32::try_from(began.elapsed().as_secs()).expect("it took seconds") + 1;
    let burst = turn(&bo);
    assert!(burst > MAX_AHEAD, "{burst}");
    assert!(burst <= MAX_A_SECOND * seconds, "{burst} in {seconds} s");

    // The next move that goes out is one of a key that was pressed after the burst.
    let next = loop {
        press_and_settle(&mut terminal, &[Key::Up, Key::Down]);
        let told = bo.settle().await;
        if let Some(dir) = told.iter().find_map(direction) {
            break dir;
        }
        assert!(began.elapsed() < 2 * LIMIT, "no key counts any more");
    };
    assert!(matches!(next, Direction::Up | Direction::Down), "{next}");
}

/// Where the terminal's player has slid its board.
fn direction(message: &ServerMessage) -> Option<Direction> {
    match message {
        ServerMessage::Board(update) if update.seat == Seat::One => Some(update.moved.dir),
        _ => None,
    }
}
