//! From an HTTP request to a WebSocket.

use std::future::ready;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::header::{HOST, ORIGIN, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::config::{Origin, may_connect};
use crate::listener::Peer;
use crate::problem::HttpProblem;
use crate::site::Site;
use crate::socket;

/// What is allocated for reading on each connection; messages are small, and idle connections many.
const READ_BUFFER_BYTES: usize = 512;
/// What may wait in a socket before it writes by itself.
const WRITE_BUFFER_BYTES: usize = 16 * 1024;
/// The most that may wait in a socket: without it, answers to pings that nobody reads pile up.
const MAX_WRITE_BUFFER_BYTES: usize = 128 * 1024;

/// What came of asking for an upgrade.
type Asked = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Upgrades a connection, if its page may connect and the server takes players.
pub(crate) async fn upgrade(
    State(site): State<Site>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked,
) -> Response {
    accept(&site.clone(), &headers, asked, |upgrade| {
        upgrade.on_upgrade(move |socket| {
            socket::spawn(socket, peer, &site);
            ready(())
        })
    })
}

/// The same for a connection that is told what it says.
#[cfg(feature = "echo")]
pub(crate) async fn upgrade_to_echo(
    State(site): State<Site>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked,
) -> Response {
    // Room for what is read while the message before it is being written.
    let max_written_bytes = 4 * site.limits.max_message_bytes + MAX_WRITE_BUFFER_BYTES;
    accept(&site.clone(), &headers, asked, |upgrade| {
        upgrade
            .max_write_buffer_size(max_written_bytes)
            .on_upgrade(move |socket| socket::echo::serve(socket, peer, site))
    })
}

/// Serves an upgrade under the limits of this server, unless it is refused.
fn accept(
    site: &Site,
    headers: &HeaderMap,
    asked: Asked,
    serve: impl FnOnce(WebSocketUpgrade) -> Response,
) -> Response {
    let upgrade = match asked {
        Ok(upgrade) => upgrade,
        Err(rejection) => return refuse(&rejection),
    };
    if !is_allowed(headers, &site.allowed_origins) {
        return HttpProblem::new(
            StatusCode::FORBIDDEN,
            "pages of this origin may not connect; the operator can allow it with --allow-origin",
        )
        .into_response();
    }
    if !site.takes_players() {
        return HttpProblem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server is stopping; come back in a moment",
        )
        .into_response();
    }
    let max_bytes = site.limits.max_message_bytes;
    serve(
        upgrade
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(WRITE_BUFFER_BYTES)
            .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
            .max_message_size(max_bytes)
            .max_frame_size(max_bytes),
    )
}

/// Whether no page asks, or one that may.
fn is_allowed(headers: &HeaderMap, allowed: &[Origin]) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    headers.get_all(ORIGIN).iter().all(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        may_connect(origin, host, allowed)
    })
}

fn refuse(rejection: &WebSocketUpgradeRejection) -> Response {
    use WebSocketUpgradeRejection as Rejection;
    let is_method = matches!(rejection, Rejection::MethodNotGet(_));
    if is_method {
        return HttpProblem::new(StatusCode::METHOD_NOT_ALLOWED, "this path takes GET alone")
            .into_response();
    }
    let problem = HttpProblem::new(
        StatusCode::UPGRADE_REQUIRED,
        "this path takes a WebSocket upgrade of version 13 (RFC 6455)",
    );
    let mut response = problem.into_response();
    let headers = response.headers_mut();
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    response
}
