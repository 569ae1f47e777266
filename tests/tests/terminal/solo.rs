//! One board alone.

use versus2048_tests::{Home, Key, TestTerminal};

use crate::SIZE;

/// A board that is soon stuck.
const SMALL: [&str; 5] = ["solo", "--rows", "2", "--cols", "2"];

/// The best score on the screen.
fn best_score(terminal: &TestTerminal) -> u64 {
    let screen = terminal.screen();
    let behind = screen.split("best score ").nth(1).unwrap_or_default();
    let line = behind.lines().next().unwrap_or_default();
    line.replace(' ', "").parse().expect("it is on the screen")
}

#[test]
fn the_best_score_is_kept_for_the_next_time() {
    let home = Home::new();
    let mut first = home.terminal(&SMALL, SIZE);
    first.wait_for("best score 0");
    first.play_until("The end");
    let best = best_score(&first);
    assert!(best > 0, "{}", first.screen());
    first.type_text("q");
    assert_eq!(first.exit_code(), Some(0));
    first.assert_restored();

    let second = home.terminal(&SMALL, SIZE);
    second.wait_for(&format!("best score {best}"));
    // Another board has another one, and so has another person.
    home.terminal(&["solo"], SIZE).wait_for("best score 0");
    TestTerminal::start(&SMALL, SIZE).wait_for("best score 0");
}

#[test]
fn the_best_score_is_kept_when_a_game_is_left_in_the_middle() {
    let home = Home::new();
    let mut first = home.terminal(&["solo"], SIZE);
    first.wait_for("best score 0");
    while best_score(&first) == 0 {
        let before = first.screen();
        first.press(&[Key::Left, Key::Down]);
        first.wait_until("something new", |screen| screen != before);
    }
    first.type_text("q");
    // Every key before it has been played.
    first.wait_for("End this match?");
    let best = best_score(&first);
    first.type_text("y");
    assert_eq!(first.exit_code(), Some(0));
    let second = home.terminal(&["solo"], SIZE);
    second.wait_for(&format!("best score {best}"));
}

#[test]
fn the_board_plays_on_after_its_target() {
    let mut terminal = TestTerminal::start(&["solo", "--target", "8"], SIZE);
    terminal.play_until("8 reached! Play on?");
    terminal.type_text("y");
    terminal.wait_until("no question", |screen| !screen.contains("Play on?"));
    terminal.play_until("best 16");
}
