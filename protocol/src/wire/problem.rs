//! Errors of the HTTP side, as `application/problem+json` (RFC 9457).

use serde::{Deserialize, Serialize};

/// The body of an HTTP error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What kind of problem; `about:blank` where the status says it all.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// One sentence that says what was wrong and what would be right.
    pub detail: String,
}

impl Problem {
    /// A problem that its HTTP status and a sentence describe.
    #[must_use]
    pub fn new(status: u16, title: &str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".into(),
            title: title.into(),
            status,
            detail: detail.into(),
        }
    }
}
