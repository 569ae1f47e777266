//! A histogram of durations. The library's own takes a lock for each; a move is not to wait for one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;

/// The upper bounds of the buckets, in seconds: from a commit in memory to a disk that hangs.
const BOUNDS: [f64; 14] = [
    0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// Durations by buckets; clones count into the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Durations(Arc<Counts>);

/// Each number stands for itself, so their order does not matter.
#[derive(Debug, Default)]
struct Counts {
    /// By bucket, each without those below it; the last one is above every bound.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum_us: AtomicU64,
}

impl Durations {
    /// Counts a duration.
    pub(crate) fn observe(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let bucket = BOUNDS.partition_point(|bound| *bound < seconds);
        if let Some(count) = self.0.buckets.get(bucket) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.0.sum_us.fetch_add(took_us, Ordering::Relaxed);
    }

    /// All durations together.
    pub(crate) fn sum(&self) -> Duration {
        Duration::from_micros(self.0.sum_us.load(Ordering::Relaxed))
    }
}

impl EncodeMetric for Durations {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> std::fmt::Result {
        let counts = self.0.buckets.iter();
        let counts = counts.map(|count| count.load(Ordering::Relaxed));
        let bounds = BOUNDS.into_iter().chain([f64::INFINITY]);
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum = self.sum().as_secs_f64();
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::prometheus_text::encode;
    use prometheus_client::registry::Registry;

    use super::*;

    #[test]
    fn durations_are_counted_up_to_each_bound() {
        let durations = Durations::default();
        for took_us in [250, 251, 1_000, 60_000_000] {
            durations.observe(Duration::from_micros(took_us));
        }
        let mut registry = Registry::default();
        registry.register("took_seconds", "Time", durations);
        let mut page = String::new();
        encode(&mut page, &registry).unwrap();
        for line in [
            "# TYPE took_seconds histogram",
            "took_seconds_bucket{le=\"0.00025\"} 1",
            "took_seconds_bucket{le=\"0.0005\"} 2",
            "took_seconds_bucket{le=\"0.001\"} 3",
            "took_seconds_bucket{le=\"10\"} 3",
            "took_seconds_bucket{le=\"+Inf\"} 4",
            "took_seconds_sum 60.001501",
            "took_seconds_count 4",
        ] {
            assert!(page.lines().any(|other| other == line), "{line} in {page}");
        }
    }
}
