//! A journal that was not closed: what its log has lost is noticed, a torn end is none of that.

use std::fs;

use super::*;
use crate::journal::sqlite::{opening, wal};

const HEADER_BYTES: usize = 32;
const FRAME_BYTES: usize = 24 + 4096;

/// A journal as a crash leaves it, with a match of so many events, each a commit of its own.
fn crashed(events: usize) -> (TempDir, Vec<u8>) {
    let (open, left) = (directory(), directory());
    let mut store = journal(open.path());
    let sample = Sample::new(1);
    let batches = std::iter::once(sample.opened()).chain(sample.played_one_by_one(events));
    for batch in batches {
        commit(&mut store, [batch], &[]);
    }
    for name in ["journal.db", "journal.db-wal"] {
        fs::copy(open.path().join(name), left.path().join(name)).expect("a copy");
    }
    let log = fs::read(left.path().join("journal.db-wal")).expect("a log");
    (left, log)
}

/// What a start finds with this log: the number of events, or that it is damaged.
fn events_with(dir: &Path, log: &[u8]) -> Option<usize> {
    let copy = directory();
    let from = dir.join("journal.db");
    fs::copy(from, copy.path().join("journal.db")).expect("a copy");
    fs::write(copy.path().join("journal.db-wal"), log).expect("a log");
    match stock(copy.path()) {
        Ok(contents) => Some(
            contents
                .tables
                .first()
                .map_or(0, |(_, events)| events.len()),
        ),
        Err(OpenError::Damaged { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// The numbers of the frames that end a commit.
fn commits(log: &[u8]) -> Vec<usize> {
    let frames = log[HEADER_BYTES..].chunks_exact(FRAME_BYTES);
    let ends = frames.map(|frame| frame[4..8] != [0; 4]);
    ends.enumerate()
        .filter_map(|(number, is_end)| is_end.then_some(number))
        .collect()
}

#[test]
fn a_log_that_holds_is_no_damage() {
    let (dir, log) = crashed(4);
    assert_eq!(events_with(dir.path(), &log), Some(4));
    assert_eq!(wal::beside(Path::new("a/b.db")), Path::new("a/b.db-wal"));
}

#[test]
fn a_log_that_ends_anywhere_is_no_damage() {
    let (dir, log) = crashed(4);
    let mut last = 0;
    for end in (0..log.len()).step_by(1013) {
        let events = events_with(dir.path(), &log[..end]).expect("no damage");
        assert!(events >= last, "{end}");
        last = events;
    }
}

#[test]
fn what_does_not_hold_before_the_last_commit_is_damage() {
    let (dir, log) = crashed(4);
    let commits = commits(&log);
    let [.., before_last, last] = commits[..] else {
        panic!("some commits: {commits:?}");
    };
    let frames = (log.len() - HEADER_BYTES) / FRAME_BYTES;
    assert_eq!(last + 1, frames);
    for frame in 0..frames {
        for byte in [0, 5, 9, 17, 24, 24 + 2048] {
            let mut damaged = log.clone();
            damaged[HEADER_BYTES + frame * FRAME_BYTES + byte] ^= 4;
            let found = events_with(dir.path(), &damaged);
            // Other salts are those of an older frame: so does an end look that was torn.
            if (frame, byte) == (before_last, 9) {
                assert_eq!(found, Some(2));
            } else if frame <= before_last {
                assert_eq!(found, None, "frame {frame} of {frames}, byte {byte}");
            } else {
                // It may be the end that a crash tears.
                assert!(
                    matches!(found, Some(3) | None),
                    "frame {frame}, byte {byte}"
                );
            }
        }
    }
    for byte in 0..HEADER_BYTES {
        let mut damaged = log.clone();
        damaged[byte] ^= 4;
        assert_eq!(events_with(dir.path(), &damaged), None, "byte {byte}");
    }
}

/// A journal as a crash leaves it, with all its files.
fn left_open() -> TempDir {
    let (open, left) = (directory(), directory());
    let mut store = journal(open.path());
    commit(&mut store, [Sample::new(1).opened()], &[]);
    for name in ["journal.db", "journal.db-wal", "lock"] {
        fs::copy(open.path().join(name), left.path().join(name)).expect("a copy");
    }
    left
}

/// Whether a start misses the log.
fn misses_log(dir: &Path) -> bool {
    let lock = opening::enter(dir).expect("its lock");
    opening::is_log_gone(&lock, &dir.join("journal.db"))
}

#[test]
fn a_log_that_was_taken_away_after_a_crash_is_missed() {
    let dir = left_open();
    assert!(!misses_log(dir.path()), "it is there");
    let log = dir.path().join("journal.db-wal");
    let whole = fs::read(dir.path().join("journal.db")).expect("a database");
    fs::write(dir.path().join("journal.db"), "").expect("a file");
    // Who is refused takes nothing of what is known away.
    Database::open(dir.path()).expect_err("it is damaged");
    fs::write(dir.path().join("journal.db"), whole).expect("a file");
    fs::remove_file(log).expect("it was there");
    assert!(misses_log(dir.path()));
    drop(Database::open(dir.path()).expect("a journal"));
    assert!(!misses_log(dir.path()), "it was told once");
}

#[test]
fn a_log_that_was_closed_or_never_there_is_not_missed() {
    let dir = left_open();
    drop(Database::open(dir.path()).expect("a journal"));
    assert!(!misses_log(dir.path()), "it was closed");
    assert!(!misses_log(directory().path()), "it is new");
    let dir = left_open();
    for name in ["journal.db", "journal.db-wal"] {
        fs::remove_file(dir.path().join(name)).expect("it was there");
    }
    assert!(!misses_log(dir.path()), "nothing is there");
}
