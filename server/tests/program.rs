//! The program itself: what it prints, how it ends.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_versus2048-server");

/// The program while it runs; killed when dropped.
struct Program {
    child: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
}

impl Program {
    fn start() -> Self {
        Self::start_with(&[], Stdio::null())
    }

    fn start_with(arguments: &[&str], stderr: Stdio) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["--listen", "127.0.0.1:0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on ws://");
        Self {
            address: address.expect(&line).into(),
            child,
            stdout,
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// The exit code, and what was printed after the first line.
    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

/// Checks how the program ends with some arguments, and that stderr says why.
#[track_caller]
fn check(arguments: &[&str], code: i32, said: &str) {
    let output = run(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    assert!(stderr.contains(said), "{arguments:?}: {stderr}");
}

#[test]
fn the_first_signal_ends_it_in_good_order() {
    for signal in [Signal::INT, Signal::TERM, Signal::QUIT] {
        let program = Program::start();
        program.signal(signal);
        assert_eq!(program.end(), (Some(0), String::new()));
    }
}

#[test]
fn an_operator_reads_when_it_starts_and_ends() {
    let mut program = Program::start_with(&[], Stdio::piped());
    let stderr = program.child.stderr.take().unwrap();
    program.signal(Signal::TERM);
    assert_eq!(program.end().0, Some(0));
    let log = std::io::read_to_string(stderr).unwrap();
    let mut rest = log.as_str();
    for told in [
        "starting",
        "--data-dir keeps them",
        "listening",
        "stopping",
        "stopped",
    ] {
        let (_, after) = rest.split_once(told).expect(&log);
        rest = after;
    }
}

/// The shape of the lines is promised to programs that read them.
#[test]
fn a_log_in_json_is_an_object_a_line() {
    let arguments = ["--log-format", "json", "--log", "debug"];
    let mut program = Program::start_with(&arguments, Stdio::piped());
    let stderr = program.child.stderr.take().unwrap();
    let _client = stubborn_client(&program.address);
    program.signal(Signal::TERM);
    let address = program.address.clone();
    assert_eq!(program.end().0, Some(0));
    let lines: Vec<Value> = BufReader::new(stderr)
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    for line in &lines {
        for key in ["timestamp", "level", "target"] {
            assert!(line[key].is_string(), "{key} of {line}");
        }
    }
    let found = |message: &str| {
        let mut lines = lines.iter();
        let found = lines.find(|line| line["fields"]["message"] == message);
        found.unwrap_or_else(|| unreachable!("{message} in {lines:#?}"))
    };
    let line = found("listening");
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["target"], "versus2048_server");
    assert_eq!(line["fields"]["address"], address.as_str());
    let in_a_connection = lines.iter().find(|line| line["spans"].is_array()).unwrap();
    let span = &in_a_connection["spans"][0];
    assert_eq!(
        (&span["name"], &span["number"]),
        (&json!("connection"), &json!(0))
    );
}

#[test]
fn a_second_signal_ends_it_at_once() {
    for (first, second) in [(Signal::INT, Signal::TERM), (Signal::QUIT, Signal::QUIT)] {
        let mut program = Program::start_with(&[], Stdio::piped());
        // A client that has upgraded and doesn't answer holds the end up.
        let _client = stubborn_client(&program.address);
        let log = BufReader::new(program.child.stderr.take().unwrap());
        let began = Instant::now();
        program.signal(first);
        // Signals of one kind that come together are one.
        let mut lines = log.lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains("stopping")));
        program.signal(second);
        assert_eq!(program.end().0, Some(1));
        assert!(began.elapsed() < Duration::from_secs(2));
    }
}

fn stubborn_client(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = "GET /v1/ws HTTP/1.1\r\nhost: game\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 101");
    stream
}

#[test]
fn what_cannot_be_done_is_said_with_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    check(&["--listen", &address], 1, "another program listens on");
    check(
        &["--listen", "192.0.2.1:2048"],
        1,
        "no address of this machine",
    );
}

