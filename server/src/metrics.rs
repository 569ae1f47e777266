//! The server's counters. They live in one value that is given to everything that counts; numbers that
//! are known elsewhere are read when they are asked for.

mod cases;
mod durations;
mod log_drops;
mod outboxes;
mod process;

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use serde::Serialize;
use versus2048_protocol::wire::{CloseCode, ErrorCode, PROTOCOL, RejectedReason, ServerMessage};

use crate::limits::addresses::NotTaken;
use cases::Cases;
pub(crate) use durations::Durations;
pub(crate) use log_drops::LogDrops;
pub(crate) use outboxes::OutboxCounters;
pub(crate) use process::register as register_process;

const REFUSED: [NotTaken; 3] = [NotTaken::Full, NotTaken::AddressFull, NotTaken::TooMany];

/// Numbers since the start; clones count into the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Metrics(Arc<Counters>);

/// Counting is an atomic addition: no lock is taken and nothing is allocated.
#[derive(Debug)]
struct Counters {
    started: SystemTime,
    accepted: Counter,
    received: Counter,
    moves: Counter,
    move_time: Durations,
    undelivered: Counter,
    outboxes: OutboxCounters,
    refused: Cases<NotTaken, 3>,
    errors: Cases<ErrorCode, { ErrorCode::ALL.len() }>,
    rejected: Cases<RejectedReason, { RejectedReason::ALL.len() }>,
    closed: Cases<CloseCode, { CloseCode::ALL.len() }>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self(Arc::new(Counters {
            started: SystemTime::now(),
            accepted: Counter::default(),
            received: Counter::default(),
            moves: Counter::default(),
            move_time: Durations::default(),
            undelivered: Counter::default(),
            outboxes: OutboxCounters::default(),
            refused: Cases::new("reason", REFUSED, |reason| refused(reason).into()),
            errors: Cases::new("code", ErrorCode::ALL, as_in_messages),
            rejected: Cases::new("reason", RejectedReason::ALL, as_in_messages),
            closed: Cases::new("code", CloseCode::ALL, |code| code.number().to_string()),
        }))
    }
}

impl Metrics {
    /// Counts a connection that is taken; returns its number, the first one's being 0.
    pub(crate) fn connection_taken(&self) -> u64 {
        self.0.accepted.inc()
    }

    /// Counts a connection that is not taken.
    pub(crate) fn connection_refused(&self, reason: NotTaken) {
        self.0.refused.add(reason);
    }

    /// Counts a connection that the server closes with this code.
    pub(crate) fn connection_closed(&self, code: CloseCode) {
        self.0.closed.add(code);
    }

    /// Counts a message of a client, whatever is answered.
    pub(crate) fn message_received(&self) {
        self.0.received.inc();
    }

    /// Counts the answer to a request, if it is a refusal.
    pub(crate) fn answered(&self, message: &ServerMessage) {
        match message {
            ServerMessage::Rejected { reason, .. } => self.0.rejected.add(*reason),
            ServerMessage::Error { code, .. } => self.error_answered(*code),
            _ => {}
        }
    }

    /// Counts an `error` that answers a message.
    pub(crate) fn error_answered(&self, code: ErrorCode) {
        self.0.errors.add(code);
    }

    /// Counts an answer whose connection is gone.
    pub(crate) fn answer_undelivered(&self) {
        self.0.undelivered.inc();
    }

    /// Counts a move whose board is in the outboxes.
    pub(crate) fn moved(&self) {
        self.0.moves.inc();
    }

    /// Counts the time from the receipt of a move to its board in the outboxes.
    pub(crate) fn move_took(&self, took: Duration) {
        self.0.move_time.observe(took);
    }

    /// The counters of every outbox.
    pub(crate) fn outboxes(&self) -> OutboxCounters {
        self.0.outboxes.clone()
    }

