//! Keys as terminals send them: together, in pieces, held down, with Caps Lock on.

use std::time::Duration;

use versus2048_protocol::rules::{Board, Direction};
use versus2048_tests::{Key, TestTerminal};

/// How long the line holds a piece of a key back.
const PAUSE: Duration = Duration::from_millis(20);

/// Two at one keyboard, on boards so wide that the first tiles slide to and fro.
#[track_caller]
fn hot_seat() -> TestTerminal {
    let secret = "00".repeat(32);
    let args = ["local", "--countdown", "0", "--rows", "8", "--cols", "8"];
    let args = [&args[..], &["--secret", &secret, "--lang", "en"]].concat();
    let mut terminal = TestTerminal::start(&args, (120, 40));
    terminal.wait_until("both boards", |screen| moves(screen) == [0, 0]);
    // From the right wall the tiles slide to the left one, and back.
    terminal.press(&[Key::Right]);
    terminal.type_text("d");
    terminal.wait_until("both to be at the wall", |screen| moves(screen) == [1, 1]);
    terminal
}

/// The number of moves of each board on the screen, from left to right.
pub(crate) fn moves(screen: &str) -> Vec<u32> {
    let words: Vec<&str> = screen.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[1].starts_with("move"));
    pairs.filter_map(|pair| pair[0].parse().ok()).collect()
}

/// An arrow that changes a board which is not stuck.
pub(crate) fn key_of_a_move(board: &Board) -> Key {
    let arrows = [
        (Direction::Right, Key::Right),
        (Direction::Left, Key::Left),
        (Direction::Down, Key::Down),
        (Direction::Up, Key::Up),
    ];
    let mut moves = arrows.into_iter();
    let found = moves.find(|&(dir, _)| board.slide(dir).is_some());
    found.expect("the board has a move").1
}

#[track_caller]
fn check(pieces: &[&[u8]], expected: [u32; 2]) {
    let mut terminal = hot_seat();
    for (place, piece) in pieces.iter().enumerate() {
        if place > 0 {
            std::thread::sleep(PAUSE);
        }
        terminal.send(piece);
    }
    terminal.wait_until("the moves", |screen| moves(screen) == expected);
    // Whatever else the keys meant is done before this is.
    terminal.send(b"?");
    terminal.wait_for("What differs");
    terminal.send(b"?");
    terminal.wait_until("the moves alone", |screen| moves(screen) == expected);
}

#[test]
fn both_forms_of_arrows_count() {
    check(&[b"\x1b[D"], [1, 2]);
    check(&[b"\x1bOD"], [1, 2]);
}

#[test]
fn two_arrows_in_one_packet_are_two_moves() {
    check(&[b"\x1b[D\x1b[C"], [1, 3]);
    check(&[b"\x1bOD\x1b[C"], [1, 3]);
    check(&[b"\x1b[Da\x1b[Cd"], [3, 3]);
}

#[test]
fn an_arrow_in_pieces_is_that_arrow_and_nothing_else() {
    check(&[b"\x1b", b"[D"], [1, 2]);
    check(&[b"\x1b[", b"D"], [1, 2]);
    check(&[b"\x1b", b"[", b"D"], [1, 2]);
    check(&[b"\x1b", b"OD"], [1, 2]);
}

/// A mouse and a cursor off the screen: no terminal says so, but whatever is pasted may.
#[test]
fn reports_that_nobody_asked_for_end_nothing() {
    for report in [&b"\x1b[M   "[..], b"\x1b[<0;0;0M", b"\x1b[0;0R"] {
        check(&[report, b"\x1b[D"], [1, 2]);
    }
}

#[test]
fn a_letter_of_another_alphabet_moves_by_its_place() {
    check(&["ф".as_bytes()], [2, 1]);
}

#[test]
fn an_escape_ends_nothing() {
    let mut terminal = hot_seat();
    terminal.press(&[Key::Escape]);
    terminal.wait_for("End this match?");
    terminal.press(&[Key::Left]);
    terminal.wait_until("a move under the question", |screen| {
        moves(screen) == [1, 2]
    });
    terminal.press(&[Key::Char('n')]);
    terminal.wait_until("the match alone", |screen| {
        !screen.contains("End this match?") && moves(screen) == [1, 2]
    });
}

#[test]
fn a_held_key_moves_nothing_after_its_release() {
    let mut terminal = hot_seat();
    let held: Vec<Key> = [Key::Left, Key::Right].repeat(100);
    terminal.press(&held);
    // The first key after the release is taken when no older one waits.
    terminal.type_text("a");
    terminal.wait_until("the other side's move", |screen| moves(screen)[0] == 2);
    let released = moves(&terminal.screen());
    assert!(released[1] < 100, "{released:?}");
    terminal.type_text("d");
    terminal.wait_until("one more", |screen| moves(screen)[0] == 3);
    assert_eq!(moves(&terminal.screen())[1], released[1]);
}

#[test]
fn a_long_paste_leaves_no_key_behind_it_waiting() {
    let mut terminal = hot_seat();
    let nothing = "x".repeat(3000);
    terminal.type_text(&nothing);
    terminal.press(&[Key::Left]);
    terminal.wait_until("the key behind it", |screen| moves(screen) == [1, 2]);
}
