//! The way of a commit to its tables. A task that is woken from another thread costs a call to the
//! kernel, so the writer wakes one task a commit, and that one wakes the tables.

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use crate::journal::Batch;

/// How many commits wait for the task; of one more the writer tells the tables itself.
const WAITING_COMMITS: usize = 64;

/// Tells tables that their batches are on disk.
#[derive(Debug)]
pub(super) struct Courier(Option<mpsc::Sender<Vec<Batch>>>);

impl Courier {
    /// Starts the task in the caller's runtime; without a runtime the writer tells the tables itself.
    pub(super) fn start() -> Self {
        let commits = Handle::try_current().ok().map(|runtime| {
            let (commits, waiting) = mpsc::channel(WAITING_COMMITS);
            runtime.spawn(deliver(waiting));
            commits
        });
        Self(commits)
    }

    /// Tells the tables of these batches. The numbers are set at once, so that a rollback that follows
    /// counts from them; only the wake-ups are left to the task.
    pub(super) fn confirm(&self, batches: Vec<Batch>) {
        batches.iter().for_each(Batch::confirm);
        let left = match &self.0 {
            Some(commits) => commits
                .try_send(batches)
                .err()
                .map(TrySendError::into_inner),
            None => Some(batches),
        };
        left.iter().flatten().for_each(Batch::wake_table);
    }
}

async fn deliver(mut commits: mpsc::Receiver<Vec<Batch>>) {
    while let Some(batches) = commits.recv().await {
        batches.iter().for_each(Batch::wake_table);
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::watch;

    use super::*;
    use crate::journal::Progress;
    use crate::journal::sample::Sample;

    fn batch(number: u8) -> (Batch, watch::Receiver<Progress>) {
        let (progress, told) = watch::channel(Progress::default());
        let opened = Sample::new(number).opened();
        let batch = Batch {
            number: 1,
            progress,
            ..opened
        };
        (batch, told)
    }

    #[track_caller]
    fn check(told: &watch::Receiver<Progress>, is_woken: bool) {
        assert_eq!(told.borrow().on_disk, 1);
        assert_eq!(told.has_changed().ok(), Some(is_woken));
    }

    #[tokio::test]
    async fn tables_are_woken_by_the_task_and_by_the_writer_where_too_much_waits_for_it() {
        let courier = Courier::start();
        let mut told = Vec::new();
        let mut batches = Vec::new();
        for _ in 0..=WAITING_COMMITS {
            let (batch, of_batch) = batch(1);
            told.push(of_batch);
            // Only a table whose sender is there can be seen not to have been woken.
            batches.push(batch.progress.clone());
            courier.confirm(vec![batch]);
        }
        let (last, others) = told.split_last().expect("some");
        check(last, true);
        for told in others {
            check(told, false);
        }
        tokio::task::yield_now().await;
        for told in others {
            check(told, true);
        }
    }

    #[test]
    fn without_a_runtime_the_writer_wakes_tables() {
        let (batch, told) = batch(1);
        let _sender = batch.progress.clone();
        Courier::start().confirm(vec![batch]);
        check(&told, true);
    }
}
