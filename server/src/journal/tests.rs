//! What the journal promises to those who write, in memory and with faults.

mod players;
mod replays;

use std::time::Duration;

use versus2048_protocol::game::{Event, Seat};

use super::*;
use crate::journal::sample::Sample;

const LIMIT: Duration = Duration::from_secs(5);

/// Hands over events of the match of a sample, as its table does.
struct Hand {
    journal: Journal,
    sample: Sample,
    progress: watch::Sender<Progress>,
    told: watch::Receiver<Progress>,
    number: u64,
    rollbacks: u64,
    /// How many events the match has, as far as the table knows.
    events: usize,
}

impl Hand {
    fn new(journal: &Journal, number: u8) -> Self {
        let (progress, told) = watch::channel(Progress::default());
        Self {
            journal: journal.clone(),
            sample: Sample::new(number),
            progress,
            told,
            number: 0,
            rollbacks: 0,
            events: 0,
        }
    }

    /// Hands over the next event, the first one with the table and its match.
    fn hand_over(&mut self) {
        let permit = self.journal.try_reserve().expect("a place");
        let mut writes = match self.events {
            0 => [self.sample.opened(), self.sample.played(0)]
                .map(|batch| batch.writes)
                .concat(),
            _ => Vec::new(),
        };
        let event = match self.events {
            0 => self.sample.events[0].clone(),
            _ => Event::Paused,
        };
        self.number += 1;
        self.events += 1;
        let seq = u64::try_from(self.events).expect("few events");
        writes.push(Write::Event { seq, event });
        permit.send(Batch {
            table: self.sample.table.code,
            writes,
            number: self.number,
            rollbacks: self.rollbacks,
            progress: self.progress.clone(),
        });
    }

    async fn is_told(&mut self, on_disk: u64, rollbacks: u64) {
        let expected = Progress { on_disk, rollbacks };
        let told = self.told.wait_for(|&progress| progress == expected);
        let told = tokio::time::timeout(LIMIT, told).await.is_ok();
        assert!(told, "{expected:?} is told, not {:?}", *self.told.borrow());
        self.rollbacks = rollbacks;
    }

    fn told(&self) -> Progress {
        *self.told.borrow()
    }
}

fn journal_with_faults() -> (Journal, MemoryFaults) {
    let faults = MemoryFaults::default();
    let journal = Journal::in_memory_with(faults.clone()).expect("its threads");
    (journal, faults)
}

async fn becomes(journal: &Journal, is_wanted: impl FnMut(&Health) -> bool) {
    let mut health = journal.health();
    let waited = tokio::time::timeout(LIMIT, health.wait_for(is_wanted)).await;
    assert!(matches!(waited, Ok(Ok(_))), "its health changes");
}

#[tokio::test]
async fn tells_what_is_on_disk() {
    let journal = Journal::in_memory().expect("its threads");
    let mut hand = Hand::new(&journal, 1);
    hand.hand_over();
    hand.hand_over();
    hand.is_told(2, 0).await;
    assert!(!journal.is_durable());
}

#[tokio::test]
async fn tells_nothing_while_it_is_held() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, 1);
    faults.hold();
    hand.hand_over();
    assert!(faults.is_reached().await);
    assert_eq!(hand.told(), Progress::default());
    faults.release();
    hand.is_told(1, 0).await;
}

#[tokio::test]
async fn all_that_waits_is_one_commit() {
    let (journal, faults) = journal_with_faults();
    let mut hands: Vec<Hand> = (1..=50).map(|number| Hand::new(&journal, number)).collect();
    faults.hold();
    hands[0].hand_over();
    assert!(faults.is_reached().await);
    for hand in &mut hands[1..] {
        hand.hand_over();
        hand.hand_over();
    }
    faults.release();
    for hand in &mut hands[1..] {
        hand.is_told(2, 0).await;
    }
    let stats = journal.stats();
    assert_eq!((stats.commits, stats.failed_commits), (2, 0));
    assert!(stats.rows >= 50 * 3 + 49);
    assert!(stats.log_bytes > 0 && !stats.commit_time.is_zero());
}

#[tokio::test]
async fn after_a_failed_commit_it_tells_what_is_on_disk_and_the_rest_is_void() {
    for stored in [false, true] {
        let (journal, faults) = journal_with_faults();
        let mut hand = Hand::new(&journal, 1);
        faults.fail_next(stored);
        faults.hold();
        hand.hand_over();
        assert!(faults.is_reached().await);
        hand.hand_over();
        faults.release();
        hand.is_told(u64::from(stored), 1).await;
        assert_eq!(journal.stats().failed_commits, 1);
        // From what is on disk it goes on.
        hand.events = usize::from(stored);
        hand.hand_over();
        hand.is_told(3, 1).await;
    }
}

