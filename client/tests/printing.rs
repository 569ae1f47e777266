//! What is printed for the shell, where what it tells of comes from somebody else.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output};
use std::time::Duration;

/// Far above what a request takes.
const LIMIT: Duration = Duration::from_secs(10);
/// The end of a request's head.
const BLANK_LINE: &[u8] = b"\r\n\r\n";

fn versus2048(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_versus2048");
    let output = Command::new(program).args(arguments).output();
    output.expect("the program runs")
}

/// The command fails with one line for people, in which nothing steers a terminal.
#[track_caller]
fn check(arguments: &[&str]) {
    let output = versus2048(arguments);
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{message:?}");
    assert!(message.starts_with("versus2048: "), "{message:?}");
    assert_eq!(message.lines().count(), 1, "{message:?}");
    assert!(
        !message.trim_end().contains(char::is_control),
        "{message:?}"
    );
    assert_eq!(output.stdout, b"");
}

#[test]
fn a_replay_that_steers_a_terminal_is_refused_without_doing_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("replay.json");
    let replay = r#"{"options": {}, "moves": [{"at_ms": 1, "seat": 0, "dir": "\u001b[2J\nleft"}]}"#;
    std::fs::write(&path, replay).expect("writing");
    check(&["verify", path.to_str().expect("a path of text")]);
}

#[test]
fn a_list_that_steers_a_terminal_is_refused_without_doing_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a request");
        stream.set_read_timeout(Some(LIMIT)).expect("a limit");
        let mut head = Vec::new();
        while !head.ends_with(BLANK_LINE) {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a whole request");
            head.extend(byte);
        }
        let body = r#"{"matches": [{"code": "K7QX4M", "phase": "\u001b]0;owned\u0007"}]}"#;
        let length = body.len();
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{body}");
        stream
            .write_all(answer.as_bytes())
            .expect("a peer that reads");
    });
    check(&["list", "--server", &address]);
    server.join().expect("the server answers");
}

#[test]
fn errors_are_told_in_the_language_that_is_asked_for() {
    let said = |arguments: &[&str]| {
        let output = versus2048(arguments);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("text")
    };
    let missing = said(&["verify", "missing.json", "--lang", "zh"]);
    assert!(missing.contains("没有文件 missing.json"), "{missing}");
    let silent = said(&["list", "--server", "127.0.0.1:1", "--lang", "zh"]);
    assert!(silent.contains("没有程序在监听"), "{silent}");
    assert!(!silent.contains("os error"), "{silent}");
}
