//! What the journal tells of finished matches.

use serde_json::Value;
use versus2048_protocol::game::Seat;
use versus2048_protocol::replay::Replay;

use super::*;
use crate::journal::sample::player;

/// Writes a batch and comes back when it is on disk.
async fn written(journal: &Journal, batch: Batch) {
    let mut told = batch.progress.subscribe();
    journal.try_reserve().expect("a place").send(batch);
    let told = told.wait_for(|progress| progress.on_disk == 1);
    let told = tokio::time::timeout(LIMIT, told).await;
    assert!(matches!(told, Ok(Ok(_))), "it is written");
}

/// The numbers of the samples that are listed.
async fn listed(journal: &Journal, of: Option<PlayerId>, limit: u32) -> Vec<u128> {
    let headers = journal.replays(of, limit).await.expect("a list");
    let number = |header: &RawValue| {
        let header: Value = serde_json::from_str(header.get()).expect("JSON");
        assert!(header.get("moves").is_none());
        let id: Uuid = header["id"]
            .as_str()
            .expect("an id")
            .parse()
            .expect("an id");
        id.as_u128() - Sample::new(0).id().as_u128()
    };
    headers.iter().map(|header| number(header)).collect()
}

async fn replay(journal: &Journal, sample: &Sample) -> Replay {
    match journal.replay(sample.id()).await {
        ReplayLookup::Found(text) => serde_json::from_str(&text).expect("a replay"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_replay_is_the_match_as_it_was_played() {
    let journal = Journal::in_memory().expect("its threads");
    let sample = Sample::new(1);
    let looked_up = || journal.replay(sample.id());
    assert_eq!(looked_up().await, ReplayLookup::Unknown);
    written(&journal, sample.opened()).await;
    assert_eq!(looked_up().await, ReplayLookup::Unknown);
    written(&journal, sample.played(4)).await;
    assert_eq!(looked_up().await, ReplayLookup::Playing);

    let sample = Sample::new(2);
    written(&journal, sample.finished()).await;
    let replay = replay(&journal, &sample).await;
    assert_eq!(
        replay.verify().expect("it holds").scores(),
        sample.result.result.scores
    );
    assert_eq!(replay.result, sample.result.result);
    assert_eq!(replay.players, sample.begun.players);
    assert_eq!(replay.played_at, "2027-01-15T07:59:02Z");
}

#[tokio::test]
async fn the_newest_of_listed_tables_are_told_first() {
    let journal = Journal::in_memory().expect("its threads");
    let nobody = PlayerId::new();
    for number in [2, 1, 3, 4, 5] {
        let mut sample = Sample::new(number);
        let is_listed = number != 3;
        sample.begun.is_listed = is_listed;
        sample.result.is_listed = is_listed;
        if number == 4 {
            sample.result.players[Seat::Zero] = nobody;
            sample.begun.players[Seat::Zero].id = nobody.to_string();
        }
        written(&journal, sample.finished()).await;
    }
    assert_eq!(listed(&journal, None, 100).await, [5, 4, 2, 1]);
    assert_eq!(listed(&journal, None, 2).await, [5, 4]);
    assert_eq!(
        listed(&journal, Some(player(Seat::Zero)), 100).await,
        [5, 2, 1]
    );
    assert_eq!(listed(&journal, Some(player(Seat::One)), 2).await, [5, 4]);
    assert_eq!(listed(&journal, Some(nobody), 100).await, [4]);
    assert_eq!(
        listed(&journal, Some(PlayerId::new()), 100).await,
        [0_u128; 0]
    );
    assert!(replay(&journal, &Sample::new(3)).await.verify().is_ok());
}

#[tokio::test]
async fn a_journal_on_disk_tells_them_after_a_restart() {
    let dir = tempfile::tempdir().expect("a directory");
    let config = JournalConfig {
        data_dir: Some(dir.path().into()),
        ..JournalConfig::default()
    };
    let (journal, contents) = Journal::open(&config).expect("a journal");
    assert!(journal.is_durable());
    assert_eq!(contents.tables, []);
    let (over, playing) = (Sample::new(1), Sample::new(2));
    written(&journal, over.finished()).await;
    written(&journal, playing.opened()).await;
    written(&journal, playing.played(7)).await;
    assert!(journal.stats().log_bytes > 0);
    let error = Journal::open(&config).expect_err("it is taken");
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
    journal.close().await;

    let (journal, contents) = Journal::open(&config).expect("a journal");
    assert_eq!(
        contents.tables,
        [(playing.table.clone(), playing.events[..7].to_vec())]
    );
    assert!(replay(&journal, &over).await.verify().is_ok());
    assert_eq!(listed(&journal, None, 100).await, [1]);
    journal.close().await;

    let file = rusqlite::Connection::open(dir.path().join("journal.db")).expect("the file");
    let flipped = file.execute(
        "UPDATE finished SET moves = replace(moves, ':1', ':2') WHERE game = ?1",
        [over.id().as_bytes()],
    );
    assert_eq!(flipped, Ok(1));
    let (journal, _) = Journal::open(&config).expect("a journal");
    assert_eq!(journal.replay(over.id()).await, ReplayLookup::Damaged);
    journal.close().await;
}
