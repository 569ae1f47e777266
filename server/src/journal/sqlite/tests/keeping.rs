//! What is kept no longer.

use super::*;
use crate::journal::sample::stored_player;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A journal with these finished matches.
fn with_finished(dir: &Path, numbers: impl IntoIterator<Item = u8>) -> Store {
    let mut store = journal(dir);
    for number in numbers {
        commit(&mut store, [Sample::new(number).finished()], &[]);
    }
    store
}

/// Tidies until nothing is left to do; gives how many replays are gone.
fn tidy(store: &mut Store, keeping: Keeping, now_ms: i64) -> u64 {
    let mut replays = 0;
    for _ in 0..10_000 {
        let tidied = store.log.tidy(&keeping, now_ms).expect("a slice");
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
    let mut store = with_finished(dir.path(), 1..=4);
    let keeping = Keeping::new(Some(2), u64::MAX);
    let third_ended_at = Sample::new(3).result.ended_at;
    assert_eq!(tidy(&mut store, keeping, third_ended_at), 0);
    assert_eq!(tidy(&mut store, keeping, third_ended_at + 2 * DAY_MS), 2);
    assert_eq!(numbers_kept(dir.path(), 1..=4), [3, 4]);
    assert_eq!(tidy(&mut store, Keeping::new(None, u64::MAX), i64::MAX), 0);
    assert_eq!(tidy(&mut store, keeping, i64::MAX), 2);
    assert_eq!(count(dir.path(), "finished"), 0);
}

#[test]
fn the_oldest_finished_matches_make_room_and_open_ones_stay() {
    let dir = directory();
    let mut store = with_finished(dir.path(), 2..=200);
    let playing = Sample::new(1);
    commit(&mut store, [playing.opened(), playing.played(5)], &[]);
    let pages = |name: &str| -> u64 {
        let value = raw(dir.path()).pragma_query_value(None, name, |row| row.get::<_, u32>(0));
        value.expect("a number").into()
    };
    let used = (pages("page_count") - pages("freelist_count")) * pages("page_size");
    assert_eq!(tidy(&mut store, Keeping::new(None, used), ENDED_AT), 0);
    let gone = tidy(&mut store, Keeping::new(None, used * 3 / 4), ENDED_AT);
    assert!((20..100).contains(&gone), "{gone}");
    let first_kept = u8::try_from(gone).expect("few") + 2;
    let kept = numbers_kept(dir.path(), 2..=200);
    assert_eq!(kept, (first_kept..=200).collect::<Vec<u8>>());
    assert_eq!(
        tidy(&mut store, Keeping::new(None, 0), ENDED_AT),
        199 - gone
    );
    drop(store);
    let tables = stock(dir.path()).expect("what is open").tables;
    assert_eq!(tables, [(playing.table, playing.events[..5].to_vec())]);
}

#[test]
fn there_are_so_many_players_and_the_one_who_was_away_for_the_longest_goes_first() {
    let dir = directory();
    let now_s = ENDED_AT / 1000;
    let players = [
        stored_player(Seat::Zero, now_s - 10),
        stored_player(Seat::One, now_s - 20),
    ];
    let mut store = journal(dir.path());
    commit(&mut store, [], &players);
    let mut keeping = Keeping::new(None, u64::MAX);
    tidy(&mut store, keeping, ENDED_AT);
    assert_eq!(count(dir.path(), "players"), 2);
    keeping.max_players = 1;
    tidy(&mut store, keeping, ENDED_AT);
    let contents = startup::read_contents(&mut store, ENDED_AT).expect("what was written");
    assert_eq!(contents.players, players[..1]);
    tidy(&mut store, keeping, ENDED_AT + DAY_MS);
    assert_eq!(count(dir.path(), "players"), 0);
}
