//! How long something took, many times over.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// The longest time that is told exactly; longer ones count as this.
const LONGEST: Duration = Duration::from_secs(60);
/// Digits that are kept of each time.
const DIGITS: u8 = 3;

/// Times, in nanoseconds.
#[derive(Clone, Debug)]
pub(super) struct Latency(Histogram<u64>);

/// How many of the times were under what, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Percentiles {
    /// How many times there were.
    pub(super) count: u64,
    /// Half of them were under this.
    pub(super) p50_ms: f64,
    /// Nine of ten were under this.
    pub(super) p90_ms: f64,
    /// 99 of 100 were under this.
    pub(super) p99_ms: f64,
    /// 999 of 1000 were under this.
    pub(super) p99_9_ms: f64,
    /// The longest.
    pub(super) max_ms: f64,
}

impl Latency {
    /// No times yet.
    pub(super) fn new() -> Self {
        let longest = u64::try_from(LONGEST.as_nanos()).unwrap_or(u64::MAX);
        Self(Histogram::new_with_bounds(1, longest, DIGITS).expect("these bounds are allowed"))
    }

    /// Adds a time.
    pub(super) fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.saturating_record(nanoseconds);
    }

    /// What is told of them; `None` where there are none.
    pub(super) fn percentiles(&self) -> Option<Percentiles> {
        let at = |quantile| milliseconds(self.0.value_at_quantile(quantile));
        (!self.0.is_empty()).then(|| Percentiles {
            count: self.0.len(),
            p50_ms: at(0.5),
            p90_ms: at(0.9),
            p99_ms: at(0.99),
            p99_9_ms: at(0.999),
            max_ms: milliseconds(self.0.max()),
        })
    }
}

fn milliseconds(nanoseconds: u64) -> f64 {
    Duration::from_nanos(nanoseconds).as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_times() {
        let mut latency = Latency::new();
        assert!(latency.percentiles().is_none());
        for ms in 1..=1000 {
            latency.add(Duration::from_millis(ms));
        }
        latency.add(Duration::from_secs(3600));
        let told = latency.percentiles().unwrap();
        assert_eq!(told.count, 1001);
        let expected = [
            (told.p50_ms, 501.0),
            (told.p90_ms, 901.0),
            (told.p99_ms, 991.0),
        ];
        for (told, expected) in expected {
            assert!(
                (told - expected).abs() <= expected / 500.0,
                "{told} {expected}"
            );
        }
        assert!(told.max_ms > 59_000.0);
    }
}