#[test]
fn what_is_said_is_one_line() {
    let output = run(&[
        "--data-dir",
        "/no/such\n\u{1b}[31m",
        "--backup-to",
        "/no/copy",
    ]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let expected = "versus2048-server: there is no journal /no/such  [31m/journal.db; \
        name its directory with --data-dir\n";
    assert_eq!(stderr, expected);
}

#[test]
fn wrong_usage_is_said_with_code_2() {
    check(&["--max-tables", "0"], 2, "--max-tables");
    check(&["--silence-timeout-s", "1"], 2, "--ping-interval-s");
    check(&["play"], 2, "play");
    let no_file = ["--config", "/no/such/file", "--print-config"];
    check(&no_file, 2, "can't read the configuration /no/such/file");
    check(
        &["--health-check", "--print-config"],
        2,
        "cannot be used with",
    );
}

#[test]
fn a_wrong_variable_is_said_with_code_2() {
    let said = [
        (
            "VERSUS2048_MAX_TABLES",
            "max_tables is 0; it takes a whole number from 1 to 1000000",
        ),
        (
            "VERSUS2048_MAX_TABLE",
            "there is no such setting; did you mean VERSUS2048_MAX_TABLES?",
        ),
    ];
    for (name, said) in said {
        let output = Command::new(PROGRAM).env(name, "0").output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            stderr,
            format!("versus2048-server: variable {name}: {said}\n")
        );
    }
}

#[test]
fn what_holds_is_printed_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("server.toml");
    let printed = run(&["--print-config", "--max-tables", "7"]).stdout;
    std::fs::write(&path, &printed).unwrap();
    let output = run(&["--print-config", "--config", path.to_str().unwrap()]);
    assert!(output.status.success());
    let values = |text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        let lines = text
            .lines()
            .map(|line| line.split("  # ").next().unwrap().to_owned());
        lines.collect::<Vec<_>>()
    };
    assert!(values(&printed).contains(&"max_tables = 7".to_owned()));
    assert_eq!(values(&output.stdout), values(&printed));
}

#[test]
fn a_journal_that_is_not_there_cannot_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data_dir, copy) = (path("data"), path("copy.db"));
    let copying = ["--data-dir", &data_dir, "--backup-to", &copy];
    check(
        &copying,
        1,
        &format!("there is no journal {data_dir}/journal.db;"),
    );
    std::fs::create_dir(&data_dir).unwrap();
    std::fs::write(path("data/journal.db"), "no journal").unwrap();
    check(&copying, 1, "is not a journal");
    assert!(!std::path::Path::new(&copy).exists());
}

#[test]
fn metrics_are_told_on_a_listener_of_their_own() {
    let mut program = Program::start_with(&["--admin-listen", "127.0.0.1:0"], Stdio::piped());
    let log = BufReader::new(program.child.stderr.take().unwrap());
    let line = log
        .lines()
        .map(Result::unwrap)
        .find(|it| it.contains("metrics are told"));
    let (_, address) = line.as_deref().unwrap().rsplit_once("address=").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = "GET /metrics HTTP/1.1\r\nhost: admin\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let page = std::io::read_to_string(stream).unwrap();
    assert!(page.contains("\nversus2048_connections 0\n"), "{page}");
}

#[test]
fn help_has_an_example() {
    let output = run(&["--help"]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(
        help.contains("versus2048-server --listen 127.0.0.1:8080"),
        "{help}"
    );
}

#[test]
fn a_health_check_asks_the_running_server() {
    let program = Program::start();
    let address = program.address.clone();
    check(&["--listen", &address, "--health-check"], 0, "");
    drop(program);
    check(&["--listen", &address, "--health-check"], 1, "no answer");
}

#[test]
fn a_health_check_says_why_nobody_is_taken() {
    let program = Program::start_with(&["--max-connections", "1"], Stdio::null());
    let _client = stubborn_client(&program.address);
    let why = "accepts no players now: the server has as many connections as it takes";
    check(&["--listen", &program.address, "--health-check"], 1, why);
}
