//! The text format of Prometheus, version 0.0.4, as far as counters and gauges need it.

use std::fmt::{Display, Write as _};

/// A page of numbers. Names, labels and help are the program's own, so nothing in them is escaped.
#[derive(Debug, Default)]
pub(crate) struct Page {
    text: String,
    family: &'static str,
}

impl Page {
    /// What the page's type is called over HTTP.
    pub(crate) const CONTENT_TYPE: &'static str = "text/plain; version=0.0.4; charset=utf-8";

    /// Begins a family of numbers that only grow.
    pub(crate) fn counter(&mut self, name: &'static str, help: &str) {
        self.family(name, "counter", help);
    }

    /// Begins a family of numbers that are as they are now.
    pub(crate) fn gauge(&mut self, name: &'static str, help: &str) {
        self.family(name, "gauge", help);
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) {
        self.family = name;
        // Writing to a string does not fail.
        let _ = write!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    /// Adds the family's only number.
    pub(crate) fn number(&mut self, value: u64) {
        let _ = writeln!(self.text, "{} {value}", self.family);
    }

    /// Adds the family's number of one case.
    pub(crate) fn case(&mut self, label: &str, case: impl Display, value: u64) {
        let _ = writeln!(self.text, "{}{{{label}=\"{case}\"}} {value}", self.family);
    }

    /// The whole page.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_what_they_are() {
        let mut page = Page::default();
        page.counter("moves_total", "Moves.");
        page.number(3);
        page.gauge("tables", "Tables.");
        page.case("phase", "over", 1);
        page.case("phase", 4003, 0);
        let expected = "\
# HELP moves_total Moves.
# TYPE moves_total counter
moves_total 3
# HELP tables Tables.
# TYPE tables gauge
tables{phase=\"over\"} 1
tables{phase=\"4003\"} 0
";
        assert_eq!(page.into_text(), expected);
    }
}
