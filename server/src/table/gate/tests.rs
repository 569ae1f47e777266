//! The gate as a value.

use serde_json::Value;
use tokio::sync::oneshot;
use versus2048_protocol::rules::Direction;

use super::*;
use crate::config::Limits;
use crate::metrics::Metrics;
use crate::outbox::{Outbox, OutboxReader, Outgoing};
use crate::table::state::{MadeBy, Table, TableSetup};
use crate::table::telling::IfLost;

const FIRST: ConnectionNumber = ConnectionNumber(1);
const SECOND: ConnectionNumber = ConnectionNumber(2);
const LIMIT: usize = 4;

fn code() -> Code {
    Code::from_bits(1)
}

fn gate() -> Gate {
    Gate::new(code(), LIMIT, Metrics::default())
}

fn arrive(gate: &mut Gate, connection: ConnectionNumber, you: Option<Seat>) -> OutboxReader {
    let (outbox, reader) = Outbox::new(64);
    let viewer = outbox.attach();
    take(
        gate,
        0,
        Telling::Arrived {
            connection,
            you,
            viewer,
        },
    );
    reader
}

/// Lines up one telling that stands behind so many new events.
fn take(gate: &mut Gate, events: usize, telling: Telling) {
    gate.take([(events, telling)]);
    gate.hand_over(events);
}

fn audience(watching: u32) -> Telling {
    Telling::All {
        message: ServerMessage::Audience { watching },
        asker: None,
    }
}

fn asker(connection: ConnectionNumber, re: u64, if_lost: IfLost) -> Asker {
    let re = Some(MessageId::Number(re));
    Asker {
        connection,
        re,
        if_lost,
    }
}

fn pong(connection: ConnectionNumber, re: u64, if_lost: IfLost) -> Telling {
    Telling::One {
        message: ServerMessage::Pong { t: 0 },
        asker: asker(connection, re, if_lost),
    }
}

fn empty_table() -> Box<Snapshot> {
    let setup = TableSetup {
        code: code(),
        options: versus2048_protocol::rules::Options::default(),
        is_listed: true,
        made_by: MadeBy::Creator,
    };
    Table::new(setup, &Limits::DEFAULT, 0).snapshot(0)
}

fn snapshot(asker: Option<Asker>) -> Telling {
    let snapshot = empty_table();
    Telling::Snapshot { snapshot, asker }
}

fn release(gate: &mut Gate, on_disk: u64) -> Vec<String> {
    let mut deeds = Vec::new();
    gate.release(on_disk, &mut |deed| deeds.push(format!("{deed:?}")));
    deeds
}

/// What a reader has got, each message by its type, its number and what it answers.
#[track_caller]
fn check(reader: &mut OutboxReader, expected: &[&str]) {
    let heard: Vec<String> = std::iter::from_fn(|| reader.try_next())
        .map(|outgoing| match outgoing {
            Outgoing::Text(text) => in_short(&serde_json::from_str(&text).expect("JSON")),
            Outgoing::Close(code) => format!("close {}", code.number()),
        })
        .collect();
    assert_eq!(heard, expected);
}

fn in_short(message: &Value) -> String {
    let fields = ["type", "code", "reason", "watching", "you", "re"];
    let present = fields.iter().filter_map(|&field| message.get(field));
    let words: Vec<String> = present
        .filter(|value| **value != code().as_str())
        .map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        })
        .collect();
    words.join(" ")
}

#[test]
fn what_is_told_waits_for_its_number_and_comes_in_order() {
    let mut gate = gate();
    let mut reader = arrive(&mut gate, FIRST, None);
    take(&mut gate, 0, audience(1));
    take(&mut gate, 2, audience(2));
    take(&mut gate, 0, audience(3));
    take(&mut gate, 1, audience(4));
    release(&mut gate, 1);
    check(&mut reader, &["audience 1"]);
    release(&mut gate, 2);
    check(&mut reader, &["audience 2", "audience 3"]);
    assert!(!gate.is_empty());
    release(&mut gate, 3);
    check(&mut reader, &["audience 4"]);
    // A number that comes late takes nothing back.
    release(&mut gate, 1);
    take(&mut gate, 0, audience(5));
    release(&mut gate, 0);
    check(&mut reader, &["audience 5"]);
    assert!(gate.is_empty());
}

#[test]
fn who_comes_in_between_hears_what_comes_behind_it() {
    let mut gate = gate();
    take(&mut gate, 1, audience(1));
    let mut reader = arrive(&mut gate, FIRST, None);
    take(&mut gate, 1, audience(2));
    take(&mut gate, 0, Telling::Gone(FIRST));
    take(&mut gate, 0, audience(3));
    release(&mut gate, 2);
    check(&mut reader, &["audience 2"]);
}

#[test]
fn the_answer_says_what_it_answers_to_the_asker_alone() {
    let mut gate = gate();
    let mut first = arrive(&mut gate, FIRST, Some(Seat::One));
    let mut second = arrive(&mut gate, SECOND, None);
    take(
        &mut gate,
        0,
        snapshot(Some(asker(FIRST, 7, IfLost::Snapshot))),
    );
    take(&mut gate, 0, pong(SECOND, 8, IfLost::Same));
    release(&mut gate, 0);
    check(&mut first, &["match 0 1 7"]);
    check(&mut second, &["match 0 null", "pong 8"]);
}

