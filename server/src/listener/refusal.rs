//! Short answers to connections that are not taken.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use versus2048_protocol::wire::Problem;

use crate::limits::addresses::NotTaken;
use crate::listener::stream::linger;
use crate::problem::HttpProblem;

/// The most refusals that are being told at once; past it a connection is dropped without a word.
const MAX_AT_ONCE: usize = 256;
/// How long telling one may take.
const LIMIT: Duration = Duration::from_secs(2);

/// Tells connections that they are not taken, a bounded number at once.
#[derive(Clone, Debug)]
pub(super) struct Refusals {
    places: Arc<Semaphore>,
}

impl Refusals {
    /// Tells nobody yet.
    pub(super) fn new() -> Self {
        Self {
            places: Arc::new(Semaphore::new(MAX_AT_ONCE)),
        }
    }

    /// Answers a connection without reading its request, and ends it.
    pub(super) fn answer(&self, stream: TcpStream, reason: NotTaken) {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            tokio::spawn(tell(stream, reason, place));
        }
    }
}

/// The answer to a request that is not taken.
pub(super) fn response(reason: NotTaken) -> Response<Body> {
    let problem = problem(reason);
    let status = StatusCode::from_u16(problem.status).expect("it is one of those below");
    let retry_after = (RETRY_AFTER, HeaderValue::from_static("1"));
    ([retry_after], HttpProblem::new(status, problem.detail)).into_response()
}

async fn tell(mut stream: TcpStream, reason: NotTaken, _place: OwnedSemaphorePermit) {
    let telling = async {
        stream.write_all(written(reason).as_bytes()).await?;
        linger(&stream).await;
        std::io::Result::Ok(())
    };
    let _ = tokio::time::timeout(LIMIT, telling).await;
}

fn written(reason: NotTaken) -> String {
    let problem = problem(reason);
    let body = serde_json::to_string(&problem).expect("a problem is strings and a number");
    format!(
        "HTTP/1.1 {} {}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         retry-after: 1\r\nconnection: close\r\n\r\n{body}",
        problem.status,
        problem.title,
        body.len(),
    )
}

fn problem(reason: NotTaken) -> Problem {
    match reason {
        NotTaken::Full => Problem::new(
            503,
            "Service Unavailable",
            "the server has as many connections as it takes; try again later",
        ),
        NotTaken::AddressFull => Problem::new(
            429,
            "Too Many Requests",
            "your address has as many connections as it may; close one first",
        ),
        NotTaken::TooMany => Problem::new(
            429,
            "Too Many Requests",
            "your address connects too often; try again in a second",
        ),
    }
}
