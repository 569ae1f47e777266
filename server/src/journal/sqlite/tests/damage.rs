//! What is on the disk is not what was written: it is refused, and never taken for something else.

use std::cell::Cell;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rusqlite::types::Value;

use super::*;

/// Every column of the rows that a start reads.
const OPEN: [(&str, &[&str]); 4] = [
    ("tables", &["code", "body", "format", "checksum"]),
    ("matches", &["id", "body", "format", "checksum"]),
    ("events", &["game", "seq", "body", "format", "checksum"]),
    ("heads", &["game", "seq", "format", "checksum"]),
];

/// Every column of the rows that a replay is made of.
const FINISHED: [(&str, &[&str]); 3] = [
    ("matches", &["body", "format", "checksum"]),
    ("events", &["game", "seq", "body", "format", "checksum"]),
    (
        "results",
        &[
            "ended_at", "listed", "zero", "one", "body", "format", "checksum",
        ],
    ),
];

/// Flips a bit in this column of the only row of a table, or of the first event.
fn flip(dir: &Path, table: &str, column: &str) {
    let connection = raw(dir);
    let read = format!("SELECT {column} FROM {table} LIMIT 1");
    let value = match connection.query_row(&read, [], |row| row.get(0)) {
        Ok(Value::Integer(number)) => Value::Integer(number ^ (1 << 20)),
        Ok(Value::Blob(mut bytes)) => {
            bytes[0] ^= 1;
            Value::Blob(bytes)
        }
        Ok(Value::Text(text)) => {
            let mut bytes = text.into_bytes();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            Value::Text(String::from_utf8(bytes).expect("still ASCII"))
        }
        other => panic!("{table} has no {column}: {other:?}"),
    };
    let one = if table == "events" { "seq = 1" } else { "true" };
    let write = format!("UPDATE {table} SET {column} = ?1 WHERE {one}");
    let changed = connection.execute(&write, [value]).expect("a change");
    assert_eq!(changed, 1, "{table}.{column}");
}

fn is_damage<T: std::fmt::Debug>(found: &Result<T, OpenError>) -> bool {
    matches!(found, Err(OpenError::Damaged { .. }))
}

#[test]
fn a_flipped_bit_in_what_is_open_is_found_at_the_start() {
    for (table, columns) in OPEN {
        for column in columns {
            let dir = directory();
            let sample = Sample::new(1);
            write(dir.path(), &[sample.opened(), sample.played(6)]);
            flip(dir.path(), table, column);
            let found = stock(dir.path());
            assert!(is_damage(&found), "{table}.{column}: {found:?}");
        }
    }
}

#[test]
fn a_flipped_bit_in_a_finished_match_is_found_when_it_is_read() {
    for (table, columns) in FINISHED {
        for column in columns {
            let dir = directory();
            let sample = Sample::new(1);
            write(dir.path(), &[sample.finished()]);
            flip(dir.path(), table, column);
            // It keeps nobody from playing.
            assert_eq!(stock(dir.path()).expect("a start").tables, []);
            let replay = find_in(dir.path(), &sample).and_then(|found| match found {
                Some(finished) => finished.replay().map(drop),
                None => Ok(()),
            });
            let is_damage = matches!(replay, Err(ReadError::Damaged(_)));
            assert!(is_damage, "{table}.{column}: {replay:?}");
        }
    }
}

#[test]
fn a_row_that_is_missing_is_found() {
    let sample = Sample::new(1);
    for row in [
        "events WHERE seq = 1",
        "events WHERE seq = 4",
        "events WHERE seq = 6",
        "heads",
        "matches",
        "events",
    ] {
        let dir = directory();
        write(dir.path(), &[sample.opened(), sample.played(6)]);
        let deleted = raw(dir.path()).execute(&format!("DELETE FROM {row}"), []);
        assert!(deleted.expect("a change") > 0);
        let found = stock(dir.path());
        assert!(is_damage(&found), "{row}: {found:?}");
    }
    let last = sample.events.len();
    for row in [
        "seq = 1".to_owned(),
        "seq = 5".into(),
        format!("seq = {last}"),
    ] {
        let dir = directory();
        write(dir.path(), &[sample.finished()]);
        let deleted = raw(dir.path()).execute(&format!("DELETE FROM events WHERE {row}"), []);
        assert_eq!(deleted, Ok(1));
        let replay = find_in(dir.path(), &sample)
            .and_then(|found| found.expect("its other rows are there").replay());
        assert!(
            matches!(replay, Err(ReadError::Damaged(_))),
            "{row}: {replay:?}"
        );
    }
}

