//! What needs no terminal, what refuses to do without one, and what is said where something is wrong.

use std::fs;

use serde_json::Value;
use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_tests::{Home, Ran, TestServer, TestTerminal, eager};

use crate::SIZE;

/// A match that is over after a few moves.
fn short() -> Options {
    Options {
        target: Some(8),
        countdown_s: 0,
        ..Options::default()
    }
}

/// A command that could not be done: one sentence about it, and nothing that looks like a result.
#[track_caller]
fn assert_failed(ran: &Ran, code: i32, sentence: &str) {
    assert_eq!(ran.code, Some(code), "{ran:?}");
    assert!(ran.stderr.contains(sentence), "{ran:?}");
    assert!(ran.stdout.is_empty(), "{ran:?}");
}

/// Plays a match to its end, and gives the path of its replay.
async fn played(server: &TestServer) -> String {
    let [mut ana, _bo] = server.playing(short()).await;
    ana.play(eager).await;
    let over = ana.until_over().await;
    assert_eq!(over.winner, Some(Seat::Zero));
    format!("/v1/replays/{}", over.id)
}

#[test]
fn what_needs_a_terminal_says_so_without_one() {
    let home = Home::new();
    for args in [
        &[][..],
        &["host"],
        &["join", "K7QX4M"],
        &["local"],
        &["solo"],
    ] {
        let ran = home.run(args);
        assert_failed(&ran, 2, "needs a terminal");
        assert!(ran.stderr.contains("--plain"), "{ran:?}");
    }
}

#[test]
fn wrong_usage_is_told_with_what_would_be_right() {
    let home = Home::new();
    let check = |args: &[&str], sentence: &str| assert_failed(&home.run(args), 2, sentence);
    check(&["fly"], "unrecognized subcommand 'fly'");
    check(&["watch"], "<CODE>");
    check(&["join"], "this needs a terminal");
    check(&["join", "K7QX4"], "a code has six digits or letters");
    check(&["local", "--rows", "9"], "a board has 2 to 8 rows");
    check(
        &["local", "--target", "100"],
        "a power of two from 8 to 131072",
    );
    check(&["local", "--secret", "00"], "64");
    check(&["list", "--server", "a b"], "HOST:PORT");
    check(&["list", "--name", "a\u{202e}b"], "name");
}

