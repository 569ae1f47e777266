//! Replays that players keep, and that are listed by the next program.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;

use versus2048_tests::{Home, Key, TestTerminal};

use crate::{AT_ONCE, SIZE};

/// The target of a match that is over after a few moves.
const NEAR: &str = "8";
/// One that no few moves reach, whatever the tiles are.
const FAR: &str = "2048";

/// Hosts a match to this target and joins it, each of another person.
#[track_caller]
fn in_a_match(homes: [&Home; 2], target: &str) -> [TestTerminal; 2] {
    let args = ["host", "--listen", "127.0.0.1:0", "--name", "Ana"];
    let options = ["--countdown", "0", "--target", target, "--ascii", AT_ONCE];
    let host = homes[0].terminal(&[&args[..], &options].concat(), SIZE);
    host.wait_for("versus2048 join 127.0.0.1:");
    let screen = host.screen();
    let (_, behind) = screen
        .split_once("versus2048 join ")
        .expect("it is on the screen");
    let place = behind.split_whitespace().next().unwrap_or_default();
    let join = homes[1].terminal(&["join", place, "--name", "Bo", "--ascii", AT_ONCE], SIZE);
    for terminal in [&host, &join] {
        terminal.wait_until("two new boards", |screen| {
            screen.matches(" 0 moves").count() == 2
        });
    }
    [host, join]
}

/// The files of the replays that a person has kept.
fn kept(home: &Home) -> Vec<PathBuf> {
    let folder = home.path().join(".local/state/versus2048/replays");
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths.collect()
}

#[track_caller]
fn assert_one_that_holds(home: &Home) {
    let [path] = &kept(home)[..] else {
        panic!("{:?} instead of one replay", kept(home));
    };
    let ran = home.run(&["verify", &path.display().to_string()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let id = path.file_stem().and_then(OsStr::to_str);
    let by_id = home.run(&["verify", id.expect("a match has an id")]);
    assert_eq!(by_id, ran);
}

#[test]
fn the_other_player_keeps_a_replay_by_a_key_and_finds_it_in_the_menu() {
    let [ana, bo] = [Home::new(), Home::new()];
    let [mut host, mut join] = in_a_match([&ana, &bo], NEAR);
    host.play_until("You win!");
    host.wait_for("Replay kept: ~/.local/state/versus2048/replays/");
    join.wait_for("K keep the replay");
    assert_eq!(kept(&bo), <[PathBuf; 0]>::default());
    join.type_text("k");
    join.wait_for("Replay kept: ~/.local/state/versus2048/replays/");
    join.type_text("k");
    join.wait_for("Kept already: ~/.local/state/versus2048/replays/");
    for home in [&ana, &bo] {
        assert_one_that_holds(home);
    }
    // Its server is gone with Ana's program.
    for terminal in [&mut host, &mut join] {
        terminal.type_text("q");
        assert_eq!(terminal.exit_code(), Some(0));
        terminal.wait_for("versus2048: the replay is in ");
        assert!(
            !terminal.screen().contains("verify"),
            "{}",
            terminal.screen()
        );
    }
    let nobody = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let nobody = nobody.expect("a free port").to_string();
    let mut menu = bo.terminal(&["--ascii", "--server", &nobody], SIZE);
    menu.type_text("9");
    menu.wait_for("Ana wins");
    menu.wait_for(&format!("Nothing listens at http://{nobody}"));
    menu.press(&[Key::Enter]);
    menu.wait_for("0 moves");
    menu.press(&[Key::End]);
    menu.wait_for("8 is reached");
}

#[test]
fn a_host_who_leaves_in_mid_match_has_its_replay() {
    let [ana, bo] = [Home::new(), Home::new()];
    let [mut host, mut join] = in_a_match([&ana, &bo], FAR);
    host.press(&[Key::Left, Key::Down, Key::Right]);
    join.wait_until("a move of the host", |screen| {
        screen.matches(" 0 moves").count() < 2
    });
    host.type_text("q");
    host.wait_for("That gives up the match.");
    host.type_text("y");
    assert_eq!(host.exit_code(), Some(0));
    join.wait_for("Ana gave up");
    assert_one_that_holds(&ana);
    join.type_text("k");
    join.wait_for("Replay not kept: the server is gone");
}

#[test]
fn what_two_at_one_keyboard_or_one_alone_have_played_is_kept_by_a_key() {
    let two = &["local", "--countdown", "0", "--target", NEAR][..];
    let alone = &["solo", "--rows", "2", "--cols", "2", "--target", "none"];
    for (command, end) in [(two, "8 is reached"), (alone, "no move is left")] {
        let home = Home::new();
        let mut terminal = home.terminal(&[command, &["--ascii", AT_ONCE]].concat(), SIZE);
        terminal.play_until(end);
        // The key in the same place of a Cyrillic keyboard.
        terminal.type_text("л");
        terminal.wait_for("Replay kept: ~/.local/state/versus2048/replays/");
        assert_one_that_holds(&home);
    }
}
