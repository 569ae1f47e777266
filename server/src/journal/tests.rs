//! What the journal promises to those who write, in memory and with faults.

mod players;
mod replays;

use std::time::Duration;

use versus2048_protocol::game::Seat;

use super::*;

const GAME: Uuid = Uuid::from_u128(1);
const LIMIT: Duration = Duration::from_secs(5);

/// Who hands events of one match over, as its table does.
struct Hand {
    journal: Journal,
    game: Uuid,
    progress: watch::Sender<Progress>,
    told: watch::Receiver<Progress>,
    number: u64,
    rollbacks: u64,
}

impl Hand {
    fn new(journal: &Journal, game: Uuid) -> Self {
        let (progress, told) = watch::channel(Progress::default());
        Self {
            journal: journal.clone(),
            game,
            progress,
            told,
            number: 0,
            rollbacks: 0,
        }
    }

    /// Hands over one event with this place in the match.
    fn hand_over(&mut self, seq: u64) {
        self.number += 1;
        let event = Event::Paused;
        let batch = Batch {
            game: self.game,
            writes: vec![Write::Event { seq, event }],
            number: self.number,
            rollbacks: self.rollbacks,
            progress: self.progress.clone(),
        };
        self.journal.try_reserve().expect("a place").send(batch);
    }

    async fn is_told(&mut self, on_disk: u64, rollbacks: u64) {
        let expected = Progress { on_disk, rollbacks };
        let told = self.told.wait_for(|&progress| progress == expected);
        tokio::time::timeout(LIMIT, told)
            .await
            .unwrap_or_else(|_| panic!("{expected:?} is told"))
            .expect("the sender stays");
        self.rollbacks = rollbacks;
    }

    /// How many events of the match there are.
    async fn rows(&self) -> usize {
        let load = self.journal.load(self.game);
        let events = tokio::time::timeout(LIMIT, load).await.expect("an answer");
        events.expect("the journal runs").len()
    }
}

fn journal_with_faults() -> (Journal, MemoryFaults) {
    let faults = MemoryFaults::default();
    let journal = Journal::in_memory_with(faults.clone()).expect("its threads");
    (journal, faults)
}

#[tokio::test]
async fn tells_what_is_on_disk_and_gives_it_back() {
    let journal = Journal::in_memory().expect("its threads");
    let mut hand = Hand::new(&journal, GAME);
    hand.hand_over(1);
    hand.hand_over(2);
    hand.is_told(2, 0).await;
    assert_eq!(hand.rows().await, 2);
    assert!(!journal.is_durable());
}

#[tokio::test]
async fn tells_nothing_while_it_is_held() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, GAME);
    faults.hold();
    hand.hand_over(1);
    assert!(faults.is_reached().await);
    assert_eq!(*hand.told.borrow_and_update(), Progress::default());
    faults.release();
    hand.is_told(1, 0).await;
}

#[tokio::test]
async fn all_that_waits_is_one_commit() {
    let (journal, faults) = journal_with_faults();
    let mut hands: Vec<Hand> = (1..=50)
        .map(|id| Hand::new(&journal, Uuid::from_u128(id)))
        .collect();
    faults.hold();
    hands[0].hand_over(1);
    assert!(faults.is_reached().await);
    for hand in &mut hands[1..] {
        hand.hand_over(1);
        hand.hand_over(2);
    }
    faults.release();
    for hand in &mut hands[1..] {
        hand.is_told(2, 0).await;
    }
    let stats = journal.stats();
    assert_eq!(
        (stats.commits, stats.rows, stats.failed_commits),
        (2, 99, 0)
    );
}

#[tokio::test]
async fn a_failed_commit_voids_what_rests_on_it() {
    for (stored, rows) in [(false, 0), (true, 1)] {
        let (journal, faults) = journal_with_faults();
        let mut hand = Hand::new(&journal, GAME);
        faults.fail_next(stored);
        faults.hold();
        hand.hand_over(1);
        assert!(faults.is_reached().await);
        hand.hand_over(2);
        faults.release();
        hand.is_told(u64::from(stored), 1).await;
        assert_eq!(hand.rows().await, rows, "stored: {stored}");
        hand.hand_over(u64::try_from(rows).expect("few rows") + 1);
        hand.is_told(3, 1).await;
        assert_eq!(hand.rows().await, rows + 1, "stored: {stored}");
        assert_eq!(journal.stats().failed_commits, 1);
    }
}

