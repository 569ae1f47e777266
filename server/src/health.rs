//! Asks a running server whether it accepts players, as a container's health check does.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail};
use versus2048_protocol::wire::Problem;

/// How long each step may take.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The most bytes of an answer.
const ANSWER_BYTES: u64 = 4 * 1024;

/// Asks the server that listens on an address of this machine.
///
/// # Errors
/// Nobody answers, or the answer is that no players are accepted.
pub(crate) fn check(listen: SocketAddr) -> anyhow::Result<()> {
    let address = reachable(listen);
    let answer = ask(address).with_context(|| format!("no answer from {address}"))?;
    if answer.starts_with("HTTP/1.1 200 ") {
        Ok(())
    } else {
        let why = why(&answer).unwrap_or_else(|| "it does not say why".into());
        bail!("the server at {address} accepts no players now: {why}")
    }
}

/// What the problem document of an answer says, in one line: who has answered may be anybody, and a
/// terminal obeys control characters.
fn why(answer: &str) -> Option<String> {
    let (_, body) = answer.split_once("\r\n\r\n")?;
    let problem: Problem = serde_json::from_str(body).ok()?;
    Some(problem.detail.replace(char::is_control, " "))
}

/// Where this machine itself reaches what listens on an address.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expected: Option<&str>) {
        assert_eq!(why(answer).as_deref(), expected, "{answer}");
    }

    #[test]
    fn a_reason_is_one_line_that_no_terminal_obeys() {
        let problem = |detail: &str| {
            format!(
                "HTTP/1.1 503 -\r\n\r\n{{\"type\":\"-\",\"title\":\"-\",\"status\":503,\"detail\":\"{detail}\"}}"
            )
        };
        check(
            &problem("the server is stopping"),
            Some("the server is stopping"),
        );
        check(&problem("red \\u001b[31m\\nred"), Some("red  [31m red"));
        check("HTTP/1.1 200 OK\r\n\r\nnonsense", None);
        check("nonsense", None);
    }
}
