//! Copies of a journal that is in use.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::journal::back_up;

#[test]
fn a_copy_of_a_journal_in_use_is_the_journal() {
    let (dir, elsewhere) = (directory(), directory());
    let (playing, over) = (Sample::new(1), Sample::new(2));
    let mut store = journal(dir.path());
    let batches = [playing.opened(), playing.played(4), over.finished()];
    commit(&mut store, batches, &[]);
    let copy = elsewhere.path().join("journal.db");
    back_up(dir.path(), &copy).expect("a copy");
    let mode = fs::metadata(&copy).expect("the copy").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // It is still in use.
    commit(&mut store, [Sample::new(3).opened()], &[]);

    let contents = stock(elsewhere.path()).expect("what was written before");
    assert_eq!(
        contents.tables,
        [(playing.table, playing.events[..4].to_vec())]
    );
    let found = find_in(elsewhere.path(), &over).expect("its rows");
    assert!(found.expect("it is kept").verify().is_ok());
}

#[test]
fn a_copy_of_a_journal_that_nobody_uses_changes_nothing() {
    let (dir, elsewhere) = (directory(), directory());
    write(dir.path(), [Sample::new(1).opened()]);
    back_up(dir.path(), &elsewhere.path().join("copy")).expect("a copy");
    assert_eq!(stock(dir.path()).expect("a start").tables.len(), 1);
}

#[test]
fn no_file_is_overwritten_and_none_is_left_by_a_failure() {
    let (dir, elsewhere) = (directory(), directory());
    let to = elsewhere.path().join("copy");
    assert!(back_up(dir.path(), &to).is_err());
    assert!(!to.exists());
    write(dir.path(), [Sample::new(1).finished()]);
    fs::write(&to, "mine").expect("a file");
    assert!(back_up(dir.path(), &to).is_err());
    assert_eq!(fs::read(&to).expect("the file"), b"mine");

    fs::remove_file(&to).expect("the file");
    let connection = raw(dir.path());
    connection
        .execute_batch("PRAGMA application_id = 7")
        .expect("a change");
    let error = back_up(dir.path(), &to).expect_err("it is not ours");
    assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
    assert!(!to.exists());
}
