//! What needs no screen: results go to stdout, messages to stderr.

pub mod list;
pub mod verify;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::anyhow;
use serde_json::Value;

use crate::model::Notice;
use crate::text::{Language, Trouble};

/// How long a server may take for a whole answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// What a server answers to a GET, at most this many bytes.
///
/// # Errors
/// In a language, why there is no answer.
fn fetch(url: &str, max_bytes: u64, say: &dyn Language) -> anyhow::Result<String> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(ANSWER_TIMEOUT))
        .http_status_as_error(false)
        .proxy(None)
        .build()
        .new_agent();
    let mut answer = agent.get(url).call().map_err(|_| {
        let server = server_of(url).to_owned();
        anyhow!(say.notice(&Notice::Unreachable { server }).join(": "))
    })?;
    let body = answer
        .body_mut()
        .with_config()
        .limit(max_bytes)
        .read_to_string()
        .map_err(|_| anyhow!(say.trouble(&Trouble::Unreadable { url })))?;
    let status = answer.status();
    if status.is_success() {
        return Ok(body);
    }
    Err(anyhow!(say.trouble(&Trouble::Status {
        url,
        status: status.as_u16(),
        detail: &problem(&body).unwrap_or_default(),
    })))
}

/// The part of a URL before its path.
fn server_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    let path = url[host..].find('/').map_or(url.len(), |path| host + path);
    &url[..path]
}

/// The sentence of an error of the contract.
fn problem(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let detail = body.get("detail").or_else(|| body.get("title"))?.as_str()?;
    Some(detail.to_owned())
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
