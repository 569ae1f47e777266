//! A journal of version 1 comes over wholly.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ToSql, params_from_iter};
use serde::Serialize;
use versus2048_protocol::game::{Event, Reason};

use super::*;
use crate::journal::sqlite::checksum::checksum;

/// Version 1 alone.
const FIRST: Schema = Schema(Schema::CURRENT.0.split_at(1).0);

/// Writes a row as version 1 did.
fn put(connection: &Connection, table: &str, columns: &[&dyn ToSql]) {
    let mut values: Vec<_> = columns
        .iter()
        .map(|column| match column.to_sql() {
            Ok(ToSqlOutput::Borrowed(value)) => {
                rusqlite::types::Value::try_from(value).expect("text")
            }
            Ok(ToSqlOutput::Owned(value)) => value,
            other => panic!("{other:?}"),
        })
        .collect();
    values.push(1.into());
    let sum = checksum(table, values.iter().map(ValueRef::from));
    values.push(sum.to_vec().into());
    let places = vec!["?"; values.len()].join(", ");
    let sql = format!("INSERT INTO {table} VALUES ({places})");
    connection
        .execute(&sql, params_from_iter(values))
        .expect("a row");
}

fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("it has a text")
}

fn put_table(connection: &Connection, sample: &Sample) {
    let code = sample.table.code.as_str();
    put(connection, "tables", &[&code, &json(&sample.table)]);
}

fn put_match(connection: &Connection, sample: &Sample, events: &[Event]) {
    let game = sample.id();
    put(
        connection,
        "matches",
        &[game.as_bytes(), &json(&sample.begun)],
    );
    for (seq, event) in (1_i64..).zip(events) {
        put(connection, "events", &[game.as_bytes(), &seq, &json(event)]);
    }
}

fn put_head(connection: &Connection, sample: &Sample, events: i64) {
    put(connection, "heads", &[sample.id().as_bytes(), &events]);
}

fn put_result(connection: &Connection, sample: &Sample) {
    let (game, result) = (sample.id(), &sample.result);
    let [zero, one] = result.players.0.map(crate::identity::PlayerId::as_uuid);
    let listed = i64::from(result.is_listed);
    put(
        connection,
        "results",
        &[
            game.as_bytes(),
            &result.ended_at,
            &listed,
            zero.as_bytes(),
            one.as_bytes(),
            &json(result),
        ],
    );
}

/// A journal of version 1 with everything that there can be, as a crash leaves it: a table in waiting,
/// one with a match of six events, one whose match is over, a finished match, a match without a table.
fn journal_of_version_1() -> (TempDir, [Sample; 5]) {
    let dir = directory();
    drop(Database::open_as(dir.path(), FIRST).expect("a journal"));
    let samples = [1, 2, 3, 4, 5].map(Sample::new);
    let [waiting, playing, over, finished, orphan] = &samples;
    let connection = raw(dir.path());
    for sample in [waiting, playing, over] {
        put_table(&connection, sample);
    }
    for sample in [playing, orphan] {
        put_match(&connection, sample, &sample.events[..6]);
        put_head(&connection, sample, 6);
    }
    for sample in [over, finished] {
        put_match(&connection, sample, &sample.events);
        put_result(&connection, sample);
    }
    (dir, samples)
}

#[test]
fn everything_comes_over() {
    let (dir, [waiting, playing, over, finished, orphan]) = journal_of_version_1();
    let contents = stock(dir.path()).expect("a journal");
    let expected = [
        (waiting.table.clone(), Vec::new()),
        (playing.table.clone(), playing.events[..6].to_vec()),
    ];
    assert_eq!(contents.tables, expected);
    for sample in [&over, &finished, &orphan] {
        let replay = find_in(dir.path(), sample)
            .expect("its row")
            .expect("it is kept");
        assert!(replay.verify().is_ok());
        let is_orphan = sample.id() == orphan.id();
        assert_eq!(replay.result.reason == Reason::Aborted, is_orphan);
    }
    // And it goes on from there.
    let further = playing.batch(
        (7..)
            .zip(&playing.events[6..])
            .map(|(seq, event)| crate::journal::Write::Event {
                seq,
                event: event.clone(),
            })
            .collect(),
    );
    commit(&mut journal(dir.path()), [further], &[]);
    assert!(dir.path().join("journal.db.v1-backup").exists());
}

#[test]
fn damage_in_what_is_open_is_refused_and_changes_nothing() {
    for statement in [
        "DELETE FROM events WHERE seq = 3",
        "DELETE FROM events WHERE seq = 6",
        "DELETE FROM heads",
        "UPDATE tables SET body = body || ' '",
    ] {
        let (dir, _) = journal_of_version_1();
        raw(dir.path()).execute(statement, []).expect("a change");
        let found = stock(dir.path());
        assert!(
            matches!(found, Err(OpenError::Damaged { .. })),
            "{statement}: {found:?}"
        );
        let version = schema::version(&raw(dir.path())).expect("a version");
        assert_eq!(version, 1, "{statement}");
    }
}

#[test]
fn a_finished_match_that_is_damaged_is_left_in_the_copy() {
    let (dir, [.., over, finished, _]) = journal_of_version_1();
    let sql = "DELETE FROM events WHERE seq = 3 AND game = ?1";
    let deleted = raw(dir.path()).execute(sql, [finished.id().as_bytes()]);
    assert_eq!(deleted, Ok(1));
    assert_eq!(stock(dir.path()).expect("a journal").tables.len(), 2);
    assert!(find_in(dir.path(), &over).expect("its row").is_some());
    assert_eq!(find_in(dir.path(), &finished).expect("no row"), None);
}
