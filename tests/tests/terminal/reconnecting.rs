//! Connections that are lost, and servers that go away and come back.

use rustix::process::Signal;
use versus2048_protocol::game::{Reason, Seat};
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_tests::{Home, Key, TestPlayer, TestProxy, TestServer, TestTerminal};

use crate::SIZE;
use crate::keys::moves;
use crate::online::{against_bo, at_once, boards_known};

/// The absence that a seat may have.
const ALLOWANCE_MS: u64 = 45_000;
/// What stands under the boards while the connection is lost.
const LOST: &str = "Connection lost";

/// A match of a terminal with Bo in which both have moved, over a line that can be cut.
async fn over_a_line(server: &TestServer) -> (TestTerminal, TestPlayer, TestProxy) {
    let line = TestProxy::to(server.address);
    let (mut terminal, mut bo) = against_bo(server, line.address, at_once()).await;
    terminal.press(&[Key::Left, Key::Down, Key::Right]);
    bo.make_chosen(versus2048_tests::eager).await;
    until_turn(&mut bo, 1).await;
    (terminal, bo, line)
}

/// Reads on until the terminal's player has made so many moves, or more.
async fn until_turn(bo: &mut TestPlayer, turn: u32) {
    while bo.view().boards()[Seat::One].turn < turn {
        bo.next().await;
    }
}

#[tokio::test]
async fn a_connection_that_is_lost_in_a_match_comes_back_and_plays_on() {
    let server = TestServer::start();
    let (mut terminal, mut bo, line) = over_a_line(&server).await;
    line.cut();
    terminal.wait_for(LOST);
    bo.until_presence(Seat::One, false).await;
    // What is pressed now is for a board that may be another one by then.
    terminal.press(&[Key::Up, Key::Left, Key::Down, Key::Right]);
    server.advance(ALLOWANCE_MS - 1);
    let turn = bo.view().boards()[Seat::One].turn;

    line.mend(server.address);
    terminal.wait_for("Connected again");
    bo.until_presence(Seat::One, true).await;
    bo.settle().await;
    assert_eq!(bo.view().boards()[Seat::One].turn, turn);
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));

    terminal.press(&[Key::Up, Key::Left, Key::Down, Key::Right]);
    until_turn(&mut bo, turn + 1).await;
    terminal.press(&[Key::Char('r')]);
    terminal.wait_for("Give up this match?");
    terminal.press(&[Key::Char('y')]);
    let over = bo.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::Zero), Reason::Resigned)
    );
    terminal.wait_for("gave up");
    terminal.wait_for("Fair: ");
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));
}

#[tokio::test]
async fn who_comes_back_too_late_is_shown_the_end() {
    let server = TestServer::start();
    let (terminal, mut bo, line) = over_a_line(&server).await;
    line.cut();
    bo.until_presence(Seat::One, false).await;
    server.advance(ALLOWANCE_MS);
    bo.until_over().await;
    line.mend(server.address);
    terminal.wait_for("away for too long");
    terminal.wait_for("Fair: ");
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));
}

#[tokio::test]
async fn a_spectator_comes_back_too() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(at_once()).await;
    let line = TestProxy::to(server.address);
    let place = format!("{}/{}", line.address, ana.view().snapshot.code);
    let terminal = TestTerminal::start(&["watch", &place, "--ascii"], SIZE);
    terminal.wait_until("the boards", |screen| moves(screen) == [0, 0]);
    line.cut();
    terminal.wait_for(LOST);
    ana.make_chosen(versus2048_tests::eager).await;
    line.mend(server.address);
    terminal.wait_for_boards(&boards_known(&ana, Seat::Zero));
}

#[tokio::test]
async fn a_server_that_has_forgotten_the_match_says_so_and_the_client_goes_on() {
    let server = TestServer::start();
    let (mut terminal, bo, line) = over_a_line(&server).await;
    let code = bo.view().snapshot.code;
    line.cut();
    drop(server);
    terminal.wait_for(LOST);
    let server = TestServer::start();
    line.mend(server.address);
    terminal.wait_for(&format!("Table {code} has gone"));
    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(1));
    terminal.assert_restored();
}

#[tokio::test]
async fn a_server_that_stops_leaves_the_boards() {
    let server = TestServer::start();
    let (mut terminal, bo) = against_bo(&server, server.address, at_once()).await;
    server.begin_shutdown();
    terminal.wait_for("The server has stopped");
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));
    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[test]
fn who_waits_in_the_queue_of_a_server_that_restarts_waits_on() {
    let server = TestServer::start();
    let line = TestProxy::to(server.address);
    let address = line.address.to_string();
    let home = Home::new();
    let args = [
        "quick",
        "--server",
        &address,
        "--target",
        "8",
        "--countdown",
        "0",
    ];
    let first = home.terminal(&args, SIZE);
    first.wait_for("Looking for somebody");
    server.begin_shutdown();
    first.wait_for("Connecting to");
    let anew = TestServer::start();
    line.mend(anew.address);
    first.wait_for("Looking for somebody");
    let mut second = home.terminal(&args, SIZE);
    second.play_until("You win!");
    first.wait_for(" wins");
}

#[tokio::test]
async fn nobody_has_to_wait_for_a_lost_connection_in_order_to_leave() {
    let server = TestServer::start();
    for leave in [leave_by_key, leave_by_signal] {
        let (mut terminal, _bo, line) = over_a_line(&server).await;
        line.cut();
        terminal.wait_for(LOST);
        leave(&mut terminal);
        assert_eq!(terminal.exit_code(), Some(0));
        terminal.assert_restored();
    }
}

fn leave_by_key(terminal: &mut TestTerminal) {
    terminal.press(&[Key::Char('q')]);
    terminal.wait_for("Leave?");
    terminal.press(&[Key::Char('y')]);
}

fn leave_by_signal(terminal: &mut TestTerminal) {
    terminal.signal(Signal::TERM);
}

#[tokio::test]
async fn a_match_that_ends_while_the_connection_is_lost_is_shown_with_its_end() {
    let server = TestServer::start();
    let line = TestProxy::to(server.address);
    let options = Options {
        target: Some(16),
        ..at_once()
    };
    let (terminal, mut bo) = against_bo(&server, line.address, options).await;
    line.cut();
    terminal.wait_for(LOST);
    bo.play(versus2048_tests::eager).await;
    bo.until_phase(Phase::Over).await;
    line.mend(server.address);
    terminal.wait_for("16 is reached");
    terminal.wait_for_boards(&boards_known(&bo, Seat::One));
}
