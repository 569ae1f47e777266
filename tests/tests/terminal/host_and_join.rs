//! A match between two terminals of one person on one machine, without any server but that of `host`.

use std::thread;
use std::time::Instant;

use rustix::process::Signal;
use versus2048_protocol::rules::Board;
use versus2048_tests::{Home, Key, LIMIT, TestTerminal};

use crate::keys::{key_of_a_move, moves};
use crate::{AT_ONCE, SIZE};

/// The flags of a match that is over after a few moves.
const SHORT: [&str; 6] = ["--countdown", "0", "--target", "8", "--ascii", AT_ONCE];

/// Hosts a match on a free port, and gives what the other has to type.
#[track_caller]
fn host(home: &Home, flags: &[&str]) -> (TestTerminal, String) {
    let args = [&["host", "--listen", "127.0.0.1:0"], flags].concat();
    let host = home.terminal(&args, SIZE);
    host.wait_for("versus2048 join 127.0.0.1:");
    let screen = host.screen();
    let (_, behind) = screen
        .split_once("versus2048 join ")
        .expect("it is on the screen");
    let place = behind.split_whitespace().next().unwrap_or_default();
    (host, place.to_owned())
}

/// Two terminals of one person, whose match has begun.
#[track_caller]
fn host_and_join(flags: &[&str]) -> [TestTerminal; 2] {
    let home = Home::new();
    let (host, place) = host(&home, flags);
    let join = home.terminal(&["join", &place, "--ascii", AT_ONCE], SIZE);
    for terminal in [&host, &join] {
        wait_for_new_boards(terminal);
    }
    [host, join]
}

#[track_caller]
fn wait_for_new_boards(terminal: &TestTerminal) {
    terminal.wait_until("two new boards", |screen| {
        screen.matches(" 0 moves").count() == 2
    });
}

#[track_caller]
fn best_tile(terminal: &TestTerminal) -> u64 {
    let boards = terminal.boards(4);
    let best = boards.iter().map(Board::best_tile).max();
    best.expect("boards are on the screen")
}

#[test]
fn one_person_in_two_terminals_plays_a_match_to_its_end_and_another() {
    let [mut host, mut join] = host_and_join(&SHORT);
    host.play_until("You win!");
    assert_eq!(best_tile(&host), 8, "{}", host.screen());
    join.wait_for("Player 1 wins");
    assert_eq!(best_tile(&join), 8, "{}", join.screen());
    for terminal in [&host, &join] {
        terminal.wait_for("8 is reached");
        terminal.wait_for("Fair: ");
    }

    host.press(&[Key::Char('r')]);
    join.wait_for("wants a rematch");
    join.press(&[Key::Char('r')]);
    for terminal in [&host, &join] {
        terminal.wait_for("game 2");
        wait_for_new_boards(terminal);
    }
    join.play_until("You win!");
    host.wait_for("You 1:1 Player 2");
    for terminal in [&host, &join] {
        terminal.wait_for("Fair: ");
    }
    assert_eq!(best_tile(&host), 8, "{}", host.screen());
}

#[test]
fn the_address_to_join_is_copied_by_a_key() {
    let (mut host, _) = host(&Home::new(), &["--ascii"]);
    host.wait_for("copy the address");
    host.type_text("c");
    host.wait_for("copied if the terminal can");
}

/// Makes a move on the left board, which is one's own.
fn make_a_move(terminal: &mut TestTerminal) {
    let key = key_of_a_move(&terminal.boards(4)[0]);
    terminal.press(&[key]);
}

/// Waits until both show the same boards, after so many moves of the host and of the other.
#[track_caller]
fn wait_for_same(host: &TestTerminal, join: &TestTerminal, made: [u32; 2]) {
    let shown = |terminal: &TestTerminal| (moves(&terminal.screen()), terminal.boards(4));
    let began = Instant::now();
    loop {
        let (at_host, mut at_join) = (shown(host), shown(join));
        at_join.0.reverse();
        at_join.1.reverse();
        if at_host == at_join && at_host.0 == made {
            return;
        }
        assert!(
            began.elapsed() < LIMIT,
            "awaited {made:?} moves of\n{}\nand\n{}",
            host.screen(),
            join.screen()
        );
        thread::yield_now();
    }
}

