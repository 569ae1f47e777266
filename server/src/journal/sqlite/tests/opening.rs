//! What is found at a start, and what is refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode};

use super::*;
use crate::journal::backup;

/// How long an answer may be waited for.
const LIMIT: Duration = Duration::from_secs(20);

#[test]
fn what_was_committed_comes_back() {
    let dir = directory();
    let (waiting, playing, over) = (Sample::new(1), Sample::new(2), Sample::new(3));
    write(
        dir.path(),
        [
            waiting.opened(),
            playing.opened(),
            playing.played(5),
            over.opened(),
            over.finished(),
        ],
    );
    let contents = stock(dir.path()).expect("what was written");
    let tables = vec![
        (waiting.table, Vec::new()),
        (playing.table.clone(), playing.events[..5].to_vec()),
    ];
    assert_eq!(contents.tables, tables);
    let replay = find_in(dir.path(), &over)
        .expect("its row")
        .expect("it is kept");
    assert_eq!(replay.result, over.result.result);
}

#[test]
fn others_can_read_nothing_of_it() {
    let dir = directory();
    let inner = dir.path().join("deep/journal");
    let mut store = journal(&inner);
    commit(&mut store, [Sample::new(1).opened()], &[]);
    let mode = |path: &Path| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(&inner), 0o700);
    let mut names = Vec::new();
    for entry in fs::read_dir(&inner).expect("the directory") {
        let path = entry.expect("an entry").path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        names.push(path.file_name().expect("a name").to_owned());
    }
    names.sort();
    assert_eq!(
        names,
        ["journal.db", "journal.db-shm", "journal.db-wal", "lock"]
    );
}

#[test]
fn players_come_back_for_a_day() {
    let dir = directory();
    let now_s = ENDED_AT / 1000;
    let recent = stored_player(Seat::Zero, now_s - 24 * 60 * 60 + 1);
    let old = stored_player(Seat::One, now_s - 24 * 60 * 60);
    let mut store = journal(dir.path());
    let earlier = stored_player(Seat::Zero, now_s - 1_000_000);
    commit(&mut store, [], &[earlier, recent, old]);
    let contents = startup::read_contents(&mut store, ENDED_AT).expect("what was written");
    assert_eq!(contents.players, [recent]);
}

#[test]
fn one_process_has_it() {
    let dir = directory();
    let first = Database::open(dir.path()).expect("a journal");
    let error = Database::open(dir.path()).expect_err("it is taken");
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    drop(first);
    assert!(Database::open(dir.path()).is_ok());
}

/// What may stand where a file of the journal does, made at this path with this file beside it.
const NO_FILES: [fn(&Path, &Path); 4] = [
    |path, _| {
        let made = rustix::fs::mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0);
        made.expect("a pipe");
    },
    |path, other| symlink(other, path).expect("a link"),
    |path, _| symlink("nowhere", path).expect("a link"),
    |path, _| fs::create_dir(path).expect("a directory"),
];

/// Does something that must not wait for anybody.
fn at_once<T: Send + 'static>(doing: impl FnOnce() -> T + Send + 'static) -> T {
    let (tx, rx) = mpsc::channel();
    thread::spawn(move || tx.send(doing()));
    rx.recv_timeout(LIMIT).expect("it waits for nobody")
}

#[test]
fn what_is_no_file_of_its_own_is_refused_at_once() {
    let other = directory();
    write(other.path(), [Sample::new(1).opened()]);
    for name in ["lock", "journal.db", "journal.db-wal", "journal.db-shm"] {
        for (number, make) in NO_FILES.into_iter().enumerate() {
            let dir = directory();
            write(dir.path(), [Sample::new(1).opened()]);
            let path = dir.path().join(name);
            // Some are gone with the last connection.
            let _ = fs::remove_file(&path);
            make(&path, &other.path().join("journal.db"));
            let (data_dir, copy) = (dir.path().to_owned(), dir.path().join("copy"));
            let copied = at_once(move || backup::back_up(&data_dir, &copy));
            let data_dir = dir.path().to_owned();
            let error = at_once(move || Database::open(&data_dir)).expect_err("it is refused");
            match (name, error) {
                ("lock", OpenError::NotAFile { file }) => {
                    assert_eq!(file, path);
                    copied.expect("a copy, for which no lock is taken");
                }
                ("journal.db", OpenError::NotOurs { .. }) if path.is_dir() => {}
                (_, OpenError::NotAFile { file }) => {
                    assert_eq!(file, path);
                    assert!(matches!(copied, Err(OpenError::NotAFile { .. })));
                }
                (_, error) => panic!("{name}, {number}: {error}"),
            }
        }
    }
}

#[test]
fn every_commit_is_synced_and_nothing_else_stands_in_for_the_disk() {
    let dir = directory();
    let mut database = Database::open(dir.path()).expect("a journal");
    let connection = database.connected().expect("a connection");
    let pragma = |name: &str| -> rusqlite::Result<rusqlite::types::Value> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    for (name, expected) in [
        // FULL: the log is synced with each commit, not only before a checkpoint.
        ("synchronous", 2.into()),
        ("journal_mode", "wal".to_owned().into()),
        ("foreign_keys", 1.into()),
        ("mmap_size", 0.into()),
    ] {
        assert_eq!(pragma(name), Ok(expected), "{name}");
    }
}
