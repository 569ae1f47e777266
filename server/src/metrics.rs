//! What the server counts for whoever watches over it. The counters live in one value that is given
//! to those who count; what can be asked elsewhere is asked when it is told.

mod log_drops;
mod page;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use versus2048_protocol::wire::{CloseCode, RejectedReason, ServerMessage};

use crate::limits::addresses::NotTaken;
pub(crate) use log_drops::LogDrops;
pub(crate) use page::Page;

const REFUSED: [NotTaken; 3] = [NotTaken::Full, NotTaken::AddressFull, NotTaken::TooMany];

/// Numbers since the start; clones count into the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Metrics(Arc<Counters>);

/// Each number stands for itself, so their order does not matter.
#[derive(Debug)]
struct Counters {
    started: SystemTime,
    accepted: AtomicU64,
    moves: AtomicU64,
    undelivered: AtomicU64,
    refused: Family<NotTaken, 3>,
    rejected: Family<RejectedReason, { RejectedReason::ALL.len() }>,
    closed: Family<CloseCode, { CloseCode::ALL.len() }>,
}

/// A counter for each of some cases.
#[derive(Debug)]
struct Family<K, const N: usize> {
    cases: [K; N],
    counts: [AtomicU64; N],
}

impl Default for Metrics {
    fn default() -> Self {
        Self(Arc::new(Counters {
            started: SystemTime::now(),
            accepted: AtomicU64::default(),
            moves: AtomicU64::default(),
            undelivered: AtomicU64::default(),
            refused: Family::new(REFUSED),
            rejected: Family::new(RejectedReason::ALL),
            closed: Family::new(CloseCode::ALL),
        }))
    }
}

impl Metrics {
    /// A connection is taken; gives its number, the first one's being 0.
    pub(crate) fn connection_taken(&self) -> u64 {
        self.0.accepted.fetch_add(1, Ordering::Relaxed)
    }

    /// A connection is not taken.
    pub(crate) fn connection_refused(&self, reason: NotTaken) {
        self.0.refused.add(reason);
    }

    /// A connection is closed with this code.
    pub(crate) fn connection_closed(&self, code: CloseCode) {
        self.0.closed.add(code);
    }

    /// Somebody is told this about what it has asked for.
    pub(crate) fn answered(&self, message: &ServerMessage) {
        if let ServerMessage::Rejected { reason, .. } = message {
            self.0.rejected.add(*reason);
        }
    }

    /// An answer has no receiver any more, since its connection is gone.
    pub(crate) fn answer_undelivered(&self) {
        self.0.undelivered.fetch_add(1, Ordering::Relaxed);
    }

    /// A board is told of after a move.
    pub(crate) fn moved(&self) {
        self.0.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes what has been counted here.
    pub(crate) fn write(&self, page: &mut Page) {
        let counters = &*self.0;
        page.counter(
            "versus2048_connections_taken_total",
            "TCP connections that were taken.",
        );
        page.number(load(&counters.accepted));
        page.counter(
            "versus2048_connections_refused_total",
            "TCP connections that were not taken, by the limit that they were over.",
        );
        for (reason, count) in counters.refused.read() {
            page.case("reason", refused(reason), count);
        }
        page.counter(
            "versus2048_closes_total",
            "WebSockets that the server has closed, by the code of the close.",
        );
        for (code, count) in counters.closed.read() {
            page.case("code", code.number(), count);
        }
        page.counter(
            "versus2048_moves_total",
            "Moves that were taken and are in the journal.",
        );
        page.number(load(&counters.moves));
        page.counter(
            "versus2048_undelivered_answers_total",
            "Answers whose connection was gone before they could be told.",
        );
        page.number(load(&counters.undelivered));
        page.counter(
            "versus2048_rejections_total",
            "Moves that were not taken, by the reason that was told.",
        );
        for (reason, count) in counters.rejected.read() {
            page.case("reason", rejected(reason), count);
        }
        page.gauge(
            "process_start_time_seconds",
            "When the process started, in Unix seconds.",
        );
        let started = counters.started.duration_since(UNIX_EPOCH);
        page.number(started.map_or(0, |since| since.as_secs()));
    }
}

impl<K: Copy + PartialEq, const N: usize> Family<K, N> {
    fn new(cases: [K; N]) -> Self {
        Self {
            cases,
            counts: [const { AtomicU64::new(0) }; N],
        }
    }

    fn add(&self, case: K) {
        let mut counts = self.cases.iter().zip(&self.counts);
        if let Some((_, count)) = counts.find(|(known, _)| **known == case) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn read(&self) -> impl Iterator<Item = (K, u64)> {
        self.cases.iter().copied().zip(self.counts.iter().map(load))
    }
}

fn load(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

const fn refused(reason: NotTaken) -> &'static str {
    match reason {
        NotTaken::Full => "full",
        NotTaken::AddressFull => "address_full",
        NotTaken::TooMany => "too_many",
    }
}

/// As in the message.
const fn rejected(reason: RejectedReason) -> &'static str {
    match reason {
        RejectedReason::RateLimited => "rate_limited",
        RejectedReason::Unavailable => "unavailable",
        RejectedReason::NotPlaying => "not_playing",
        RejectedReason::Stuck => "stuck",
        RejectedReason::Stale => "stale",
        RejectedReason::NoChange => "no_change",
    }
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::rules::Direction;

    use super::*;

    #[test]
    fn each_case_has_a_counter_of_its_own() {
        let metrics = Metrics::default();
        metrics.connection_refused(NotTaken::TooMany);
        metrics.connection_closed(CloseCode::Flooding);
        metrics.connection_closed(CloseCode::Flooding);
        metrics.answered(&ServerMessage::Rejected {
            turn: 1,
            dir: Direction::Left,
            reason: RejectedReason::Stale,
        });
        metrics.answered(&ServerMessage::Pong { t: 1 });
        let mut page = Page::default();
        metrics.write(&mut page);
        let text = page.into_text();
        let counted: Vec<&str> = text
            .lines()
            .filter(|line| line.contains('{') && !line.ends_with(" 0"))
            .collect();
        assert_eq!(
            counted,
            [
                "versus2048_connections_refused_total{reason=\"too_many\"} 1",
                "versus2048_closes_total{code=\"4008\"} 2",
                "versus2048_rejections_total{reason=\"stale\"} 1",
            ]
        );
    }

    #[test]
    fn labels_are_those_of_the_messages() {
        for reason in RejectedReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), rejected(reason));
        }
    }
}