    /// Adds what has been counted here to a page.
    pub(crate) fn register(&self, page: &mut Registry) {
        self.register_connections(page);
        self.register_moves(page);
        self.0.outboxes.register(page);
        page.register(
            "versus2048_build",
            "The version of the program and of the protocol",
            Info::new([
                ("version", env!("CARGO_PKG_VERSION").to_owned()),
                ("protocol", PROTOCOL.to_string()),
            ]),
        );
        let started = self.0.started.duration_since(UNIX_EPOCH);
        page.register(
            "process_start_time_seconds",
            "When the process started, in Unix seconds",
            ConstGauge::new(started.map_or(0, |since| since.as_secs())),
        );
    }

    fn register_connections(&self, page: &mut Registry) {
        let counters = &*self.0;
        page.register(
            "versus2048_connections_taken",
            "TCP connections that were taken",
            counters.accepted.clone(),
        );
        counters.refused.register(
            "versus2048_connections_refused",
            "TCP connections that were not taken, by the limit that they were over",
            page,
        );
        counters.closed.register(
            "versus2048_closes",
            "WebSockets that the server has closed, by the code of the close",
            page,
        );
        page.register(
            "versus2048_messages_received",
            "Messages of clients, those that are refused included",
            counters.received.clone(),
        );
        counters.errors.register(
            "versus2048_errors",
            "Messages that were answered by an error, by its code",
            page,
        );
    }

    fn register_moves(&self, page: &mut Registry) {
        let counters = &*self.0;
        page.register(
            "versus2048_moves",
            "Moves that were taken and are in the journal",
            counters.moves.clone(),
        );
        counters.rejected.register(
            "versus2048_rejections",
            "Moves that were not taken, by the reason in the answer",
            page,
        );
        page.register(
            "versus2048_move_seconds",
            "Time from the receipt of a move to its board in the outboxes",
            counters.move_time.clone(),
        );
        page.register(
            "versus2048_undelivered_answers",
            "Answers whose connection was gone before they could be sent",
            counters.undelivered.clone(),
        );
    }
}

const fn refused(reason: NotTaken) -> &'static str {
    match reason {
        NotTaken::Full => "full",
        NotTaken::AddressFull => "address_full",
        NotTaken::TooMany => "too_many",
    }
}

/// The name of a case as messages write it.
fn as_in_messages(case: impl Serialize) -> String {
    let value = serde_json::to_value(case).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::prometheus_text::encode;
    use versus2048_protocol::rules::Direction;

    use super::*;

    fn page(metrics: &Metrics) -> String {
        let mut registry = Registry::default();
        metrics.register(&mut registry);
        let mut page = String::new();
        encode(&mut page, &registry).unwrap();
        page
    }

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
        metrics.answered(&ServerMessage::error(ErrorCode::MatchFull, ""));
        metrics.answered(&ServerMessage::Pong { t: 1 });
        let page = page(&metrics);
        let labelled = page.lines().filter(|line| {
            line.contains("{reason=") || line.contains("{code=") && !line.starts_with('#')
        });
        let counted: Vec<&str> = labelled.filter(|line| !line.ends_with(" 0")).collect();
        assert_eq!(
            counted,
            [
                "versus2048_connections_refused_total{reason=\"too_many\"} 1",
                "versus2048_closes_total{code=\"4008\"} 2",
                "versus2048_errors_total{code=\"match_full\"} 1",
                "versus2048_rejections_total{reason=\"stale\"} 1",
            ]
        );
    }

    #[test]
    fn every_case_is_on_the_page_before_it_happens() {
        let page = page(&Metrics::default());
        for code in ErrorCode::ALL {
            let name = as_in_messages(code);
            let line = format!("versus2048_errors_total{{code=\"{name}\"}} 0\n");
            assert!(!name.is_empty() && page.contains(&line), "{code:?}");
        }
        for reason in RejectedReason::ALL {
            let name = as_in_messages(reason);
            let line = format!("versus2048_rejections_total{{reason=\"{name}\"}} 0\n");
            assert!(!name.is_empty() && page.contains(&line), "{reason:?}");
        }
    }
}