#[tokio::test]
async fn two_failures_in_a_row_are_two_rollbacks() {
    for stored in [false, true] {
        let (journal, faults) = journal_with_faults();
        let mut hand = Hand::new(&journal, 1);
        faults.fail_next(stored);
        faults.fail_next(stored);
        hand.hand_over();
        hand.is_told(u64::from(stored), 1).await;
        hand.events = usize::from(stored);
        hand.hand_over();
        hand.is_told(2 * u64::from(stored), 2).await;
        hand.events = 2 * usize::from(stored);
        hand.hand_over();
        hand.is_told(3, 2).await;
        assert_eq!(journal.stats().failed_commits, 2);
    }
}

#[tokio::test]
async fn a_commit_with_two_batches_of_a_table_fails_once() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, 1);
    faults.hold();
    hand.hand_over();
    assert!(faults.is_reached().await);
    hand.hand_over();
    hand.hand_over();
    faults.fail_after(1, false);
    faults.release();
    hand.is_told(1, 1).await;
}

#[tokio::test]
async fn what_does_not_follow_is_void_and_others_are_written() {
    let (journal, faults) = journal_with_faults();
    let (mut hand, mut other) = (Hand::new(&journal, 1), Hand::new(&journal, 2));
    hand.hand_over();
    hand.is_told(1, 0).await;
    faults.hold();
    other.hand_over();
    assert!(faults.is_reached().await);
    hand.events += 1;
    hand.hand_over();
    other.hand_over();
    faults.release();
    hand.is_told(1, 1).await;
    other.is_told(2, 0).await;
    hand.events = 1;
    hand.hand_over();
    hand.is_told(3, 1).await;
}

#[tokio::test]
async fn a_full_queue_has_no_place() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, 1);
    faults.hold();
    while journal.try_reserve().is_some() {
        hand.hand_over();
    }
    assert!(hand.number >= u64::try_from(QUEUED_BATCHES).expect("a small number"));
    let mut ready = Box::pin(journal.ready());
    assert!(futures_util::poll!(&mut ready).is_pending());
    faults.release();
    hand.is_told(hand.number, 0).await;
    tokio::time::timeout(LIMIT, ready).await.expect("a place");
    assert!(journal.try_reserve().is_some());
}

#[tokio::test]
async fn while_the_disk_is_broken_nothing_is_taken_and_nobody_is_told() {
    let (journal, faults) = journal_with_faults();
    let mut hand = Hand::new(&journal, 1);
    faults.break_down(true);
    faults.hold();
    hand.hand_over();
    assert!(faults.is_reached().await);
    let mut other = Hand::new(&journal, 2);
    other.hand_over();
    faults.release();
    becomes(&journal, |health| !health.is_healthy()).await;
    assert!(journal.try_reserve().is_none());
    assert!(!journal.stats().is_healthy);
    journal.flush().await;
    let mut ready = Box::pin(journal.ready());
    assert!(futures_util::poll!(&mut ready).is_pending());
    for hand in [&hand, &other] {
        assert_eq!(hand.told(), Progress::default());
    }
    faults.repair();
    hand.is_told(1, 1).await;
    // Let in before anybody knew, and not written.
    other.is_told(0, 1).await;
    tokio::time::timeout(LIMIT, ready).await.expect("a place");
    hand.hand_over();
    hand.is_told(2, 1).await;
    other.events = 0;
    other.hand_over();
    other.is_told(2, 1).await;
}

#[tokio::test]
async fn a_disk_that_does_not_answer_is_noticed_while_it_hangs_and_when_it_does_again() {
    let faults = MemoryFaults::default();
    faults.lose_patience_after(Duration::from_millis(50));
    let journal = Journal::in_memory_with(faults.clone()).expect("its threads");
    let mut hand = Hand::new(&journal, 1);
    for round in 1..=3 {
        faults.hold();
        hand.hand_over();
        becomes(&journal, |health| {
            health.trouble() == Some(health::Trouble::Hanging)
        })
        .await;
        assert!(journal.try_reserve().is_none());
        assert_eq!(hand.told().on_disk, round - 1);
        faults.release();
        becomes(&journal, Health::is_healthy).await;
        hand.is_told(round, 0).await;
    }
    faults.fail_next(false);
    faults.hold();
    hand.hand_over();
    becomes(&journal, |health| !health.is_healthy()).await;
    faults.release();
    hand.is_told(3, 1).await;
    becomes(&journal, Health::is_healthy).await;
}

#[tokio::test]
async fn a_closed_journal_has_written_everything_and_takes_nothing() {
    let (journal, _) = journal_with_faults();
    let mut hand = Hand::new(&journal, 1);
    hand.hand_over();
    journal.close().await;
    let (on_disk, rollbacks) = (1, 0);
    assert_eq!(hand.told(), Progress { on_disk, rollbacks });
    assert!(journal.try_reserve().is_none());
    assert!(!journal.health().borrow().is_healthy());
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
    let now_s = now_unix_ms() / 1000;
    let (journal, _) = Journal::open(&config).expect("a journal");
    journal.remember(sample::stored_player(Seat::Zero, now_s - 100));
    journal.remember(sample::stored_player(Seat::Zero, now_s));
    journal.close().await;
    let (journal, contents) = Journal::open(&config).expect("a journal");
    assert_eq!(contents.players, [sample::stored_player(Seat::Zero, now_s)]);
    journal.close().await;
}