#[test]
fn each_sees_the_moves_of_the_other() {
    let [mut host, mut join] = host_and_join(&["--countdown", "0", "--ascii", AT_ONCE]);
    for round in 1..=3 {
        make_a_move(&mut host);
        wait_for_same(&host, &join, [round, round - 1]);
        make_a_move(&mut join);
        wait_for_same(&host, &join, [round, round]);
    }
    // What each says is told behind its moves.
    host.press(&[Key::Char('e'), Key::Char('1')]);
    join.wait_for("\"Hello!\"");
    join.press(&[Key::Char('e'), Key::Char('6')]);
    host.wait_for("\"Good game!\"");
    let mut boards = host.boards(4);
    boards.reverse();
    join.wait_for_boards(&boards);
}

#[test]
fn who_quits_a_match_is_asked_and_gives_it_up() {
    let [mut host, mut join] = host_and_join(&["--countdown", "0", "--ascii"]);
    host.press(&[Key::Left, Key::Down, Key::Right]);
    // Before anybody has moved nobody can win.
    join.wait_until("a move", |screen| screen.matches(" 0 moves").count() == 1);
    join.press(&[Key::Char('q')]);
    join.wait_for("Leave? That gives up the match.");
    join.press(&[Key::Char('n')]);
    join.wait_until("no question", |screen| !screen.contains("Leave?"));
    join.press(&[Key::Char('q'), Key::Char('y')]);
    assert_eq!(join.exit_code(), Some(0));
    join.assert_restored();
    host.wait_for("You win!");
    host.wait_for("Player 2 gave up");
    host.press(&[Key::Char('q')]);
    assert_eq!(host.exit_code(), Some(0));
    host.assert_restored();
}

#[test]
fn when_the_host_quits_the_other_is_told_that_the_server_has_ended() {
    let [mut host, mut join] = host_and_join(&["--countdown", "0", "--ascii"]);
    host.press(&[Key::Left, Key::Down, Key::Right, Key::Char('q')]);
    host.wait_for("Leave? That gives up the match.");
    host.press(&[Key::Char('y')]);
    assert_eq!(host.exit_code(), Some(0));
    host.assert_restored();
    join.wait_for("The server has stopped");
    join.wait_for("You win!");
    join.press(&[Key::Char('q')]);
    assert_eq!(join.exit_code(), Some(0));
    join.assert_restored();
}

#[test]
fn a_host_that_quits_after_a_match_tells_the_other_that_the_server_has_ended() {
    let [mut host, mut join] = host_and_join(&SHORT);
    host.play_until("You win!");
    join.wait_for("Player 1 wins");
    join.wait_for("K keep the replay");
    host.press(&[Key::Char('q')]);
    assert_eq!(host.exit_code(), Some(0));
    join.wait_for("The server has stopped");
    let screen = join.screen();
    assert!(screen.contains("Player 1 wins"), "{screen}");
    // Nobody has the replay any more: neither the screen nor the shell says where it would be.
    assert!(!screen.contains("keep the replay"), "{screen}");
    join.press(&[Key::Char('q')]);
    assert_eq!(join.exit_code(), Some(0));
    join.assert_restored();
    let screen = join.screen();
    assert!(!screen.contains("verify"), "{screen}");
}

#[test]
fn a_host_that_is_ended_by_a_signal_tells_the_other_too() {
    let [host, join] = host_and_join(&["--countdown", "0", "--ascii"]);
    host.signal(Signal::TERM);
    join.wait_for("The server has stopped");
}

#[test]
fn who_waits_alone_is_asked_whether_to_close_the_table() {
    let (mut host, _) = host(&Home::new(), &[]);
    host.press(&[Key::Char('q')]);
    host.wait_for("Close this table?");
    host.press(&[Key::Char('y')]);
    assert_eq!(host.exit_code(), Some(0));
    host.assert_restored();
}

#[test]
fn a_port_in_use_is_told_before_the_screen_changes() {
    let home = Home::new();
    let (_host, place) = host(&home, &[]);
    let address = place.split('/').next().unwrap_or_default();
    let mut second = home.terminal(&["host", "--listen", address], SIZE);
    assert_eq!(second.exit_code(), Some(1));
    second.wait_for(&format!("another program listens on {address} already"));
    assert_eq!(second.look(|screen| screen.cursor_position().1), 0);
    second.assert_untouched();
}

#[test]
fn an_address_that_is_none_is_told_before_the_screen_changes() {
    for (address, code) in [("203.0.113.1:2048", 1), ("somewhere", 2), ("127.0.0.1", 2)] {
        let mut host = TestTerminal::start(&["host", "--listen", address], SIZE);
        assert_eq!(host.exit_code(), Some(code), "{address}");
        host.wait_for(address);
        host.assert_untouched();
    }
}
