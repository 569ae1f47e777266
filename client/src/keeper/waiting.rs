//! What waits to be written. What is newer takes the place of what it replaces, so that a slow disk
//! has little to catch up with.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::keeper::Job;

/// The most jobs that wait; as many different ones are an evening of choosing options.
const MAX_JOBS: usize = 64;

/// What waits to be written.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Waiting {
    /// Lets a job wait; one that it replaces is forgotten, and so is the oldest of too many.
    pub(super) fn push(&self, job: Job) {
        let mut state = self.state();
        if let Some(old) = state.jobs.iter_mut().find(|old| job.replaces(old)) {
            *old = job;
        } else {
            if state.jobs.len() == MAX_JOBS {
                state.jobs.pop_front();
            }
            state.jobs.push_back(job);
        }
        self.changed.notify_one();
    }

    /// Says that nothing comes any more.
    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_one();
    }

    /// The next job, once there is one; none when all are done and nothing comes any more.
    pub(super) fn next(&self) -> Option<Job> {
        let waits = |state: &mut State| state.jobs.is_empty() && !state.is_closed;
        let state = self.changed.wait_while(self.state(), waits);
        state
            .unwrap_or_else(PoisonError::into_inner)
            .jobs
            .pop_front()
    }

    /// A state is whole between two changes, whatever became of whoever made them.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job {
    /// Whether an older job need not be done any more when this one is.
    fn replaces(&self, old: &Self) -> bool {
        match (self, old) {
            (
                Self::Best {
                    kind,
                    options,
                    score,
                },
                Self::Best {
                    kind: old_kind,
                    options: old_options,
                    score: old_score,
                },
            ) => kind == old_kind && options == old_options && score >= old_score,
            (Self::Game { path, .. }, Self::Game { path: old, .. })
            | (Self::Seat { path, .. }, Self::Seat { path: old, .. }) => path == old,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::rules::Options;

    use super::*;
    use crate::local::LocalKind;

    fn best(rows: u8, score: u64) -> Job {
        let options = Options {
            rows,
            ..Options::default()
        };
        let kind = LocalKind::Solo;
        Job::Best {
            kind,
            options,
            score,
        }
    }

    #[test]
    fn a_better_score_of_the_same_board_waits_in_the_place_of_the_other() {
        let waiting = Waiting::default();
        for job in [best(4, 1), best(3, 7), best(4, 2)] {
            waiting.push(job);
        }
        waiting.close();
        let jobs: Vec<_> = std::iter::from_fn(|| waiting.next()).collect();
        assert_eq!(jobs, [best(4, 2), best(3, 7)]);
    }

    #[test]
    fn no_more_than_a_bound_wait() {
        let waiting = Waiting::default();
        for score in (0..1000).rev() {
            waiting.push(best(4, score));
        }
        waiting.close();
        assert_eq!(std::iter::from_fn(|| waiting.next()).count(), MAX_JOBS);
    }
}
