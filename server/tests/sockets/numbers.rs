//! The numbers of the page of metrics.

use std::collections::{BTreeSet, HashMap};
use std::net::SocketAddr;

use crate::peer::{Peer, request};
use crate::running::Running;

/// One reading of the page.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// By name and labels.
    by_series: HashMap<String, f64>,
    /// The names of families, as the page declares them.
    pub(crate) families: BTreeSet<String>,
}

/// Everything that a request is answered with.
pub(crate) async fn ask(address: SocketAddr, path: &str) -> String {
    let mut peer = Peer::silent(address).await;
    peer.write(request(path, "").as_bytes()).await;
    peer.read_rest().await
}

impl Numbers {
    /// Reads the page of a server.
    pub(crate) async fn of(server: &Running) -> Self {
        let page = ask(server.admin, "/metrics").await;
        let (head, body) = page.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        let kind = "content-type: text/plain; version=0.0.4; charset=utf-8";
        assert!(head.contains(kind), "{head}");
        let series = body.lines().filter(|line| !line.starts_with('#'));
        let types = body.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        Self {
            by_series: series
                .map(|line| {
                    let (name, number) = line.rsplit_once(' ').unwrap();
                    (name.to_owned(), number.parse().unwrap())
                })
                .collect(),
            families: types
                .map(|line| line.split(' ').next().unwrap().to_owned())
                .collect(),
        }
    }

    /// The number of a series.
    #[track_caller]
    pub(crate) fn get(&self, series: &str) -> f64 {
        match self.by_series.get(series) {
            Some(number) => *number,
            None => panic!("no {series} in {:#?}", self.by_series),
        }
    }

    /// The names of the series, without their labels.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let series = self.by_series.keys();
        series.filter_map(|name| name.split('{').next()).collect()
    }

    /// Whole numbers that have to be as expected.
    #[track_caller]
    pub(crate) fn check(&self, expected: &[(&str, u64)]) {
        for (series, number) in expected {
            let found = self.get(series);
            assert_eq!(found.to_string(), number.to_string(), "{series}");
        }
    }
}
