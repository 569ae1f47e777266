//! What a server answers over HTTP, where that needs no connection of its own.

use std::io;
use std::net::ToSocketAddrs as _;
use std::time::Duration;

use anyhow::anyhow;
use serde_json::Value;
use ureq::Error;

use crate::address;
use crate::message::Foreign;
use crate::model::Notice;
use crate::text::{self, Language, Trouble};
use crate::tls;
use crate::unreached::Unreached;

/// How long a server may take to begin its answer, as long as to greet.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a server may take for a whole answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// What a server answers to a GET, at most this many bytes. This waits for it.
///
/// # Errors
/// In a language, why there is no answer.
pub fn get(url: &str, max_bytes: u64, say: &dyn Language) -> anyhow::Result<String> {
    let agent = ureq::Agent::config_builder()
        .timeout_recv_response(Some(BEGIN_TIMEOUT))
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
    let error = match error {
        Error::Io(error) => error,
        Error::Rustls(error) => io::Error::other(error),
        Error::HostNotFound => {
            let why = Unreached::UnknownHost;
            return Notice::Unreachable { server, why };
        }
        Error::Timeout(ureq::Timeout::RecvResponse) => {
            let what = Foreign::Silent;
            return Notice::Foreign { server, what };
        }
        Error::Timeout(_) => io::ErrorKind::TimedOut.into(),
        error => io::Error::other(error),
    };
    match tls::fault(&error) {
        Some(fault) => Notice::Foreign {
            server,
            what: Foreign::Insecure(fault),
        },
        None => Notice::Unreachable {
            why: why(&server, &error),
            server,
        },
    }
}

/// Why nobody answers. That a name is not known has no kind of error of its own, so it is looked up.
fn why(server: &str, error: &io::Error) -> Unreached {
    let why = Unreached::of(error);
    let is_unknown = || {
        let complete = address::server(server);
        complete.is_ok_and(|server| address::authority(&server).to_socket_addrs().is_err())
    };
    if why == Unreached::Broken && is_unknown() {
        Unreached::UnknownHost
    } else {
        why
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
