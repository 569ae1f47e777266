//! The routes of the server. Every error is a problem document (RFC 9457).

mod metrics;
mod replays;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use versus2048_protocol::wire::schema::schema;

use crate::listener::Peer;
use crate::problem::HttpProblem;
use crate::site::Site;
use crate::socket::upgrade;

/// The path that tells whether the process lives.
const HEALTH: &str = "/healthz";

/// The routes of the listener for players.
pub(crate) fn router(site: Site) -> Router {
    let router = Router::new();
    #[cfg(feature = "echo")]
    let router = router.route("/echo", get(crate::socket::upgrade_to_echo));
    router
        .route(HEALTH, get(health))
        .route("/readyz", get(ready))
        .route("/v1/ws", get(upgrade))
        .route("/v1/matches", get(matches))
        .route("/v1/replays", get(replays::list))
        .route("/v1/replays/{id}", get(replays::one))
        .route("/v1/schema", get(messages))
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_method)
        .layer(from_fn(refuse_when_full))
        .with_state(site)
}

/// The routes of the listener for metrics.
pub(crate) fn admin_router(site: Site) -> Router {
    Router::new()
        .route("/metrics", get(metrics::tell))
        .fallback(unknown_admin_path)
        .method_not_allowed_fallback(unknown_method)
        .with_state(site)
}

/// Refuses every request while the server is full, except the one that asks whether the process lives.
async fn refuse_when_full(
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Result<Response, HttpProblem> {
    if peer.tcp.is_spare() && request.uri().path() != HEALTH {
        return Err(HttpProblem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server has as many connections as it takes; try again later",
        ));
    }
    Ok(next.run(request).await)
}

async fn health() -> impl IntoResponse {
    (UNSTORED, "ok\n")
}

async fn ready(State(site): State<Site>) -> Result<impl IntoResponse, HttpProblem> {
    match site.why_not_ready() {
        None => Ok((UNSTORED, "ready\n")),
        Some(why) => Err(HttpProblem::new(StatusCode::SERVICE_UNAVAILABLE, why)),
    }
}

async fn matches(State(site): State<Site>) -> impl IntoResponse {
    (UNSTORED, Json(json!({ "matches": site.lobby.list() })))
}

async fn messages() -> Json<Value> {
    Json(schema())
}

async fn unknown_path() -> HttpProblem {
    HttpProblem::new(
        StatusCode::NOT_FOUND,
        "nothing is at this path; this is a match server of 2048 Versus, \
         and `versus2048 join HOST:PORT/CODE` takes a seat at one of its tables",
    )
}

async fn unknown_admin_path() -> HttpProblem {
    let detail = "nothing is at this path; numbers are told at /metrics";
    HttpProblem::new(StatusCode::NOT_FOUND, detail)
}

async fn unknown_method() -> HttpProblem {
    HttpProblem::new(StatusCode::METHOD_NOT_ALLOWED, "this path takes GET alone")
}

/// Keeps caches from storing what changes all the time.
const UNSTORED: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];
