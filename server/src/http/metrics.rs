//! What the server says to whoever watches over it, on a listener of its own.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::journal::JournalStats;
use crate::lobby::Census;
use crate::metrics::Page;
use crate::site::Site;

/// All numbers, in the text format of Prometheus.
pub(super) async fn tell(State(site): State<Site>) -> impl IntoResponse {
    let mut page = Page::default();
    page.gauge(
        "versus2048_connections",
        "TCP connections of players and others.",
    );
    page.number(site.addresses.connections());
    write_census(&site.lobby.census(), &mut page);
    write_journal(site.lobby.journal().stats(), &mut page);
    site.lobby.metrics().write(&mut page);
    page.counter(
        "versus2048_log_lines_dropped_total",
        "Lines of the log that could not be written.",
    );
    page.number(site.log_drops.count());
    ([(CONTENT_TYPE, Page::CONTENT_TYPE)], page.into_text())
}

fn write_census(census: &Census, page: &mut Page) {
    page.gauge("versus2048_tables", "Tables, by how far they are.");
    for (phase, count) in census.tables() {
        page.case("phase", phase, count);
    }
    page.gauge("versus2048_spectators", "Connections that watch a table.");
    page.number(census.spectators);
    page.gauge(
        "versus2048_players",
        "Players who can come back, connected or not.",
    );
    page.number(census.players);
}

fn write_journal(stats: JournalStats, page: &mut Page) {
    page.counter(
        "versus2048_journal_commits_total",
        "Commits that are in the journal.",
    );
    page.number(stats.commits);
    page.counter(
        "versus2048_journal_rows_total",
        "Rows that they have written.",
    );
    page.number(stats.rows);
    page.counter(
        "versus2048_journal_commit_microseconds_total",
        "How long the commits took.",
    );
    page.number(stats.commit_time_us);
    page.counter(
        "versus2048_journal_failed_commits_total",
        "Commits that have failed.",
    );
    page.number(stats.failed_commits);
    page.gauge(
        "versus2048_journal_wal_bytes",
        "Size of the write-ahead log after the last commit.",
    );
    page.number(stats.wal_bytes);
    page.gauge(
        "versus2048_journal_log_bytes",
        "Bytes of what a start reads for open tables.",
    );
    page.number(stats.log_bytes);
    page.gauge(
        "versus2048_journal_healthy",
        "1 while the journal takes what is decided, else 0.",
    );
    page.number(stats.is_healthy.into());
}
