//! What needs no screen: results go to stdout, messages to stderr.

pub mod list;
pub mod verify;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use serde_json::Value;

/// How long a server may take for a whole answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// What a server answers to a GET, at most this many bytes.
fn fetch(url: &str, max_bytes: u64) -> anyhow::Result<String> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(ANSWER_TIMEOUT))
        .http_status_as_error(false)
        .proxy(None)
        .build()
        .new_agent();
    let mut answer = agent
        .get(url)
        .call()
        .with_context(|| format!("can't reach {url}"))?;
    let body = answer
        .body_mut()
        .with_config()
        .limit(max_bytes)
        .read_to_string()
        .with_context(|| format!("can't read the answer of {url}"))?;
    let status = answer.status();
    if status.is_success() {
        Ok(body)
    } else {
        let detail = problem(&body).unwrap_or_default();
        Err(anyhow!("{url} answers {status}{detail}"))
    }
}

/// The sentence of an error of the contract.
fn problem(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let detail = body.get("detail").or_else(|| body.get("title"))?.as_str()?;
    Some(format!(": {}", crate::text::clean(detail)))
}

/// Writes to stdout; whoever has closed it does not want the rest.
fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("can't write to stdout"))
        }
        _ => Ok(()),
    }
}
