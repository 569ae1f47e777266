//! A counter for each of some cases.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

type Label = [(&'static str, String); 1];

/// The counters of a family, resolved once, so that counting takes no lock.
#[derive(Debug)]
pub(super) struct Cases<K, const N: usize> {
    family: Family<Label, Counter>,
    counters: [(K, Counter); N],
}

impl<K: Copy + PartialEq, const N: usize> Cases<K, N> {
    /// One counter for each case, all 0. `name` returns the value of the label.
    pub(super) fn new(label: &'static str, cases: [K; N], name: impl Fn(K) -> String) -> Self {
        let family = Family::default();
        let counters = cases.map(|case| {
            let counter = family.get_or_create_owned(&[(label, name(case))]);
            (case, counter)
        });
        Self { family, counters }
    }

    /// Counts a case.
    pub(super) fn add(&self, case: K) {
        if let Some((_, counter)) = self.counters.iter().find(|(known, _)| *known == case) {
            counter.inc();
        }
    }

    /// Adds the family to a page.
    pub(super) fn register(&self, name: &str, help: &str, page: &mut Registry) {
        page.register(name, help, self.family.clone());
    }
}
