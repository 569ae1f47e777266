//! What is on the disk is not what was written: it is refused, and never taken for something else.

use std::cell::Cell;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rusqlite::types::Value;

use super::*;

/// Every column of the rows of the log.
const LOG: [&str; 4] = ["number", "body", "format", "checksum"];

/// Every column of the row that a replay is made of.
const FINISHED: [&str; 10] = [
    "game",
    "ended_at",
    "listed",
    "zero",
    "one",
    "header",
    "format",
    "checksum",
    "moves",
    "moves_checksum",
];

/// Flips a bit in this column of a row of a table.
fn flip(dir: &Path, table: &str, column: &str, row: &str) {
    let connection = raw(dir);
    let read = format!("SELECT {column} FROM {table} WHERE {row}");
    let value = match connection.query_row(&read, [], |row| row.get(0)) {
        Ok(Value::Integer(number)) => Value::Integer(number ^ (1 << 20)),
        Ok(Value::Blob(mut bytes)) => {
            bytes[0] ^= 1;
            Value::Blob(bytes)
        }
        Ok(Value::Text(text)) if text.is_empty() => Value::Text("[]".into()),
        Ok(Value::Text(text)) => {
            let mut bytes = text.into_bytes();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            Value::Text(String::from_utf8(bytes).expect("still ASCII"))
        }
        other => panic!("{table} has no {column}: {other:?}"),
    };
    let write = format!("UPDATE {table} SET {column} = ?1 WHERE {row}");
    let changed = connection.execute(&write, [value]).expect("a change");
    assert_eq!(changed, 1, "{table}.{column}");
}

fn is_damage<T: std::fmt::Debug>(found: &Result<T, OpenError>) -> bool {
    matches!(found, Err(OpenError::Damaged { .. }))
}

/// A journal of a table with a match of so many events, each a commit of its own: the rows 1 to one
/// more than that.
fn playing(dir: &Path, events: usize) {
    let sample = Sample::new(1);
    write(
        dir,
        std::iter::once(sample.opened()).chain(sample.played_one_by_one(events)),
    );
}

#[test]
fn a_flipped_bit_in_the_log_is_found_at_the_start() {
    for column in LOG {
        // The empty ones at its ends too.
        for row in 0..=6 {
            let dir = directory();
            playing(dir.path(), 4);
            flip(dir.path(), "log", column, &format!("number = {row}"));
            let found = stock(dir.path());
            assert!(is_damage(&found), "{column} of row {row}: {found:?}");
        }
    }
}

#[test]
fn a_flipped_bit_in_a_finished_match_is_found_when_it_is_read() {
    for column in FINISHED {
        let dir = directory();
        let sample = Sample::new(1);
        write(dir.path(), [sample.finished()]);
        flip(dir.path(), "finished", column, "true");
        // It keeps nobody from playing.
        assert_eq!(stock(dir.path()).expect("a start").tables, []);
        match find_in(dir.path(), &sample) {
            // Nothing is under this id any more, and what is under the other one does not hold.
            Ok(None) if column == "game" => {}
            found => assert!(
                matches!(found, Err(ReadError::Damaged(_))),
                "{column}: {found:?}"
            ),
        }
    }
}

#[test]
fn a_finished_match_under_the_id_of_another_is_found() {
    let dir = directory();
    let (sample, other) = (Sample::new(1), Sample::new(2));
    write(dir.path(), [sample.finished()]);
    let moved = raw(dir.path()).execute("UPDATE finished SET game = ?1", [other.id().as_bytes()]);
    assert_eq!(moved, Ok(1));
    let found = find_in(dir.path(), &other);
    assert!(matches!(found, Err(ReadError::Damaged(_))), "{found:?}");
}

#[test]
fn rows_that_are_missing_are_found_wherever_they_were() {
    for rows in [
        "number = 0",
        "number = 1",
        "number <= 1",
        "number = 3",
        "number IN (2, 3)",
        "number = 5",
        "number = 6",
        "number >= 5",
        "number >= 4",
        "number > 0",
        "true",
    ] {
        let dir = directory();
        playing(dir.path(), 4);
        let deleted = raw(dir.path()).execute(&format!("DELETE FROM log WHERE {rows}"), []);
        assert!(deleted.expect("a change") > 0);
        let found = stock(dir.path());
        assert!(is_damage(&found), "{rows}: {found:?}");
    }
}

#[test]
fn rows_that_changed_places_are_found() {
    let dir = directory();
    playing(dir.path(), 4);
    let swap = "UPDATE log SET number = -1 WHERE number = 3; \
                UPDATE log SET number = 3 WHERE number = 4; \
                UPDATE log SET number = 4 WHERE number = -1;";
    raw(dir.path()).execute_batch(swap).expect("a change");
    assert!(is_damage(&stock(dir.path())));
}

