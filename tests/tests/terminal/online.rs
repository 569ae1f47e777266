//! Matches on a server that runs already, seen from terminals.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::{Board, Options};
use versus2048_protocol::wire::Phase;
use versus2048_tests::{Home, Key, TestPlayer, TestServer, TestTerminal, eager};

use crate::keys::moves;
use crate::{AT_ONCE, SIZE};

/// Options that begin at once.
pub(crate) fn at_once() -> Options {
    Options {
        countdown_s: 0,
        ..Options::default()
    }
}

/// A table of Bo's, whose free seat a terminal takes over this line; their match has begun. Bo has
/// seat 0.
pub(crate) async fn against_bo(
    server: &TestServer,
    line: std::net::SocketAddr,
    options: Options,
) -> (TestTerminal, TestPlayer) {
    let mut bo = server.player("Bo").await;
    let code = bo.create(options).await;
    let place = format!("{line}/{code}");
    let terminal =
        TestTerminal::start(&["join", &place, "--name", "Ana", "--ascii", AT_ONCE], SIZE);
    bo.until_phase(Phase::Ready).await;
    bo.ready().await;
    bo.until_phase(Phase::Playing).await;
    terminal.wait_until("two new boards", |screen| moves(screen) == [0, 0]);
    (terminal, bo)
}

/// What a player knows of both boards, the board of a seat first.
pub(crate) fn boards_known(player: &TestPlayer, first: Seat) -> [Board; 2] {
    let boards = player.view().boards();
    [first, first.other()].map(|seat| boards[seat].rows)
}

#[test]
fn a_table_on_a_server_is_made_found_in_its_list_and_joined() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let ana = Home::new();
    let flags = [
        "--server",
        &address,
        "--target",
        "8",
        "--countdown",
        "0",
        "--name",
        "Ana",
    ];
    let mut create = ana.terminal(&[&["create"], &flags[..]].concat(), SIZE);
    create.wait_for(&format!("versus2048 join {address}/"));
    let list = ana.run(&["list", "--server", &address]).stdout;
    let row = list.lines().nth(1).expect("the table is listed");
    let code = row
        .split_whitespace()
        .next()
        .expect("a row begins with the code");
    assert!(create.screen().contains(code), "{}", create.screen());

    let flags = ["--server", &address, "--name", "Bo"];
    let join = TestTerminal::start(
        &[&["join", &code.to_lowercase()], &flags[..]].concat(),
        SIZE,
    );
    create.play_until("You win!");
    join.wait_for(" wins");
    join.wait_for("Fair: ");
}

#[test]
fn two_who_want_the_same_match_meet_and_two_terminals_of_one_person_are_two() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let home = Home::new();
    let quick = |flags: &[&str]| {
        let args = ["quick", "--server", &address, "--countdown", "0"];
        home.terminal(&[&args[..], flags].concat(), SIZE)
    };
    let first = quick(&["--target", "8"]);
    first.wait_for("Looking for somebody");
    let other = quick(&["--target", "16"]);
    other.wait_for("Looking for somebody");
    let mut second = quick(&["--target", "8"]);
    second.play_until("You win!");
    first.wait_for(" wins");
    assert!(
        other.screen().contains("Looking for somebody"),
        "{}",
        other.screen()
    );
}

#[tokio::test]
async fn who_watches_sees_the_boards_as_they_are_and_every_move() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(at_once()).await;
    for _ in 0..5 {
        ana.make_chosen(eager).await;
        bo.make_chosen(eager).await;
    }
    let place = format!("{}/{}", server.address, ana.view().snapshot.code);
    let mut terminal = TestTerminal::start(&["watch", &place, "--ascii"], SIZE);
    ana.settle().await;
    terminal.wait_for_boards(&boards_known(&ana, Seat::Zero));
    terminal.wait_for("watching");

    bo.make_chosen(eager).await;
    ana.settle().await;
    terminal.wait_for_boards(&boards_known(&ana, Seat::Zero));
    // The keys of a spectator move nothing.
    terminal.press(&[Key::Left, Key::Down, Key::Char('d'), Key::Char('w')]);
    terminal.press(&[Key::Char('?')]);
    terminal.wait_for("What differs");
    terminal.press(&[Key::Char('?')]);
    ana.settle().await;
    terminal.wait_for_boards(&boards_known(&ana, Seat::Zero));

    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[tokio::test]
async fn the_last_board_of_a_match_stands_beside_its_result() {
    let server = TestServer::start();
    let options = Options {
        target: Some(16),
        ..at_once()
    };
    let (terminal, mut bo) = against_bo(&server, server.address, options).await;
    bo.play(eager).await;
    terminal.wait_for("Bo wins");
    assert_eq!(terminal.boards(4), boards_known(&bo, Seat::One));
    assert!(
        terminal.screen().contains("16 is reached"),
        "{}",
        terminal.screen()
    );
}

#[tokio::test]
async fn a_started_client_offers_the_match_that_still_runs() {
    let server = TestServer::start();
    let mut bo = server.player("Bo").await;
    let code = bo.create(at_once()).await;
    let place = format!("{}/{code}", server.address);
    let home = Home::new();
    let mut killed = home.terminal(&["join", &place, "--ascii"], SIZE);
    bo.until_phase(Phase::Ready).await;
    bo.ready().await;
    bo.until_phase(Phase::Playing).await;
    killed.signal(rustix::process::Signal::KILL);
    assert_eq!(killed.exit_code(), None);
    bo.until_presence(Seat::One, false).await;

    let address = server.address.to_string();
    let mut again = home.terminal(&["quick", "--server", &address, "--ascii"], SIZE);
    again.wait_for(&format!("Go back to {code}?"));
    again.press(&[Key::Char('y')]);
    bo.until_presence(Seat::One, true).await;
    again.wait_for_boards(&boards_known(&bo, Seat::One));
}
