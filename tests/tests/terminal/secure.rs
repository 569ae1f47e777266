//! Secure connections: played over, and refused with a sentence.

mod front;

use std::fs;
use std::net::SocketAddr;

use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_tests::{Home, TestServer, eager};

use crate::SIZE;
use crate::keys::moves;
use crate::online::at_once;
use crate::secure::front::Authority;

/// A person who trusts an authority.
fn trusting(authority: &Authority) -> Home {
    let home = Home::new();
    fs::write(home.trusted(), authority.pem()).expect("the home can be written to");
    home
}

#[tokio::test]
async fn a_match_a_list_and_a_replay_go_over_a_secure_connection() {
    let server = TestServer::start();
    let authority = Authority::new();
    let front = authority.front("localhost", server.address);
    let secure = format!("wss://localhost:{}", front.port());
    let home = trusting(&authority);
    let options = Options {
        target: Some(8),
        ..at_once()
    };
    let mut bo = server.player("Bo").await;
    let code = bo.create(options).await;
    let list = home.run(&["list", "--server", &secure]);
    assert!(list.stdout.contains(&code.to_string()), "{list:?}");

    let place = format!("{secure}/{code}");
    let terminal = home.terminal(&["join", &place, "--ascii"], SIZE);
    bo.until_phase(Phase::Ready).await;
    bo.ready().await;
    bo.until_phase(Phase::Playing).await;
    terminal.wait_until("two new boards", |screen| moves(screen) == [0, 0]);
    bo.play(eager).await;
    terminal.wait_for("Bo wins");
    let id = bo.until_over().await.id.to_string();

    let url = format!("https://localhost:{}/v1/replays/{id}", front.port());
    let ran = home.run(&["verify", &url]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut replay = home.terminal(&["replay", &id, "--server", &secure], SIZE);
    replay.wait_for("move ");
    replay.type_text("q");
    assert_eq!(replay.exit_code(), Some(0));
}

/// Both the connection of a match and a single request are refused, with the same sentence.
#[track_caller]
fn check_refused(home: &Home, scheme: &str, address: SocketAddr, sentence: &str) {
    let server = format!("{scheme}://localhost:{}", address.port());
    let mut terminal = home.terminal(&["create", "--server", &server], SIZE);
    assert_eq!(terminal.exit_code(), Some(1), "{}", terminal.screen());
    terminal.wait_for(sentence);
    terminal.assert_restored();
    let ran = home.run(&["list", "--server", &server]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    if scheme == "wss" {
        assert!(ran.stderr.contains(sentence), "{ran:?}");
    }
}

#[test]
fn whoever_cannot_be_trusted_is_told_from_whoever_makes_no_secure_connection() {
    let server = TestServer::start();
    let authority = Authority::new();
    let home = trusting(&authority);
    let right = authority.front("localhost", server.address);
    let elsewhere = authority.front("example.org", server.address);
    let expired = authority.expired_front("localhost", server.address);
    check_refused(
        &Home::new(),
        "wss",
        right,
        "Nobody whom this machine trusts",
    );
    check_refused(&home, "wss", elsewhere, "that of another host");
    check_refused(&home, "wss", expired, "not valid at this time");
    check_refused(&home, "wss", server.address, "makes no secure connections");
    check_refused(&home, "ws", right, "no match server, or a secure one");
}