#[test]
fn events_that_the_rules_do_not_allow_are_found_though_their_checksums_hold() {
    let (sample, other) = (Sample::new(1), Sample::new(2));
    let dir = directory();
    let mut foreign = sample.clone();
    foreign.events.clone_from(&other.events);
    write(dir.path(), [sample.opened(), foreign.played(6)]);
    assert!(is_damage(&stock(dir.path())));
}

#[test]
fn a_table_and_a_match_of_different_things_are_found() {
    let (sample, mut other) = (Sample::new(1), Sample::new(1));
    let dir = directory();
    other.begun.code = Sample::new(2).table.code;
    write(dir.path(), [sample.opened(), other.played(6)]);
    assert!(is_damage(&stock(dir.path())));
}

#[test]
fn what_the_rules_do_not_allow_has_no_replay_and_keeps_nobody_from_playing() {
    let (sample, other) = (Sample::new(1), Sample::new(2));
    let dir = directory();
    let mut foreign = sample.clone();
    foreign.events.clone_from(&other.events);
    write(dir.path(), [foreign.finished(), other.opened()]);
    assert_eq!(find_in(dir.path(), &sample).expect("its row"), None);
    assert_eq!(stock(dir.path()).expect("a start").tables.len(), 1);
}

#[test]
fn a_damaged_player_is_left_out_and_the_others_come_back() {
    for column in ["token", "id", "used_at", "format", "checksum"] {
        let dir = directory();
        let [zero, one] = Seat::ALL.map(|seat| {
            let number = i64::from(seat.number());
            stored_player(seat, ENDED_AT / 1000 - 10 * number)
        });
        let mut store = journal(dir.path());
        commit(&mut store, [], &[zero]);
        flip(dir.path(), "players", column, "true");
        commit(&mut store, [], &[one]);
        drop(store);
        let players = stock(dir.path()).expect("a start").players;
        assert_eq!(players, [one], "{column}");
    }
}

#[test]
fn a_match_that_loses_its_table_is_ended() {
    let dir = directory();
    let (closed, replaced) = (Sample::new(1), Sample::new(2));
    let mut next = replaced.table.clone();
    next.game = Sample::new(3).table.game;
    write(
        dir.path(),
        [
            closed.opened(),
            closed.played(6),
            closed.batch(vec![crate::journal::Write::TableClosed(closed.table.code)]),
            replaced.opened(),
            replaced.played(6),
            replaced.batch(vec![crate::journal::Write::Table(Box::new(next.clone()))]),
        ],
    );
    let tables = stock(dir.path()).expect("a start").tables;
    assert_eq!(tables, [(next, Vec::new())]);
    for sample in [closed, replaced] {
        let replay = find_in(dir.path(), &sample)
            .expect("its row")
            .expect("it is kept");
        assert_eq!(
            replay.result.reason,
            versus2048_protocol::game::Reason::Aborted
        );
        assert!(replay.verify().is_ok());
    }
}

/// Flips random bits of a file, and gives how often something was read then and how often refused;
/// `read` says whether it is what was written.
fn flip_at_random(file: &[u8], cases: u32, read: impl Fn(&[u8]) -> Option<bool>) -> (u32, u32) {
    let flips = prop::collection::vec(0..file.len() * 8, 1..4);
    let (same, refused) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let flipped = runner.run(&flips, |bits| {
        let mut bytes = file.to_vec();
        for bit in bits {
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        match read(&bytes) {
            Some(is_same) => {
                prop_assert!(is_same);
                same.set(same.get() + 1);
            }
            None => refused.set(refused.get() + 1),
        }
        Ok(())
    });
    flipped.expect("nothing else is read");
    (same.get(), refused.get())
}

#[test]
fn random_flips_in_the_file_never_give_another_replay() {
    let dir = directory();
    let sample = Sample::new(1);
    write(dir.path(), [sample.opened(), sample.finished()]);
    let file = dir.path().join("journal.db");
    let whole = fs::read(&file).expect("the file");
    let replay = || find_in(dir.path(), &sample).ok()?;
    let expected = replay().expect("it has ended");
    let (same, refused) = flip_at_random(&whole, 150, |bytes| {
        fs::write(&file, bytes).expect("the file");
        Some(replay()? == expected)
    });
    assert!(same > 0 && refused > 0, "{same} read, {refused} refused");
}

#[test]
fn random_flips_in_the_file_never_give_another_table() {
    let dir = directory();
    let (waiting, playing) = (Sample::new(1), Sample::new(2));
    let batches = [waiting.opened(), playing.opened(), playing.played(9)];
    write(dir.path(), batches);
    let whole = fs::read(dir.path().join("journal.db")).expect("the file");
    let expected = stock(dir.path()).expect("what was written").tables;
    let (same, refused) = flip_at_random(&whole, 100, |bytes| {
        let dir = directory();
        fs::write(dir.path().join("journal.db"), bytes).expect("the file");
        Some(stock(dir.path()).ok()?.tables == expected)
    });
    assert!(same > 0 && refused > 0, "{same} read, {refused} refused");
}
