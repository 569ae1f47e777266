//! What a server answers over HTTP, where that needs no connection of its own.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use serde_json::Value;
use ureq::Error;

use crate::message::Foreign;
use crate::model::Notice;
use crate::text::{self, Language, Trouble};
use crate::tls;

/// How long a server may take for a whole answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// What a server answers to a GET, at most this many bytes. This waits for it.
///
/// # Errors
/// In a language, why there is no answer.
pub fn get(url: &str, max_bytes: u64, say: &dyn Language) -> anyhow::Result<String> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(ANSWER_TIMEOUT))
        .http_status_as_error(false)
        .proxy(None)
        .tls_config(tls::requests())
        .build()
        .new_agent();
    let mut answer = agent.get(url).call().map_err(|error| {
        let server = server_of(url).to_owned();
        anyhow!(text::in_a_line(&say.notice(&no_answer(server, error))))
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

/// Why there is no answer of a server.
fn no_answer(server: String, error: Error) -> Notice {
    let fault = match error {
        Error::Io(error) => tls::fault(&error),
        Error::Rustls(error) => tls::fault(&io::Error::other(error)),
        _ => None,
    };
    match fault {
        Some(fault) => Notice::Foreign {
            server,
            what: Foreign::Insecure(fault),
        },
        None => Notice::Unreachable { server },
    }
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
