//! The page of metrics, on a listener of its own.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use prometheus_client::encoding::prometheus_text::{self, CONTENT_TYPE as TEXT_FORMAT};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;

use crate::lobby::Census;
use crate::metrics::register_process;
use crate::site::Site;

/// All numbers, in the text format of Prometheus.
pub(super) async fn tell(State(site): State<Site>) -> impl IntoResponse {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = prometheus_text::encode(&mut page, &registry(&site));
    ([(CONTENT_TYPE, TEXT_FORMAT)], page)
}

/// Made for each page: counters are shared, and what is known elsewhere is read now.
fn registry(site: &Site) -> Registry {
    let mut page = Registry::default();
    page.register(
        "versus2048_connections",
        "TCP connections of players and others",
        ConstGauge::new(site.addresses.connections()),
    );
    register_census(&site.lobby.census(), &mut page);
    site.lobby.journal().register_metrics(&mut page);
    site.lobby.metrics().register(&mut page);
    page.register(
        "versus2048_log_lines_dropped",
        "Lines of the log that could not be written",
        ConstCounter::new(site.log_drops.count()),
    );
    register_process(&mut page);
    page
}

fn register_census(census: &Census, page: &mut Registry) {
    let tables: Family<[(&str, &str); 1], Gauge> = Family::default();
    for (phase, count) in census.tables() {
        tables.get_or_create(&[("phase", phase)]).set(count);
    }
    page.register("versus2048_tables", "Tables, by how far they are", tables);
    page.register(
        "versus2048_spectators",
        "Connections that watch a table",
        ConstGauge::new(census.spectators),
    );
    page.register(
        "versus2048_players",
        "Players who can come back, connected or not",
        ConstGauge::new(census.players),
    );
    page.register(
        "versus2048_outbox_messages",
        "Messages that wait for all connections",
        ConstGauge::new(census.waiting_messages),
    );
    page.register(
        "versus2048_outbox_fullest_messages",
        "Messages that wait for the connection that has the most waiting",
        ConstGauge::new(census.most_waiting_messages),
    );
}
