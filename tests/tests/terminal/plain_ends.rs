//! The client in lines of text where something ends: the connection, the listener, the speaker.

use std::fs;

use rustix::process::Signal;
use versus2048_protocol::game::{Reason, Seat};
use versus2048_protocol::rules::Options;
use versus2048_tests::{Home, TestPipe, TestPlayer, TestProxy, TestServer};

fn at_once() -> Options {
    Options {
        countdown_s: 0,
        ..Options::default()
    }
}

/// A match of a pipe with Ana, over a line that can be cut.
async fn over_a_line(server: &TestServer) -> (TestPipe, TestPlayer, TestProxy) {
    let line = TestProxy::to(server.address);
    let mut ana = server.player("Ana").await;
    let code = ana.create(at_once()).await;
    let place = format!("{}/{code}", line.address);
    let mut pipe = TestPipe::new(&["join", &place, "--plain"]);
    pipe.wait_for("the other is Ana");
    ana.ready().await;
    pipe.wait_for("Go!");
    (pipe, ana, line)
}

/// How many moves the pipe's player has made, as Ana was told.
async fn moves_of(ana: &mut TestPlayer) -> u32 {
    ana.settle().await;
    ana.view().boards()[Seat::One].turn
}

#[tokio::test]
async fn moves_that_come_while_the_connection_is_lost_are_told_to_wait_and_made_afterwards() {
    let server = TestServer::start();
    let (mut pipe, mut ana, line) = over_a_line(&server).await;
    line.cut();
    pipe.wait_for_message("Connection lost");
    pipe.say("status");
    pipe.wait_for("playing");
    for _ in 0..5 {
        pipe.say("left up right down");
    }
    pipe.say("board");
    pipe.wait_for_message("moves wait until the match runs");
    assert_eq!(moves_of(&mut ana).await, 0);
    line.mend(server.address);
    pipe.wait_for_message("Connected again");
    let board = pipe.wait_for("you: score ");
    let moves = moves_of(&mut ana).await;
    // Of twenty moves in a circle some change nothing, and each of those is told.
    assert!(board.contains(&format!(", {moves} moves")), "{board}");
    pipe.hang_up();
    let ran = pipe.ended();
    let nothing = ran.stdout.matches("moves nothing").count();
    let waits = ran.stderr.matches("moves wait").count();
    assert_eq!(
        (usize::try_from(moves), waits),
        (Ok(20 - nothing), 1),
        "{ran:?}"
    );
}

#[tokio::test]
async fn ctrl_c_asks_and_a_second_one_leaves() {
    let server = TestServer::start();
    let (mut pipe, mut ana, _line) = over_a_line(&server).await;
    pipe.say("wait-end quit");
    pipe.signal(Signal::INT);
    pipe.wait_for("(yes or no)");
    pipe.say("no");
    pipe.say("left up right down");
    pipe.wait_for("you: ");
    pipe.signal(Signal::INT);
    pipe.wait_for("(yes or no)");
    pipe.signal(Signal::INT);
    let over = ana.until_over().await;
    assert_eq!(
        (over.winner, over.reason),
        (Some(Seat::Zero), Reason::Resigned)
    );
    assert_eq!(pipe.ended().code, Some(0));
}

#[tokio::test]
async fn a_seat_is_kept_where_the_process_is_ended() {
    let server = TestServer::start();
    let (mut pipe, mut ana, _line) = over_a_line(&server).await;
    pipe.say("left up right down");
    pipe.wait_for("you: ");
    pipe.signal(Signal::TERM);
    assert_eq!(pipe.ended().code, Some(0));
    ana.until_presence(Seat::One, false).await;
}

#[test]
fn where_nobody_reads_any_more_the_program_ends_without_a_word() {
    let home = Home::new();
    for script in [
        "yes left | versus2048 solo --plain | head -n 1",
        "versus2048 --plain </dev/null | true",
        "(echo help; sleep 1; echo help) | versus2048 solo --plain | head -n 2 | tail -n 1",
    ] {
        let ran = home.run_script(script);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{script}");
        assert!(ran.stdout.lines().count() <= 1, "{script}: {ran:?}");
    }
}

#[test]
fn a_file_takes_the_lines_and_the_exit_code_tells_how_it_went() {
    let home = Home::new();
    let secret = "5a".repeat(32);
    let script = format!(
        "printf 'left up\\nboard\\nq y\\n' | versus2048 solo --plain --secret {secret} >lines.txt"
    );
    let ran = home.run_script(&script);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
    let lines = fs::read_to_string(home.path().join("lines.txt")).expect("the file is there");
    assert!(
        lines.contains("you: up, merged 4, new 2 at row 2 column 2, score 4\n"),
        "{lines}"
    );
    let ran = home.run_script("versus2048 solo --plain >/dev/full </dev/null");
    assert_eq!(
        (ran.code, ran.stderr.lines().count()),
        (Some(1), 1),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("can't write to stdout"), "{ran:?}");
}

#[test]
fn words_of_a_script_that_lead_to_nothing_are_told_together() {
    let mut pipe = TestPipe::new(&["solo", "--plain"]);
    pipe.say(&"x".repeat(5000));
    pipe.say("yes no yes no yes no");
    pipe.say("later hepl");
    pipe.hang_up();
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{ran:?}");
    assert!(
        lines[0].contains("nothing of this one was taken"),
        "{ran:?}"
    );
    assert!(lines[1].starts_with("yes, no, yes, no and "), "{ran:?}");
    assert!(lines[1].ends_with(" more: nothing was asked"), "{ran:?}");
    assert!(lines[2].starts_with("unknown word “hepl”"), "{ran:?}");
}
