//! Files of other versions, and files that are no journals.

use std::fs;

use super::*;

/// This program's versions and one more.
const NEXT: Schema = Schema(&[
    Schema::CURRENT.0[0],
    Schema::CURRENT.0[1],
    &[schema::Step::Sql(
        "ALTER TABLE players ADD COLUMN best INTEGER; CREATE TABLE extra (one INTEGER) STRICT;",
    )],
]);

fn version_in(file: &Path) -> i64 {
    let connection = Connection::open(file).expect("the file");
    schema::version(&connection).expect("a version")
}

#[test]
fn an_older_one_is_brought_up_to_date_and_a_copy_is_kept() {
    let dir = directory();
    let sample = Sample::new(1);
    write(dir.path(), [sample.opened()]);
    let database = Database::open_as(dir.path(), NEXT).expect("a journal");
    let mut store = Store::open(Log::new(database, None)).expect("its log");
    let contents = startup::read_contents(&mut store, ENDED_AT).expect("what was written");
    assert_eq!(contents.tables, [(sample.table.clone(), Vec::new())]);
    drop(store);
    assert_eq!(version_in(&dir.path().join("journal.db")), 3);
    let copy = dir.path().join("journal.db.v2-backup");
    assert_eq!(version_in(&copy), 2);

    let error = Database::open(dir.path()).expect_err("it is newer");
    assert!(
        matches!(
            error,
            OpenError::Newer {
                found: 3,
                known: 2,
                ..
            }
        ),
        "{error}"
    );

    fs::rename(&copy, dir.path().join("journal.db")).expect("a restored copy");
    let contents = stock(dir.path()).expect("what was written");
    assert_eq!(contents.tables, [(sample.table, Vec::new())]);
}

#[test]
fn a_migration_that_fails_changes_nothing() {
    const BROKEN: Schema = Schema(&[
        Schema::CURRENT.0[0],
        Schema::CURRENT.0[1],
        &[schema::Step::Sql("DROP TABLE players; DROP TABLE nothing;")],
    ]);
    let dir = directory();
    write(dir.path(), [Sample::new(1).opened()]);
    Database::open_as(dir.path(), BROKEN).expect_err("there is no such table");
    assert_eq!(stock(dir.path()).expect("a start").tables.len(), 1);
}

/// Makes something of the file and gives what a start says to it.
fn start_with(change: impl FnOnce(&Path)) -> OpenError {
    let dir = directory();
    write(dir.path(), [Sample::new(1).opened()]);
    change(&dir.path().join("journal.db"));
    Database::open(dir.path()).expect_err("it is refused")
}

fn execute(file: &Path, sql: &str) {
    let connection = Connection::open(file).expect("the file");
    connection.execute_batch(sql).expect("a change");
}

#[test]
fn what_is_no_journal_is_not_touched() {
    let foreign: [fn(&Path); 4] = [
        |file| {
            let text = "nothing of ours, and longer than a header of a hundred bytes ";
            fs::write(file, text.repeat(9)).expect("a file");
        },
        |file| fs::write(file, "short").expect("a file"),
        |file| execute(file, "PRAGMA application_id = 7"),
        |file| {
            fs::remove_file(file).expect("it was there");
            fs::create_dir(file).expect("a directory");
        },
    ];
    for change in foreign {
        let error = start_with(change);
        assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
    }
}

#[test]
fn what_is_a_damaged_journal_is_told_from_a_new_one() {
    let damaged: [fn(&Path); 7] = [
        |file| fs::write(file, "").expect("a file"),
        |file| {
            let half = fs::metadata(file).expect("it is there").len() / 2;
            let file = fs::OpenOptions::new()
                .write(true)
                .open(file)
                .expect("the file");
            file.set_len(half).expect("half of it");
        },
        |file| execute(file, "PRAGMA user_version = 0"),
        |file| execute(file, "DROP INDEX finished_by_end"),
        |file| execute(file, "CREATE TABLE more (one INTEGER)"),
        |file| execute(file, "DELETE FROM journal"),
        |file| {
            fs::write(file.with_extension("db-wal"), "a log").expect("a file");
            fs::remove_file(file).expect("it was there");
        },
    ];
    for (number, change) in damaged.into_iter().enumerate() {
        let error = start_with(change);
        assert!(
            matches!(error, OpenError::Damaged { .. }),
            "{number}: {error}"
        );
    }
}

#[test]
fn each_refusal_says_what_to_do() {
    let error = start_with(|file| execute(file, "PRAGMA user_version = 0")).to_string();
    for part in [
        "journal.db is damaged: ",
        "keep a copy",
        "restore a backup",
        "--data-dir",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_file_that_was_half_made_is_made_again() {
    let dir = directory();
    for name in ["journal.db.new", "journal.db.new-journal"] {
        fs::write(dir.path().join(name), "half").expect("a file");
    }
    drop(Database::open(dir.path()).expect("a journal"));
    let names = fs::read_dir(dir.path()).expect("the directory");
    let mut names: Vec<_> = names
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["journal.db", "lock"]);
}
