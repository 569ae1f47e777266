//! Output that nobody takes: it costs lines of the log, and nothing else.

use std::fs::File;
use std::io::{self, PipeWriter};
use std::net::SocketAddr;
use std::process::Stdio;

use rustix::process::Signal;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use versus2048_protocol::game::{Reason, Seat};
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{ClientMessage, Phase};
use versus2048_tests::{
    Home, Key, TestPlayer, TestProgram, address_of_its_own, eager, eventually, full_pipe,
    until_listening,
};

/// More log than an operator ever wants.
const LOUD: [&str; 4] = ["--log", "trace", "--requests-per-second", "1000000"];
/// Moves that each player makes.
const MOVES: usize = 5;

/// Two players begin a match, move, and one resigns: it ends as they want, and nobody aborts it.
async fn play_a_match(server: SocketAddr) {
    let mut ana = TestPlayer::connect(server, "Ana", None).await;
    let mut bo = TestPlayer::connect(server, "Bo", None).await;
    let options = Options {
        countdown_s: 0,
        ..Options::default()
    };
    let code = ana.create(options).await;
    bo.join(&code).await;
    ana.until_phase(Phase::Ready).await;
    for player in [&mut ana, &mut bo] {
        player.ready().await;
    }
    for player in [&mut ana, &mut bo] {
        player.until_phase(Phase::Playing).await;
        for _ in 0..MOVES {
            player.make_chosen(eager).await;
        }
    }
    ana.send(&ClientMessage::Resign {}).await;
    let over = bo.until_over().await;
    assert_eq!(over.winner, Some(Seat::One));
    assert_eq!(over.reason, Reason::Resigned);
}

/// A match is played on a server with such output, and a signal ends the server in good order.
async fn check(stdout: impl Into<Stdio>, stderr: impl Into<Stdio>) {
    let mut server = TestProgram::start(&LOUD, stdout, stderr);
    server.until_it_listens().await;
    play_a_match(server.address).await;
    server.signal(Signal::TERM);
    assert_eq!(server.ended().code(), Some(0));
}

/// A pipe that nobody reads any more.
fn broken_pipe() -> PipeWriter {
    io::pipe().expect("this machine has pipes").1
}

fn full_disk() -> File {
    let disk = File::options().write(true).open("/dev/full");
    disk.expect("this machine has a disk that is always full")
}

/// The number of log lines that were dropped, as the metrics tell it.
async fn dropped_lines(admin: SocketAddr) -> u64 {
    let mut stream = TcpStream::connect(admin).await.expect("metrics are told");
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {admin}\r\n\r\n");
    stream
        .write_all(request.as_bytes())
        .await
        .expect("a request is taken");
    let mut page = String::new();
    stream
        .read_to_string(&mut page)
        .await
        .expect("it is answered");
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("versus2048_log_lines_dropped_total "));
    let number = line.and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| unreachable!("no such number on\n{page}"))
}

#[tokio::test]
async fn a_match_goes_on_when_the_reader_of_the_log_is_gone() {
    check(Stdio::null(), broken_pipe()).await;
    check(broken_pipe(), broken_pipe()).await;
}

#[tokio::test]
async fn a_full_disk_of_the_log_keeps_nobody_from_playing() {
    check(Stdio::null(), full_disk()).await;
    check(full_disk(), full_disk()).await;
}

#[tokio::test]
async fn pipes_that_nobody_reads_hold_up_neither_a_match_nor_the_end() {
    let (_reader, log) = full_pipe();
    check(Stdio::null(), log).await;
    let (_reader, output) = full_pipe();
    let (_reader, log) = full_pipe();
    check(output, log).await;
}

#[tokio::test]
async fn a_terminal_that_is_stopped_holds_up_neither_a_match_nor_the_end() {
    let address = address_of_its_own();
    let listen = address.to_string();
    let args = [["--listen", &listen].as_slice(), &LOUD].concat();
    let mut terminal = Home::new().server_terminal(&args, (120, 30));
    until_listening(address).await;
    terminal.press(&[Key::Ctrl('s')]);
    play_a_match(address).await;
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.exit_code(), Some(0));
}

#[tokio::test]
async fn lines_that_cannot_be_written_are_counted() {
    let (_reader, unread) = full_pipe();
    let (_reader, unread_too) = full_pipe();
    for (stdout, stderr) in [
        (Stdio::null(), Stdio::from(full_disk())),
        (unread.into(), unread_too.into()),
    ] {
        let admin = address_of_its_own();
        let listen = admin.to_string();
        let args = [["--admin-listen", &listen].as_slice(), &LOUD].concat();
        let mut server = TestProgram::start(&args, stdout, stderr);
        until_listening(admin).await;
        // Each request is logged.
        eventually("dropped lines", async || dropped_lines(admin).await > 0).await;
        server.signal(Signal::TERM);
        assert_eq!(server.ended().code(), Some(0));
    }
}

#[tokio::test]
async fn a_server_without_output_still_says_by_its_exit_code_that_it_failed() {
    let taken = TestProgram::start(&[], Stdio::null(), Stdio::null());
    taken.until_it_listens().await;
    let listen = taken.address.to_string();
    let (_reader, unread) = full_pipe();
    for stderr in [broken_pipe(), unread] {
        let mut second = TestProgram::start(&["--admin-listen", &listen], Stdio::null(), stderr);
        assert_eq!(second.ended().code(), Some(1));
    }
}
