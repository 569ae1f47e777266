//! One board alone.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use rustix::process::Signal;
use versus2048_tests::{Home, Key, LIMIT, TestTerminal};

use crate::SIZE;
use crate::keys::moves;

/// A board that is soon stuck.
const SMALL: [&str; 5] = ["solo", "--rows", "2", "--cols", "2"];

/// The best score on the screen.
fn best_score(terminal: &TestTerminal) -> u64 {
    let screen = terminal.screen();
    let behind = screen.split("best score ").nth(1).unwrap_or_default();
    let line = behind.lines().next().unwrap_or_default();
    line.replace(' ', "").parse().expect("it is on the screen")
}

/// How many moves the game has that is kept in this folder.
fn moves_kept(games: &Path) -> usize {
    let files = fs::read_dir(games).into_iter().flatten().flatten();
    let mut paths = files.map(|file| file.path());
    let game = paths.find(|path| path.extension().is_some_and(|it| it == "json"));
    let json = game.and_then(|path| fs::read_to_string(path).ok());
    let game: Option<serde_json::Value> = json.and_then(|json| serde_json::from_str(&json).ok());
    game.and_then(|game| Some(game["moves"].as_array()?.len()))
        .unwrap_or(0)
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
    first.wait_for("Leave? Your game is kept.");
    let best = best_score(&first);
    first.type_text("y");
    assert_eq!(first.exit_code(), Some(0));
    let mut second = home.terminal(&["solo"], SIZE);
    second.wait_for(&format!("best score {best}"));
    // It is the best one of a new game, too.
    second.type_text("n");
    second.wait_until("a new game", |screen| !screen.contains("Play on?"));
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

#[test]
fn a_game_that_is_killed_goes_on_the_next_time() {
    let home = Home::new();
    let args = ["solo", "--ascii", "--no-animation"];
    let mut first = home.terminal(&args, SIZE);
    first.wait_for("best score 0");
    while best_score(&first) < 100 {
        let before = first.screen();
        first.press(&[Key::Left, Key::Down, Key::Right]);
        first.wait_until("something new", |screen| screen != before);
    }
    // The question comes behind every key, and what is seen by then is on the way to the disk.
    first.type_text("q");
    first.wait_for("Leave? Your game is kept.");
    let boards = first.boards(4);
    let best = best_score(&first);
    let games = home.path().join(".local/state/versus2048/solo");
    let moves = usize::try_from(moves(&first.screen())[0]).expect("few moves");
    let began = Instant::now();
    while moves_kept(&games) != moves {
        assert!(began.elapsed() < LIMIT, "awaited {moves} moves on the disk");
        thread::yield_now();
    }
    first.signal(Signal::KILL);
    first.exit_code();

    let mut second = home.terminal(&args, SIZE);
    second.wait_for("Play on? No begins a new game.");
    second.wait_for_boards(&boards);
    assert_eq!(best_score(&second), best);
    second.type_text("y");
    second.wait_until("no question", |screen| !screen.contains("Play on?"));
    // Another day nobody is asked about a game that has come to its end.
    second.type_text("u");
    second.wait_for("undo used");
    second.type_text("ry");
    second.wait_until("a new game", |screen| !screen.contains("undo used"));
    second.type_text("q");
    assert_eq!(second.exit_code(), Some(0));
    home.terminal(&args, SIZE)
        .wait_until("no question", |screen| {
            screen.contains("best score") && !screen.contains("Play on?")
        });
}
