//! Two people at one keyboard.

use versus2048_protocol::rules::Board;
use versus2048_tests::{Key, TestTerminal};

use crate::mirror::local;
use crate::{AT_ONCE, SIZE};

/// What is asked before a match is left, and before it is begun again.
const LEAVE: &str = "End this match?";
const RESTART: &str = "Start again?";

#[test]
fn keys_of_both_sides_in_one_packet_move_each_their_board() {
    let (mut terminal, mut mirror) = local();
    let mut packet = Vec::new();
    for _ in 0..7 {
        packet.push(mirror.arrow());
        packet.push(Key::Char(mirror.letter()));
    }
    terminal.press(&packet);
    terminal.wait_for_boards(&mirror.boards());
}

#[test]
fn capitals_are_the_letters_and_never_arrows() {
    let (mut terminal, mut mirror) = local();
    let letters: String = (0..12).map(|_| mirror.letter()).collect();
    terminal.type_text(&letters.to_uppercase());
    terminal.wait_for_boards(&mirror.boards());
}

#[test]
fn the_question_before_leaving_holds_up_nobody_and_goes_away_by_itself() {
    let (mut terminal, mut mirror) = local();
    terminal.press(&[mirror.arrow(), Key::Char('q')]);
    terminal.wait_for(LEAVE);
    terminal.press(&[mirror.arrow(), Key::Char(mirror.letter()), mirror.arrow()]);
    terminal.wait_for_boards(&mirror.boards());
    assert!(terminal.screen().contains(LEAVE), "{}", terminal.screen());
    terminal.wait_until("no question", |screen| !screen.contains(LEAVE));
    terminal.press(&[Key::Char(mirror.letter())]);
    terminal.wait_for_boards(&mirror.boards());
}

#[test]
fn a_match_is_left_after_a_question() {
    for key in [Key::Char('q'), Key::Char('Q'), Key::Ctrl('c')] {
        let (mut terminal, mut mirror) = local();
        terminal.press(&[mirror.arrow(), key]);
        terminal.wait_for(LEAVE);
        terminal.press(&[Key::Char('y')]);
        assert_eq!(terminal.exit_code(), Some(0));
        terminal.assert_restored();
    }
}

#[test]
fn a_match_without_a_move_is_left_without_a_question() {
    let (mut terminal, _) = local();
    terminal.press(&[Key::Char('q')]);
    assert_eq!(terminal.exit_code(), Some(0));
    terminal.assert_restored();
}

#[test]
fn both_boards_begin_again_after_a_question() {
    let (mut terminal, mut mirror) = local();
    terminal.press(&[mirror.arrow(), Key::Char(mirror.letter())]);
    terminal.wait_for_boards(&mirror.boards());
    terminal.press(&[Key::Char('r')]);
    terminal.wait_for(RESTART);
    terminal.press(&[Key::Char('n')]);
    terminal.wait_until("no question", |screen| !screen.contains(RESTART));
    assert_eq!(terminal.boards(4), mirror.boards());

    terminal.press(&[Key::Char('R')]);
    terminal.wait_for(RESTART);
    terminal.press(&[Key::Char('y')]);
    terminal.wait_until("two new boards", |screen| {
        screen.matches(" 0 moves").count() == 2
    });
    let tiles = |board: &Board| 16 - board.empty_cells();
    let counts: Vec<u64> = terminal.boards(4).iter().map(tiles).collect();
    assert_eq!(counts, [2, 2]);
}

#[test]
fn the_end_of_a_match_is_told_with_its_last_board_and_another_follows() {
    let args = [
        "local",
        "--countdown",
        "0",
        "--target",
        "8",
        "--ascii",
        AT_ONCE,
    ];
    let mut terminal = TestTerminal::start(&args, SIZE);
    terminal.play_until("Arrows wins");
    let best = terminal.boards(4).iter().map(Board::best_tile).max();
    assert_eq!(best, Some(8), "{}", terminal.screen());
    terminal.wait_for("Fair: ");
    terminal.press(&[Key::Char('r')]);
    terminal.wait_for("WASD 0:1 Arrows");
    terminal.wait_until("two new boards", |screen| {
        screen.matches(" 0 moves").count() == 2
    });
}

/// Opens the form for two at one keyboard.
fn open_form(terminal: &mut TestTerminal) {
    terminal.wait_for("Quick match");
    terminal.type_text("3");
    terminal.wait_for("Left (letters)");
}

#[test]
fn the_results_of_an_evening_stay_while_the_same_two_play() {
    let mut terminal = TestTerminal::start(&[AT_ONCE], SIZE);
    open_form(&mut terminal);
    terminal.press(&[Key::Down; 4]);
    while !terminal.screen().contains("‹ 8 ›") {
        let before = terminal.screen();
        terminal.press(&[Key::Left]);
        terminal.wait_until("another target", |screen| screen != before);
    }
    terminal.press(&[Key::Enter]);
    terminal.play_until("Arrows wins");
    terminal.type_text("q");
    open_form(&mut terminal);
    terminal.press(&[Key::Enter]);
    terminal.wait_for("WASD 0:1 Arrows");
    terminal.type_text("q");
    open_form(&mut terminal);
    terminal.type_text("Ana");
    terminal.press(&[Key::Enter]);
    terminal.wait_until("others, who have won nothing", |screen| {
        screen.contains("Ana") && screen.contains("best score") && !screen.contains(":1")
    });
}
