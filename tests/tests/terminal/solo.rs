//! One board alone.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use rustix::process::Signal;
use versus2048_tests::{Home, Key, LIMIT, TestTerminal};

use crate::SIZE;
use crate::keys::moves;

/// A board that is soon stuck.
const SMALL: [&str; 5] = ["solo", "--rows", "2", "--cols", "2"];
/// One of all four arrows moves any board that is not stuck.
const ARROWS: [Key; 4] = [Key::Left, Key::Down, Key::Right, Key::Up];

/// The best score on the screen.
fn best_score(terminal: &TestTerminal) -> u64 {
    let screen = terminal.screen();
    let behind = screen.split("best score ").nth(1).unwrap_or_default();
    let line = behind.lines().next().unwrap_or_default();
    line.replace(' ', "").parse().expect("it is on the screen")
}

/// Where the client keeps what outlasts it.
fn state_dir(home: &Home) -> PathBuf {
    home.path().join(".local/state/versus2048")
}

/// The file of the game that is kept.
fn kept_game(home: &Home) -> Option<PathBuf> {
    let files = fs::read_dir(state_dir(home).join("solo"));
    let mut paths = files
        .into_iter()
        .flatten()
        .flatten()
        .map(|file| file.path());
    paths.find(|path| path.extension().is_some_and(|it| it == "json"))
}

/// How many moves the game has that is kept.
fn moves_kept(home: &Home) -> usize {
    let game = kept_game(home);
    let json = game.and_then(|path| fs::read_to_string(path).ok());
    let game: Option<serde_json::Value> = json.and_then(|json| serde_json::from_str(&json).ok());
    game.and_then(|game| Some(game["moves"].as_array()?.len()))
        .unwrap_or(0)
}

#[test]
fn the_best_score_is_kept_for_the_next_time() {
    let home = Home::new();
    // With other tiles the board may be stuck before any two have merged.
    let secret = "5a".repeat(32);
    let mut first = home.terminal(&[&SMALL[..], &["--secret", &secret]].concat(), SIZE);
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
        first.press(&ARROWS);
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
    let reached = moves(&terminal.screen())[0];
    terminal.press(&ARROWS);
    terminal.wait_until("one more move", |screen| moves(screen)[0] > reached);
}

#[test]
fn a_game_that_is_killed_goes_on_the_next_time() {
    let home = Home::new();
    let args = ["solo", "--ascii", "--no-animation"];
    let mut first = home.terminal(&args, SIZE);
    first.wait_for("best score 0");
    while best_score(&first) < 100 {
        let before = first.screen();
        first.press(&ARROWS);
        first.wait_until("something new", |screen| screen != before);
    }
    // The question comes behind every key, and what is seen by then is on the way to the disk.
    first.type_text("q");
    first.wait_for("Leave? Your game is kept.");
    let boards = first.boards(4);
    let best = best_score(&first);
    let moves = usize::try_from(moves(&first.screen())[0]).expect("few moves");
    let began = Instant::now();
    while moves_kept(&home) != moves {
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

/// Plays a little and leaves.
#[track_caller]
fn leave_a_game(home: &Home, args: &[&str]) {
    let mut terminal = home.terminal(args, SIZE);
    terminal.wait_for("best score");
    terminal.press(&ARROWS);
    terminal.wait_until("a move", |screen| moves(screen)[0] > 0);
    terminal.type_text("q");
    terminal.wait_for("Leave? Your game is kept.");
    terminal.type_text("y");
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn the_menu_offers_the_game_that_was_kept_last_whatever_its_options() {
    let home = Home::new();
    leave_a_game(&home, &["solo", "--target", "64", "--time-limit", "3600"]);
    let mut terminal = home.terminal(&[], SIZE);
    terminal.wait_for("Play alone");
    terminal.type_text("4");
    terminal.wait_for("1:00:00");
    terminal.press(&[Key::Enter]);
    terminal.wait_for("Play on? No begins a new game.");
    terminal.wait_for("first to 64");
}

#[test]
fn a_game_that_can_not_be_gone_on_with_is_explained_and_put_aside() {
    let damages = [
        ("{\"version\": 1}", "of another version"),
        ("{\"version\": 2, ", "damaged"),
    ];
    for (damage, why) in damages {
        let home = Home::new();
        leave_a_game(&home, &["solo"]);
        let path = kept_game(&home).expect("a game is kept");
        fs::write(&path, damage).expect("the home can be written to");
        let mut terminal = home.terminal(&["solo"], SIZE);
        terminal.wait_for(&format!("The kept game is {why}: it is put aside"));
        terminal.type_text("q");
        assert_eq!(terminal.exit_code(), Some(0));
        terminal.wait_for(&format!("a kept game is {why}"));
        let aside = path.with_extension("json.bad");
        assert_eq!(fs::read_to_string(aside).expect("it is there"), damage);
    }
}

#[test]
fn best_scores_that_can_not_be_read_are_explained_and_put_aside() {
    let home = Home::new();
    leave_a_game(&home, &["solo"]);
    let path = state_dir(&home).join("best.json");
    fs::write(&path, "{ \"solo").expect("the home can be written to");
    let mut pipe = home.pipe(&["solo", "--plain"]);
    pipe.hang_up();
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let why = "the best scores can't be read, so they begin anew; the old file is ";
    assert!(ran.stderr.contains(why), "{ran:?}");
    let aside = fs::read_to_string(path.with_extension("json.bad"));
    assert_eq!(aside.expect("it is there"), "{ \"solo");
}

/// The best score of the file, which is whole at any moment; 0 where none was kept yet.
#[track_caller]
fn best_kept(home: &Home) -> u64 {
    let Ok(json) = fs::read_to_string(state_dir(home).join("best.json")) else {
        return 0;
    };
    let best: serde_json::Value = serde_json::from_str(&json).expect("a whole file");
    let scores = best.as_object().expect("scores by their kind");
    scores
        .values()
        .filter_map(serde_json::Value::as_u64)
        .max()
        .unwrap_or(0)
}

#[test]
fn a_kill_in_a_storm_of_keys_loses_nothing_that_was_kept() {
    let home = Home::new();
    let (mut best, mut moves_before) = (0, 0);
    for round in 0..5 {
        // A board that is not stuck before the last kill.
        let args = ["solo", "--rows", "6", "--cols", "6", "--no-animation"];
        let mut terminal = home.terminal(&args, SIZE);
        terminal.wait_for("best score");
        if round > 0 {
            terminal.wait_for("Play on? No begins a new game.");
            assert!(best_score(&terminal) >= best, "{}", terminal.screen());
            let offered = usize::try_from(moves(&terminal.screen())[0]);
            assert!(offered.expect("few moves") >= moves_before);
            terminal.type_text("y");
        }
        let began = Instant::now();
        while best_kept(&home) < best + 100 && moves_kept(&home) < moves_before + 50 {
            assert!(began.elapsed() < LIMIT, "awaited a better score");
            terminal.press(&[Key::Left, Key::Down, Key::Right, Key::Down, Key::Up]);
        }
        (best, moves_before) = (best_kept(&home), moves_kept(&home));
        terminal.signal(Signal::KILL);
        terminal.exit_code();
    }
    assert!(best > 0);
}
