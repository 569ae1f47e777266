//! A log does not grow with what has been played, and loses nothing of what is open.

use versus2048_protocol::game::Event;

use super::*;
use crate::journal::Write;
use crate::journal::faults::MemoryFaults;
use crate::journal::sample::{ENDED_AT, Sample};
use crate::journal::sqlite::Database;

/// More commits than a log has rows.
const COMMITS: u64 = 12_000;

fn store(faults: &MemoryFaults) -> Store {
    let database = Database::in_memory().expect("memory");
    Store::open(Log::new(database, Some(faults.clone()))).expect("a log")
}

fn commit(store: &mut Store, batches: Vec<Batch>) -> Result<(), ReadError> {
    let mut group = Group {
        batches,
        ..Group::default()
    };
    store.commit(&mut group, &[], ENDED_AT)?;
    assert!(group.refused.is_empty(), "{group:?}");
    Ok(())
}

fn paused(sample: &Sample, seq: u64) -> Batch {
    let event = Event::Paused;
    sample.batch(vec![Write::Event { seq, event }])
}

/// The number of events of each table, in the order of their codes.
fn events(mirror: &Mirror) -> Vec<(Code, usize)> {
    let tables = mirror.tables();
    let mut events: Vec<_> = tables
        .map(|open| (open.table.code, open.events.len()))
        .collect();
    events.sort();
    events
}

/// What a start would make of the log, and how many rows it has.
fn folded(store: &mut Store) -> (Mirror, u64) {
    let (mut mirror, mut baseless, mut rows) = (Mirror::default(), HashSet::new(), 0);
    let read = store.log.read_from(0, |number, body| {
        rows += 1;
        fold_row(&mut mirror, &mut baseless, number, body)
    });
    read.expect("a whole log");
    assert!(baseless.is_empty(), "{baseless:?}");
    (mirror, rows)
}

#[test]
fn old_rows_go_and_every_open_table_is_as_it_was() {
    let mut store = store(&MemoryFaults::default());
    let samples: Vec<Sample> = (1..=40).map(Sample::new).collect();
    for sample in &samples {
        commit(&mut store, vec![sample.opened(), sample.played(2)]).expect("a commit");
    }
    for seq in 3..COMMITS {
        commit(&mut store, vec![paused(&samples[0], seq)]).expect("a commit");
    }
    let (mirror, rows) = folded(&mut store);
    assert_eq!(events(&mirror), events(&store.mirror));
    assert_eq!(mirror.tables().count(), samples.len());
    let most = mirror.tables().map(|open| open.events.len()).max();
    assert_eq!(most, usize::try_from(COMMITS - 1).ok());
    assert!(rows < 10_000, "{rows} rows");
    assert_eq!(mirror.first_base(), store.mirror.first_base());
}

#[test]
fn after_a_failed_commit_what_is_known_is_what_is_on_disk() {
    for stored in [false, true] {
        let faults = MemoryFaults::default();
        let mut store = store(&faults);
        let (sample, other) = (Sample::new(1), Sample::new(2));
        commit(&mut store, vec![sample.opened(), sample.played(2)]).expect("a commit");
        faults.fail_next(stored);
        let batches = vec![
            paused(&sample, 3),
            other.opened(),
            paused(&sample, 4),
            other.finished(),
        ];
        commit(&mut store, batches).expect_err("a failure");
        assert_eq!(store.recover().expect("it works again"), stored);
        let known = events(&store.mirror);
        assert_eq!(known, [(sample.table.code, if stored { 4 } else { 2 })]);
        let (mirror, _) = folded(&mut store);
        assert_eq!(events(&mirror), known);
        commit(
            &mut store,
            vec![paused(&sample, if stored { 5 } else { 3 })],
        )
        .expect("a commit");
    }
}

#[test]
fn a_refused_batch_takes_the_later_ones_of_its_table_along_even_if_the_commit_fails() {
    for fails in [false, true] {
        let faults = MemoryFaults::default();
        let mut store = store(&faults);
        let (sample, other) = (Sample::new(1), Sample::new(2));
        commit(&mut store, vec![sample.opened(), sample.played(2)]).expect("a commit");
        if fails {
            faults.fail_next(false);
        }
        // The first one leaves a gap; the second one would fit without it.
        let mut group = Group {
            batches: vec![paused(&sample, 9), paused(&sample, 3), other.opened()],
            ..Group::default()
        };
        let committed = store.commit(&mut group, &[], ENDED_AT);
        assert_eq!(committed.is_err(), fails);
        let tables =
            |batches: &[Batch]| -> Vec<Code> { batches.iter().map(|batch| batch.table).collect() };
        assert_eq!(tables(&group.batches), [other.table.code]);
        assert_eq!(tables(&group.refused), [sample.table.code; 2]);
    }
}