#[test]
fn it_is_full_for_whom_too_much_waits() {
    let mut gate = gate();
    take(&mut gate, 1, audience(1));
    take(&mut gate, 0, audience(2));
    assert!(!gate.is_full_for(FIRST));
    take(&mut gate, 0, pong(FIRST, 1, IfLost::Same));
    take(&mut gate, 0, pong(FIRST, 2, IfLost::Same));
    assert!(gate.is_full_for(FIRST));
    assert!(!gate.is_full_for(SECOND));
    release(&mut gate, 1);
    assert!(!gate.is_full_for(FIRST));
}

#[test]
fn a_farewell_is_said_once_the_seat_is_free() {
    let mut gate = gate();
    let mut reader = arrive(&mut gate, FIRST, None);
    let mut other = arrive(&mut gate, SECOND, None);
    let (done, mut is_done) = oneshot::channel();
    let asker = asker(FIRST, 3, IfLost::Unavailable);
    let seated = None;
    take(
        &mut gate,
        1,
        Telling::Left(Farewell {
            asker,
            seated,
            done,
        }),
    );
    take(&mut gate, 0, Telling::Closed(ClosedReason::Left));
    assert!(is_done.try_recv().is_err());
    assert_eq!(release(&mut gate, 1), ["Remove"]);
    assert!(is_done.try_recv().is_ok());
    check(&mut reader, &["left 3"]);
    check(&mut other, &["closed left"]);
}

#[test]
fn after_a_failed_commit_what_is_there_is_told_and_the_rest_was_not_done() {
    let mut gate = gate();
    let mut first = arrive(&mut gate, FIRST, Some(Seat::Zero));
    take(&mut gate, 1, audience(1));
    let (turn, dir) = (4, Direction::Up);
    take(
        &mut gate,
        1,
        pong(FIRST, 10, IfLost::Rejected { turn, dir }),
    );
    take(&mut gate, 0, pong(FIRST, 11, IfLost::Same));
    take(
        &mut gate,
        0,
        snapshot(Some(asker(FIRST, 12, IfLost::Snapshot))),
    );
    take(&mut gate, 0, pong(FIRST, 13, IfLost::Unavailable));
    take(&mut gate, 0, audience(2));
    take(&mut gate, 0, Telling::Closed(ClosedReason::Left));
    take(&mut gate, 0, Telling::Deed(Deed::Remove));
    let mut second = arrive(&mut gate, SECOND, None);
    let (reply, mut answer) = oneshot::channel();
    let leaving = Ok(crate::table::Leaving::Seat);
    take(
        &mut gate,
        0,
        Telling::MayLeave {
            answer: leaving,
            reply,
        },
    );

    // The first is on disk for certain, the second one is not known to be.
    let mut deeds = 0;
    gate.release(1, &mut |_| deeds += 1);
    gate.doubt(&mut |_| deeds += 1);
    check(&mut first, &["audience 1"]);
    assert!(gate.is_full_for(FIRST) && gate.is_full_for(SECOND));
    assert!(!gate.is_empty());
    // What doesn't rest on it is told meanwhile.
    take(&mut gate, 0, audience(3));
    release(&mut gate, 0);
    check(&mut first, &["audience 3"]);

    gate.settle(Some(2), &empty_table());
    release(&mut gate, 2);
    check(&mut first, &[]);
    assert_eq!(gate.hand_over(1), 3..=3);
    gate.release(3, &mut |_| deeds += 1);
    check(
        &mut first,
        &[
            "rejected unavailable 10",
            "pong 11",
            "match 0 0 12",
            "error unavailable 13",
        ],
    );
    assert_eq!(deeds, 0);
    assert!(answer.try_recv().is_err());
    assert!(gate.is_empty() && !gate.is_full_for(FIRST));

    // Numbers go on, and who came in between is there too.
    take(&mut gate, 1, audience(4));
    release(&mut gate, 3);
    check(&mut second, &[]);
    release(&mut gate, 4);
    check(&mut second, &["audience 4"]);
}

#[test]
fn after_a_failed_commit_what_is_found_on_disk_is_told_in_its_turn() {
    let mut gate = gate();
    let mut first = arrive(&mut gate, FIRST, Some(Seat::Zero));
    release(&mut gate, 0);
    take(&mut gate, 1, pong(FIRST, 1, IfLost::Unavailable));
    take(&mut gate, 1, pong(FIRST, 2, IfLost::Unavailable));
    gate.doubt(&mut |_| {});
    gate.settle(Some(2), &empty_table());
    gate.hand_over(1);
    release(&mut gate, 3);
    check(&mut first, &["pong 1", "error unavailable 2"]);
}

#[test]
fn who_goes_while_its_arrival_is_in_doubt_is_gone() {
    let mut gate = gate();
    take(&mut gate, 1, audience(1));
    let mut first = arrive(&mut gate, FIRST, None);
    gate.doubt(&mut |_| {});
    assert_eq!(gate.present(), [(FIRST, None)]);
    take(&mut gate, 0, Telling::Gone(FIRST));
    assert_eq!(gate.present(), []);
    gate.settle(None, &empty_table());
    gate.hand_over(1);
    take(&mut gate, 0, audience(2));
    release(&mut gate, 2);
    check(&mut first, &[]);
}

#[test]
fn an_end_at_once_reaches_those_who_wait_for_their_first_snapshot() {
    let mut gate = gate();
    let mut first = arrive(&mut gate, FIRST, None);
    release(&mut gate, 0);
    take(&mut gate, 1, audience(1));
    let mut second = arrive(&mut gate, SECOND, None);
    gate.end_at_once(&[ServerMessage::Unqueued {}]);
    check(&mut first, &["unqueued"]);
    check(&mut second, &["unqueued"]);
}
