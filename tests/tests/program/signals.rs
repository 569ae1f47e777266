//! Signals that do not end the program.

use std::io::{BufRead as _, BufReader, PipeReader};
use std::process::Stdio;

use rustix::process::Signal;
use versus2048_tests::{TestPlayer, TestProgram};

/// Reads the log until a line says this.
fn read_until(log: &mut BufReader<PipeReader>, said: &str) {
    let mut line = String::new();
    while !line.contains(said) {
        line.clear();
        let read = log.read_line(&mut line).expect("the log is text");
        assert_ne!(read, 0, "the log ends before it says {said}");
    }
}

#[tokio::test]
async fn it_goes_on_when_its_terminal_hangs_up() {
    let (log, stderr) = std::io::pipe().expect("this machine has pipes");
    let mut log = BufReader::new(log);
    let server = TestProgram::start(&[], Stdio::null(), stderr);
    read_until(&mut log, "listening");
    let mut ana = TestPlayer::connect(server.address, "Ana", None).await;
    server.signal(Signal::HUP);
    read_until(&mut log, "SIGHUP");
    ana.list().await;
    TestPlayer::connect(server.address, "Bo", None).await;
}