#[test]
fn the_command_line_speaks_the_language_that_is_asked_for() {
    let home = Home::new();
    let help = home.run(&["--lang", "zh", "host", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""), "{help:?}");
    assert!(help.stdout.starts_with("在本机启动服务器"), "{help:?}");
    let refused = home.run(&["host", "--rows", "99", "--lang=zh"]);
    assert_failed(&refused, 2, "--rows <行数> 不能是“99”");
    assert_failed(&home.run(&["--lang", "zh", "solo"]), 2, "需要终端");
    let recorded = home.run(&["--lang", "zh", "solo", "--plain", "--record", "."]);
    assert_failed(&recorded, 1, "无法把回放保存到 .：它是一个目录");
    let hosted = home.run(&["--lang=zh", "host", "--plain", "--listen", "192.0.2.200:9"]);
    assert_failed(&hosted, 1, "192.0.2.200:9 不是本机的地址");
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let home = Home::new();
    for command in [
        "host", "join", "create", "quick", "watch", "list", "local", "solo", "replay", "verify",
    ] {
        let ran = home.run(&[command, "--help"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let example = format!("Example: versus2048 {command}");
        assert!(ran.stdout.contains(&example), "{ran:?}");
    }
}

#[tokio::test]
async fn the_tables_of_a_server_are_printed_as_plain_text() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let home = Home::new();
    let none = home.run(&["list", "--server", &address]);
    assert_eq!((none.code, none.stdout.lines().count()), (Some(0), 1));

    let mut ana = server.player("Ana").await;
    let code = ana.create(short()).await;
    let ran = home.run(&["list", "--server", &address]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = ran
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let code = code.to_string();
    let head = [
        "CODE", "PHASE", "PLAYERS", "BOARD", "TARGET", "TIME", "WATCHING",
    ];
    let row = [&code, "waiting", "Ana", ":", "-", "4x4", "8", "-", "0"];
    assert_eq!(lines, [&head[..], &row[..]]);
    assert!(!ran.stdout.contains('\x1b'), "{ran:?}");
}

#[test]
fn a_server_that_does_not_answer_is_told() {
    let home = Home::new();
    let ran = home.run(&["list", "--server", "127.0.0.1:1"]);
    assert_failed(&ran, 1, "Nothing listens at http://127.0.0.1:1. ");
    let mut terminal = home.terminal(&["quick", "--server", "127.0.0.1:1"], SIZE);
    assert_eq!(terminal.exit_code(), Some(1));
    terminal.wait_for("Nothing listens at ws://127.0.0.1:1");
    terminal.assert_restored();
}

#[tokio::test]
async fn a_table_that_is_not_there_is_told() {
    let server = TestServer::start();
    for command in ["join", "watch"] {
        let place = format!("{}/ZZZZZZ", server.address);
        let mut terminal = TestTerminal::start(&[command, &place], SIZE);
        assert_eq!(terminal.exit_code(), Some(1));
        terminal.wait_for("There is no match with this code");
        terminal.assert_restored();
    }
}

#[tokio::test]
async fn a_table_that_is_full_or_not_to_be_watched_is_told() {
    let server = TestServer::start();
    let unwatched = Options {
        watchable: false,
        ..short()
    };
    let [ana, _bo] = server.seated(unwatched).await;
    let place = format!("{}/{}", server.address, ana.view().snapshot.code);
    for (command, sentence) in [
        ("join", "Both seats of this match are taken"),
        ("watch", "This match can't be watched"),
    ] {
        let mut terminal = TestTerminal::start(&[command, &place], SIZE);
        assert_eq!(terminal.exit_code(), Some(1));
        terminal.wait_for(sentence);
        terminal.assert_restored();
    }
}

#[tokio::test]
async fn the_replay_of_a_server_is_verified_in_a_file_and_at_its_url() {
    let server = TestServer::start();
    let path = played(&server).await;
    let home = Home::new();
    let (_, replay) = server.get(&path).await;
    fs::write(home.path().join("game.json"), &replay).expect("the home can be written to");
    let url = format!("http://{}{path}", server.address);
    for source in ["game.json", &url] {
        let ran = home.run(&["verify", source]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.stdout.starts_with("valid: "), "{ran:?}");
        assert!(
            ran.stdout.contains("\nover: Ana wins (8 is reached)\n"),
            "{ran:?}"
        );
    }
    let unknown = format!("http://{}/v1/replays/none", server.address);
    assert_failed(&home.run(&["verify", &unknown]), 1, "404");
}

#[tokio::test]
async fn a_replay_that_was_tampered_with_is_not_valid() {
    let server = TestServer::start();
    let (_, replay) = server.get(&played(&server).await).await;
    let replay: Value = serde_json::from_str(&replay).expect("a replay is JSON");
    let home = Home::new();
    let check = |change: fn(&mut Value), sentence: &str| {
        let mut changed = replay.clone();
        change(&mut changed);
        fs::write(home.path().join("game.json"), changed.to_string())
            .expect("the home can be written to");
        let ran = home.run(&["verify", "game.json"]);
        assert_failed(&ran, 1, "versus2048: NOT VALID: game.json: ");
        assert!(ran.stderr.contains(sentence), "{ran:?}");
    };
    check(|replay| replay["result"]["winner"] = 1.into(), "result");
    check(|replay| replay["result"]["scores"][1] = 8.into(), "score");
    check(
        |replay| replay["secret"] = "00".repeat(32).into(),
        "commitment",
    );
    check(|replay| replay["seed"] = "00".repeat(32).into(), "seed");
    check(
        |replay| {
            let moves = replay["moves"].as_array_mut();
            moves.expect("it has moves").pop();
        },
        "scores",
    );
}

#[test]
fn what_is_no_replay_is_told() {
    let home = Home::new();
    assert_failed(
        &home.run(&["verify", "none.json"]),
        1,
        "versus2048: NOT CHECKED: there is no file none.json",
    );
    fs::write(home.path().join("list.json"), "[]").expect("the home can be written to");
    assert_failed(
        &home.run(&["verify", "list.json"]),
        1,
        "versus2048: NOT CHECKED: list.json is no replay",
    );
}

#[test]
fn a_match_at_one_keyboard_can_be_recorded_and_repeated() {
    let home = Home::new();
    let secret = "5a".repeat(32);
    let record = |file: &str| {
        let args = [
            "local",
            "--countdown",
            "0",
            "--target",
            "8",
            "--secret",
            &secret,
        ];
        let more = ["--names", "", "Bo", "--record", file];
        let mut terminal = home.terminal(&[&args[..], &more].concat(), SIZE);
        terminal.wait_for("WASD");
        terminal.play_until("Bo wins");
        terminal.type_text("q");
        assert_eq!(terminal.exit_code(), Some(0));
        let ran = home.run(&["verify", file]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let replay = fs::read_to_string(home.path().join(file)).expect("the file is there");
        serde_json::from_str::<Value>(&replay).expect("a replay is JSON")
    };
    let [first, second] = ["first.json", "second.json"].map(record);
    let names = [&first["players"][0]["name"], &first["players"][1]["name"]];
    assert_eq!(names, [&Value::from("Bo"), &Value::from("WASD")]);
    for field in ["secret", "nonces", "commitment", "seed", "options"] {
        assert_eq!(first[field], second[field], "{field}");
    }
    assert_eq!(
        (&first["secret"], &first["nonces"][0]),
        (&secret.into(), &"".into())
    );
}

#[test]
fn a_replay_is_never_recorded_over_another_file() {
    let home = Home::new();
    fs::write(home.path().join("mine.json"), "mine").expect("the home can be written to");
    for (file, why) in [
        ("mine.json", "there is such a file already"),
        ("none/m.json", "No such file or directory"),
        (".", "it is a folder"),
    ] {
        for command in ["local", "solo"] {
            let terminal = home.terminal(&[command, "--record", file], SIZE);
            terminal.wait_for(&format!("can't record to {file}"));
            terminal.wait_for(why);
            terminal.assert_untouched();
        }
    }
    let mine = fs::read_to_string(home.path().join("mine.json"));
    assert_eq!(mine.expect("it is there"), "mine");
}

#[tokio::test]
async fn a_replay_can_be_written_as_a_picture() {
    let server = TestServer::start();
    let path = played(&server).await;
    let home = Home::new();
    let url = format!("http://{}{path}", server.address);
    let ran = home.run(&["replay", &url, "--export", "match.svg"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.stderr.contains("match.svg"), "{ran:?}");
    let picture = fs::read_to_string(home.path().join("match.svg")).expect("the file is there");
    assert!(picture.starts_with("<svg "), "{picture}");
    assert!(picture.contains(">Ana wins</text>"), "{picture}");
    let ran = home.run(&["replay", &url, "--export", "none/match.svg"]);
    assert_failed(&ran, 1, "can't write the picture to none/match.svg");
    let ran = home.run(&["replay", &url, "--export", "match.png"]);
    assert_failed(&ran, 1, "match.png does not end in .svg");
    assert!(!home.path().join("match.png").exists());
    fs::write(home.path().join("notes.svg"), "mine").expect("writing");
    let ran = home.run(&["replay", &url, "--export", "notes.svg"]);
    assert_failed(&ran, 1, "notes.svg is there and no picture");
    let kept = fs::read_to_string(home.path().join("notes.svg")).expect("the file is there");
    assert_eq!(kept, "mine");
    let ran = home.run(&["replay", &url, "--export", "-"]);
    assert_eq!((ran.code, ran.stdout), (Some(0), picture));
}