#[tokio::test]
async fn a_commit_with_two_batches_of_a_table_fails_once() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, GAME);
    faults.hold();
    hand.hand_over(1);
    assert!(faults.is_reached().await);
    hand.hand_over(2);
    hand.hand_over(3);
    faults.fail_after(1, false);
    faults.release();
    hand.is_told(1, 1).await;
}

#[tokio::test]
async fn a_full_queue_has_no_place() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, GAME);
    faults.hold();
    while journal.try_reserve().is_some() {
        hand.hand_over(hand.number + 1);
    }
    assert!(hand.number >= u64::try_from(QUEUED_BATCHES).expect("a small number"));
    faults.release();
    hand.is_told(hand.number, 0).await;
    assert!(journal.try_reserve().is_some());
}

#[tokio::test]
async fn while_the_disk_is_broken_nothing_is_taken_and_loads_wait() {
    let (journal, faults) = journal_with_faults();
    let mut health = journal.health();
    let mut hand = Hand::new(&journal, GAME);
    faults.break_down(true);
    faults.hold();
    hand.hand_over(1);
    assert!(faults.is_reached().await);
    let mut other = Hand::new(&journal, Uuid::from_u128(2));
    other.hand_over(1);
    faults.release();
    let failing = health.wait_for(|health| !health.is_healthy());
    drop(tokio::time::timeout(LIMIT, failing).await.expect("in time"));
    assert!(journal.try_reserve().is_none());
    assert!(!journal.stats().is_healthy);
    journal.flush().await;
    let loading = tokio::spawn({
        let journal = journal.clone();
        async move { journal.load(GAME).await }
    });
    journal.flush().await;
    assert!(!loading.is_finished());
    // Nobody is told before it is known what is on disk.
    for hand in [&hand, &other] {
        assert_eq!(*hand.told.borrow(), Progress::default());
    }
    faults.repair();
    hand.is_told(1, 1).await;
    // Let in before anybody knew, and not written.
    other.is_told(0, 1).await;
    let loaded = tokio::time::timeout(LIMIT, loading)
        .await
        .expect("an answer");
    assert_eq!(loaded.expect("no panic"), Some(vec![Event::Paused]));
    assert!(health.borrow_and_update().is_healthy());
    hand.hand_over(2);
    hand.is_told(2, 1).await;
    assert_eq!(other.rows().await, 0);
}

#[tokio::test]
async fn a_closed_journal_has_written_everything_and_takes_nothing() {
    let (journal, _) = journal_with_faults();
    let mut hand = Hand::new(&journal, GAME);
    hand.hand_over(1);
    journal.close().await;
    assert_eq!(
        *hand.told.borrow_and_update(),
        Progress {
            on_disk: 1,
            rollbacks: 0
        }
    );
    assert!(journal.try_reserve().is_none());
    assert!(!journal.health().borrow().is_healthy());
    assert_eq!(journal.load(GAME).await, None);
    journal.flush().await;
    journal.close().await;
}

#[tokio::test]
async fn a_player_who_is_remembered_comes_back() {
    let dir = tempfile::tempdir().expect("a directory");
    let config = JournalConfig {
        data_dir: Some(dir.path().into()),
        ..JournalConfig::default()
    };
    let now_s = writer::now_unix_ms() / 1000;
    let (journal, _) = Journal::open(&config).expect("a journal");
    journal.remember(sample::stored_player(Seat::Zero, now_s - 100));
    journal.remember(sample::stored_player(Seat::Zero, now_s));
    journal.close().await;
    let (journal, contents) = Journal::open(&config).expect("a journal");
    assert_eq!(contents.players, [sample::stored_player(Seat::Zero, now_s)]);
    journal.close().await;
}
