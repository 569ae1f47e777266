//! Asks a running server whether it accepts players, as a container's health check does.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// How long each step may take.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The answer's first line is within so many bytes.
const STATUS_BYTES: u64 = 64;

/// Asks the server that listens on an address of this machine.
///
/// # Errors
/// Nobody answers, or the answer is that no players are accepted.
pub(crate) fn check(listen: SocketAddr) -> anyhow::Result<()> {
    let address = reachable(listen);
    let status = ask(address).with_context(|| format!("no answer from {address}"))?;
    if status.starts_with("HTTP/1.1 200 ") {
        Ok(())
    } else {
        bail!("the server at {address} accepts no players now")
    }
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
    let mut status = Vec::new();
    stream.take(STATUS_BYTES).read_to_end(&mut status)?;
    Ok(String::from_utf8_lossy(&status).into_owned())
}
