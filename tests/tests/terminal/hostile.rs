//! Servers that are none, servers with a fault, and servers that want something of the terminal: the
//! client says what is wrong, stays quick and small, and leaves the terminal as it was.

mod peer;

use std::fs;
use std::io;
use std::net::SocketAddr;

use rustix::process::Signal;
use serde_json::{Value, json};
use versus2048_tests::{Key, TestTerminal};

use crate::SIZE;
use crate::hostile::peer::{Guest, serve, text_frame};

/// The most memory that a client may have taken, whatever a server sends.
const MAX_MEMORY_KIB: u64 = 100 * 1024;

fn client(command: &str, address: SocketAddr) -> TestTerminal {
    let server = address.to_string();
    TestTerminal::start(&[command, "--server", &server, "--name", "Ana"], SIZE)
}

/// The command comes to an end by itself, with a sentence.
#[track_caller]
fn check_told(sentence: &str, act: impl Fn(&mut Guest) -> io::Result<()> + Send + Sync + 'static) {
    let mut terminal = client("create", serve(act));
    assert_eq!(terminal.exit_code(), Some(1), "{}", terminal.screen());
    terminal.wait_for(sentence);
    terminal.assert_restored();
}

#[test]
fn what_is_no_match_server_is_told_in_a_sentence() {
    let status = |line: &'static str| {
        move |guest: &mut Guest| {
            guest.send(format!("HTTP/1.1 {line}\r\ncontent-length: 0\r\n\r\n").as_bytes())
        }
    };
    check_told("is no match server", status("404 Not Found"));
    check_told(
        "is no match server",
        status("301 Moved\r\nlocation: http://127.0.0.1:1/"),
    );
    check_told("takes no more connections", status("429 Too Many Requests"));
    check_told(
        "takes nobody at the moment",
        status("503 Service Unavailable"),
    );
    check_told("is no match server", |guest| {
        guest.send(b"\x1b[2J220 mail\r\n")
    });
    check_told("does not speak the protocol", |guest| {
        guest.welcome()?;
        guest.send(&text_frame("\u{1b}[2Jhello"))
    });
    check_told("speaks version 9", |guest| {
        guest.upgrade()?;
        guest.say(&json!({
            "type": "welcome", "protocol": 9, "player": {"id": "1", "name": "Ana"},
            "token": "", "server": "0", "durable": false, "seated": null
        }))
    });
    check_told("sends more at once", |guest| {
        guest.welcome()?;
        guest.send(&[0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0])
    });
}

#[test]
fn what_a_server_says_of_itself_reaches_the_shell_without_its_controls() {
    let nasty = "a\u{1b}[31m\u{1b}]0;x\u{7}b\u{202e}c\u{200b}d\u{9b}2Je";
    for code in ["internal", "unsupported_protocol"] {
        let mut terminal = client(
            "create",
            serve(move |guest| {
                guest.upgrade()?;
                guest.say(&json!({"type": "error", "code": code, "message": nasty}))
            }),
        );
        assert_eq!(terminal.exit_code(), Some(1));
        terminal.wait_for("a[31m]0;xbcd2Je");
        terminal.assert_restored();
    }
}

/// A match in which everything that is a text wants something of the terminal.
fn nasty_match() -> Value {
    let player = |name: &str| {
        json!({
            "id": "\u{1b}c", "name": name, "kind": "human", "connected": true, "ready": true,
            "rematch": false, "forfeit_in_ms": null
        })
    };
    let board = json!({
        "turn": 0, "rows": [[0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 0, 0]], "score": 0,
        "status": "playing"
    });
    json!({
        "type": "match", "code": "K7QX4M", "id": "01939d4e-0000-7000-8000-000000000001",
        "phase": "playing", "options": {}, "you": 0,
        "players": [player("A\u{1b}[2Jna"), player("\u{202e}B\u{200d}王\u{1b}]0;evil\u{7}o")],
        "boards": [board, board], "commitment": "00".repeat(32), "starts_in_ms": null,
        "elapsed_ms": 0, "remaining_ms": null, "closes_in_ms": null,
        "series": {"game": 1, "wins": [0, 0], "draws": 0}, "watching": 0, "result": null
    })
}

