//! What is kept no longer.

use super::*;
use crate::journal::sample::stored_player;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A journal with these finished matches.
fn with_finished(dir: &Path, numbers: impl IntoIterator<Item = u8>) -> Database {
    let mut database = Database::open(dir).expect("a journal");
    for number in numbers {
        let batch = Sample::new(number).finished();
        database.commit(1, &[batch], &[]).expect("a commit");
    }
    database
}

/// Tidies until nothing is left to do; gives how many replays are gone.
fn tidy(database: &mut Database, keeping: Keeping, now_ms: i64) -> u64 {
    let mut replays = 0;
    for _ in 0..10_000 {
        let tidied = database.tidy(&keeping, now_ms).expect("a slice");
        replays += tidied.replays;
        if !tidied.has_more {
            return replays;
        }
    }
    panic!("it comes to an end");
}

fn numbers_kept(dir: &Path, numbers: std::ops::RangeInclusive<u8>) -> Vec<u8> {
    numbers
        .filter(|&number| {
            let found = find_in(dir, &Sample::new(number)).expect("its rows");
            found.is_some()
        })
        .collect()
}

fn count(dir: &Path, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    raw(dir)
        .query_row(&sql, [], |row| row.get(0))
        .expect("a number")
}

#[test]
fn finished_matches_are_forgotten_with_all_their_rows_when_they_are_too_old() {
    let dir = directory();
    let mut database = with_finished(dir.path(), 1..=4);
    let keeping = Keeping::new(Some(2), u64::MAX);
    let third_ended_at = Sample::new(3).result.ended_at;
    assert_eq!(tidy(&mut database, keeping, third_ended_at), 0);
    assert_eq!(tidy(&mut database, keeping, third_ended_at + 2 * DAY_MS), 2);
    assert_eq!(numbers_kept(dir.path(), 1..=4), [3, 4]);
    assert_eq!(
        tidy(&mut database, Keeping::new(None, u64::MAX), i64::MAX),
        0
    );
    assert_eq!(tidy(&mut database, keeping, i64::MAX), 2);
    for table in ["events", "matches", "results", "forgotten"] {
        assert_eq!(count(dir.path(), table), 0, "{table}");
    }
}

#[test]
fn the_oldest_finished_matches_make_room_and_open_ones_stay() {
    let dir = directory();
    let mut database = with_finished(dir.path(), 2..=40);
    let playing = Sample::new(1);
    database
        .commit(1, &[playing.opened(), playing.played(5)], &[])
        .expect("a commit");
    let pages = |name: &str| -> u64 {
        let value = raw(dir.path()).pragma_query_value(None, name, |row| row.get::<_, u32>(0));
        value.expect("a number").into()
    };
    let used = (pages("page_count") - pages("freelist_count")) * pages("page_size");
    assert_eq!(tidy(&mut database, Keeping::new(None, used), ENDED_AT), 0);
    let gone = tidy(&mut database, Keeping::new(None, used * 3 / 4), ENDED_AT);
    assert!((5..35).contains(&gone), "{gone}");
    let first_kept = u8::try_from(gone).expect("few") + 2;
    let kept = numbers_kept(dir.path(), 2..=40);
    assert_eq!(kept, (first_kept..=40).collect::<Vec<u8>>());
    assert_eq!(
        tidy(&mut database, Keeping::new(None, 0), ENDED_AT),
        39 - gone
    );
    assert_eq!(database.events(playing.id()).expect("its events").len(), 5);
}

#[test]
fn what_is_forgotten_is_gone_at_once_and_its_events_follow_after_a_restart_too() {
    let dir = directory();
    let mut database = with_finished(dir.path(), 1..=1);
    let keeping = Keeping::new(None, 0);
    let tidied = database.tidy(&keeping, ENDED_AT).expect("a slice");
    assert_eq!(
        tidied,
        Tidied {
            replays: 1,
            has_more: true
        }
    );
    assert_eq!(numbers_kept(dir.path(), 1..=1), [0_u8; 0]);
    assert!(count(dir.path(), "events") > 0);
    drop(database);
    assert_eq!(stock(dir.path()).expect("a start").tables, []);
    let mut database = Database::open(dir.path()).expect("a journal");
    assert_eq!(tidy(&mut database, keeping, ENDED_AT), 0);
    assert_eq!(count(dir.path(), "events"), 0);
}

#[test]
fn there_are_so_many_players_and_the_one_who_was_away_for_the_longest_goes_first() {
    let dir = directory();
    let now_s = ENDED_AT / 1000;
    let players = [
        stored_player(Seat::Zero, now_s - 10),
        stored_player(Seat::One, now_s - 20),
    ];
    let mut database = Database::open(dir.path()).expect("a journal");
    database.commit(1, &[], &players).expect("a commit");
    let mut keeping = Keeping::new(None, u64::MAX);
    tidy(&mut database, keeping, ENDED_AT);
    assert_eq!(count(dir.path(), "players"), 2);
    keeping.max_players = 1;
    tidy(&mut database, keeping, ENDED_AT);
    let contents = database.take_stock(ENDED_AT).expect("what was written");
    assert_eq!(contents.players, players[..1]);
    tidy(&mut database, keeping, ENDED_AT + DAY_MS);
    assert_eq!(count(dir.path(), "players"), 0);
}
