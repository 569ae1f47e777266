//! Errors over HTTP.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use versus2048_protocol::wire::Problem;

/// An error as a problem document (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HttpProblem {
    status: StatusCode,
    detail: String,
}

impl HttpProblem {
    /// A problem that its status and one sentence describe.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
        }
    }
}

impl IntoResponse for HttpProblem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or_default();
        let problem = Problem::new(self.status.as_u16(), title, self.detail);
        let mut response = (self.status, Json(problem)).into_response();
        response.headers_mut().insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        response
    }
}