#[test]
fn texts_of_a_server_do_nothing_to_the_terminal() {
    let mut terminal = client(
        "create",
        serve(|guest| {
            guest.welcome()?;
            guest.say(&nasty_match())?;
            let message = "\u{1b}[?1049l\u{1b}c\u{202e}gone";
            guest.say(&json!({"type": "error", "code": "internal", "message": message}))
        }),
    );
    terminal.wait_for("A[2Jna");
    terminal.wait_for("[?1049lcgone");
    let (is_entered, title) =
        terminal.look(|screen| (screen.alternate_screen(), screen.contents()));
    assert!(is_entered && !title.contains('\u{202e}'), "{title}");
    quit(&mut terminal);
}

/// Leaves a match; nobody waits for the server.
#[track_caller]
fn quit(terminal: &mut TestTerminal) {
    terminal.press(&[Key::Char('q')]);
    terminal.wait_for("Leave?");
    terminal.press(&[Key::Char('y')]);
    assert_eq!(terminal.exit_code(), Some(0), "{}", terminal.screen());
    terminal.assert_restored();
}

/// The most memory that the program has had so far, in KiB.
fn memory_kib(terminal: &TestTerminal) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", terminal.id()));
    let status = status.expect("the program runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let digits = peak.and_then(|peak| peak.split_whitespace().next());
    digits
        .and_then(|digits| digits.parse().ok())
        .expect("Linux tells it")
}

/// A server that sends the same bytes for ever, behind the first ones, to whoever has a match: the client can be left by
/// a key and by a signal, and has not grown.
#[track_caller]
fn check_flood(what: &str, begin: &'static [u8], flood: Vec<u8>) {
    let address = serve(move |guest| {
        guest.welcome()?;
        guest.say(&nasty_match())?;
        guest.send(begin)?;
        loop {
            guest.send(&flood)?;
        }
    });
    let mut terminal = client("create", address);
    terminal.wait_for("A[2Jna");
    terminal.press(&[Key::Char('?')]);
    terminal.wait_for("What differs");
    terminal.press(&[Key::Char('?')]);
    terminal.wait_for("A[2Jna");
    let peak = memory_kib(&terminal);
    assert!(peak < MAX_MEMORY_KIB, "{what}: {peak} KiB");
    quit(&mut terminal);
    let mut terminal = client("create", address);
    terminal.wait_for("A[2Jna");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.exit_code(), Some(0), "{what}");
    terminal.assert_restored();
}

#[test]
fn floods_hold_nobody_up() {
    let said = |message: Value| text_frame(&message.to_string()).repeat(1000);
    let emote = json!({"type": "emote", "seat": 1, "kind": "wow"});
    let unknown = json!({"type": "later", "x": "y".repeat(1000)});
    check_flood("emotes", &[], said(emote));
    check_flood("snapshots", &[], said(nasty_match()));
    check_flood("what is not known", &[], said(unknown));
    check_flood("pings", &[], [0x89, 2, 1, 2].repeat(10_000));
    check_flood("empty fragments", &[0x01, 0], [0x00, 0].repeat(10_000));
}

#[test]
fn whoever_waits_for_a_silent_server_can_leave_at_once() {
    for key in [Key::Char('q'), Key::Ctrl('c')] {
        for act in [
            (|_| Ok(())) as fn(&mut Guest) -> io::Result<()>,
            Guest::upgrade,
            Guest::welcome,
        ] {
            let mut terminal = client("create", serve(act));
            terminal.wait_for("Connecting to");
            terminal.press(&[key]);
            assert_eq!(terminal.exit_code(), Some(0));
            terminal.assert_restored();
        }
    }
}