#[test]
fn events_that_the_rules_do_not_allow_are_found_though_their_checksums_hold() {
    let (sample, other) = (Sample::new(1), Sample::new(2));
    let dir = directory();
    let mut foreign = sample.clone();
    foreign.events.clone_from(&other.events);
    write(dir.path(), &[sample.opened(), foreign.played(6)]);
    assert!(is_damage(&stock(dir.path())));
}

#[test]
fn a_table_and_a_match_of_different_things_are_found() {
    let (sample, other) = (Sample::new(1), Sample::new(2));
    let dir = directory();
    let mut table = sample.table.clone();
    table.code = other.table.code;
    let opened = sample.batch(vec![crate::journal::Write::Table(Box::new(table))]);
    write(dir.path(), &[opened, sample.played(6)]);
    assert!(is_damage(&stock(dir.path())));
}

#[test]
fn a_damaged_player_is_left_out_and_the_others_come_back() {
    for column in ["token", "id", "used_at", "format", "checksum"] {
        let dir = directory();
        let [zero, one] = Seat::ALL.map(|seat| {
            let number = i64::from(seat.number());
            stored_player(seat, ENDED_AT / 1000 - 10 * number)
        });
        let mut database = Database::open(dir.path()).expect("a journal");
        database.commit(1, &[], &[zero]).expect("a commit");
        flip(dir.path(), "players", column);
        database.commit(1, &[], &[one]).expect("a commit");
        drop(database);
        let players = stock(dir.path()).expect("a start").players;
        assert_eq!(players, [one], "{column}");
    }
}

#[test]
fn a_match_without_a_table_is_ended_and_a_damaged_one_is_left() {
    let dir = directory();
    let (whole, damaged) = (Sample::new(1), Sample::new(2));
    write(dir.path(), &[whole.played(6), damaged.played(6)]);
    let id = damaged.id();
    let sql = "DELETE FROM events WHERE game = ?1 AND seq = 3";
    let deleted = raw(dir.path()).execute(sql, [id.as_bytes()]);
    assert_eq!(deleted, Ok(1));
    assert_eq!(stock(dir.path()).expect("a start").tables, []);
    let found = find_in(dir.path(), &whole).expect("its rows");
    let replay = found.expect("it is kept").replay().expect("it holds");
    let replay = replay.expect("it has ended");
    assert_eq!(
        replay.result.reason,
        versus2048_protocol::game::Reason::Aborted
    );
    assert!(replay.verify().is_ok());
    let left = find_in(dir.path(), &damaged);
    assert!(matches!(left, Err(ReadError::Damaged(_))), "{left:?}");
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
    write(dir.path(), &[sample.opened(), sample.finished()]);
    let file = dir.path().join("journal.db");
    let whole = fs::read(&file).expect("the file");
    let replay = || {
        let found = find_in(dir.path(), &sample).ok()??;
        found.replay().ok()?
    };
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
    write(dir.path(), &batches);
    let whole = fs::read(dir.path().join("journal.db")).expect("the file");
    let expected = stock(dir.path()).expect("what was written").tables;
    let (same, refused) = flip_at_random(&whole, 100, |bytes| {
        let dir = directory();
        fs::write(dir.path().join("journal.db"), bytes).expect("the file");
        Some(stock(dir.path()).ok()?.tables == expected)
    });
    assert!(same > 0 && refused > 0, "{same} read, {refused} refused");
}
