//! Where a server is, as people type it.

mod place;
mod reach;

pub use place::Place;
pub use reach::Reach;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use uuid::Uuid;
use versus2048_protocol::wire::Code;

use crate::model::AddressProblem;

/// The port where none is named.
pub const DEFAULT_PORT: u16 = 2048;
/// The port of a secure connection where none is named: that of HTTPS, behind which a server stands.
const SECURE_PORT: u16 = 443;

/// The server in its full form, `ws://HOST:PORT` or `wss://HOST:PORT`: a scheme and a port may be left
/// out, an IPv6 address stands in brackets where a port follows.
///
/// # Errors
/// The text is no host and port.
pub fn server(text: &str) -> Result<String, AddressProblem> {
    let text = text.trim().trim_end_matches('/');
    let after = |schemes: [&str; 2]| schemes.into_iter().find_map(|it| text.strip_prefix(it));
    let (scheme, authority, usual_port) = match after(["wss://", "https://"]) {
        Some(authority) => ("wss", authority, SECURE_PORT),
        None => (
            "ws",
            after(["ws://", "http://"]).unwrap_or(text),
            DEFAULT_PORT,
        ),
    };
    let (host, port) = split_port(authority, usual_port)?;
    Ok(format!("{scheme}://{host}:{port}"))
}

/// The same server for HTTP.
#[must_use]
pub fn http(server: &str) -> String {
    let scheme = if is_secure(server) { "https" } else { "http" };
    format!("{scheme}://{}", authority(server))
}

/// Whether the connection to a server is to be a secure one.
#[must_use]
pub fn is_secure(server: &str) -> bool {
    server.starts_with("wss://")
}

/// `HOST:PORT` of a server, by whichever scheme it is named.
#[must_use]
pub fn authority(server: &str) -> &str {
    server
        .split_once("://")
        .map_or(server, |(_, authority)| authority)
}

/// The host of a server, an IPv6 address without its brackets.
#[must_use]
pub fn host(server: &str) -> &str {
    let authority = authority(server);
    let host = authority
        .rsplit_once(':')
        .map_or(authority, |(host, _)| host);
    let bare = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    bare.unwrap_or(host)
}

/// Whether a server is on the machine of whoever asks.
#[must_use]
pub fn is_this_machine(server: &str) -> bool {
    let host = host(server);
    let ip: Option<IpAddr> = host.parse().ok();
    host == "localhost" || ip.is_some_and(|ip| ip.is_loopback())
}

/// Where a server gives the replay of a match that is over.
#[must_use]
pub fn replay(server: &str, id: Uuid) -> String {
    format!("{}/v1/replays/{id}", http(server))
}

/// What to type to join a table of this server.
#[must_use]
pub fn shown(server: &str, code: Code) -> String {
    if is_secure(server) {
        let usual = format!(":{SECURE_PORT}");
        return format!("{}/{code}", server.strip_suffix(&usual).unwrap_or(server));
    }
    format!("{}/{code}", authority(server))
}

/// The address by which this machine reaches a server that listens here.
#[must_use]
pub fn to_self(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

/// `HOST:PORT` by which others may reach a server that listens here, the likeliest first.
#[must_use]
pub fn to_others(listening: SocketAddr) -> Vec<String> {
    let mut addresses: Vec<IpAddr> = if listening.ip().is_unspecified() {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        let all = interfaces.into_iter().map(|it| (it.ip(), it.name));
        likeliest_first(all, default_route(), listening.is_ipv6())
    } else {
        vec![listening.ip()]
    };
    if addresses.is_empty() {
        addresses.push(to_self(listening).ip());
    }
    addresses
        .into_iter()
        .map(|ip| SocketAddr::new(ip, listening.port()).to_string())
        .collect()
}

/// The address that this machine has towards the internet. Nothing is sent: a socket for datagrams
/// only looks up the way to an address, here one that is set aside for examples.
fn default_route() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Addresses with the names of their interfaces, those that lead to others first: that of the
/// default route, then those of a home network, other IPv4, IPv6, and bridges to containers last.
fn likeliest_first(
    interfaces: impl Iterator<Item = (IpAddr, String)>,
    default_route: Option<IpAddr>,
    takes_ipv6: bool,
) -> Vec<IpAddr> {
    const BRIDGES: [&str; 4] = ["docker", "br-", "veth", "virbr"];
    let is_shown = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => takes_ipv6 && !ip.is_loopback() && !ip.is_unicast_link_local(),
    };
    let rank = |ip: &IpAddr, interface: &str| match ip {
        _ if Some(*ip) == default_route => 0,
        _ if BRIDGES.iter().any(|name| interface.starts_with(name)) => 5,
        IpAddr::V4(ip) if ip.octets().starts_with(&[192, 168]) => 1,
        IpAddr::V4(ip) if ip.octets().starts_with(&[10]) => 2,
        IpAddr::V4(_) => 3,
        IpAddr::V6(_) => 4,
    };
    let mut ranked: Vec<(u8, IpAddr)> = interfaces
        .filter(|(ip, _)| is_shown(ip))
        .map(|(ip, interface)| (rank(&ip, &interface), ip))
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().map(|(_, ip)| ip).collect()
}

fn split_port(authority: &str, usual_port: u16) -> Result<(String, u16), AddressProblem> {
    if let Ok(ip) = authority.parse::<Ipv6Addr>() {
        return Ok((format!("[{ip}]"), usual_port));
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && !port.contains(']') => {
            (host, self::port(port)?)
        }
        _ => (authority, usual_port),
    };
    if is_host(host) {
        Ok((host.to_owned(), port))
    } else {
        Err(AddressProblem::Server)
    }
}

/// The number of a port.
///
/// # Errors
/// The text is none.
pub fn port(text: &str) -> Result<u16, AddressProblem> {
    let is_number = !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit());
    match text.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ if is_number => Err(AddressProblem::Port),
        _ => Err(AddressProblem::Server),
    }
}

fn is_host(host: &str) -> bool {
    if let Some(ip) = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        return ip.parse::<Ipv6Addr>().is_ok();
    }
    !host.is_empty()
        && host
            .chars()
            .all(|character| character.is_alphanumeric() || matches!(character, '-' | '.' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_completed() {
        assert_eq!(server("example.org"), Ok("ws://example.org:2048".into()));
        assert_eq!(
            server("ws://example.org:80/"),
            Ok("ws://example.org:80".into())
        );
        assert_eq!(server(""), Err(AddressProblem::Server));
    }

    #[test]
    fn a_secure_server_stays_one() {
        let code = "K7QX4M".parse().expect("a code");
        let secure = server("wss://example.org").expect("a server");
        assert_eq!(http(&secure), "https://example.org:443");
        assert_eq!(shown(&secure, code), "wss://example.org/K7QX4M");
        assert_eq!(shown("wss://host:9", code), "wss://host:9/K7QX4M");
        assert_eq!(shown("ws://host:9", code), "host:9/K7QX4M");
        for (server, expected) in [
            ("wss://example.org:443", "example.org"),
            ("ws://[::1]:9", "::1"),
            ("ws://127.0.0.1:9", "127.0.0.1"),
        ] {
            assert_eq!(host(server), expected);
        }
    }

    #[test]
    fn a_listener_on_all_addresses_is_reached_over_loopback() {
        let listening: SocketAddr = "0.0.0.0:2048".parse().expect("an address");
        assert_eq!(to_self(listening).to_string(), "127.0.0.1:2048");
        let listening: SocketAddr = "[::]:2048".parse().expect("an address");
        assert_eq!(to_self(listening).to_string(), "[::1]:2048");
    }

    #[track_caller]
    fn check_order(default_route: Option<&str>, takes_ipv6: bool, expected: &[&str]) {
        let interfaces = [
            ("127.0.0.1", "lo"),
            ("172.17.0.1", "docker0"),
            ("192.168.122.1", "virbr0"),
            ("172.18.0.1", "br-1a2b"),
            ("2001:db8::7", "eth0"),
            ("fe80::1", "eth0"),
            ("10.0.0.7", "tun0"),
            ("203.0.113.7", "eth0"),
            ("192.168.1.20", "wlan0"),
        ];
        let parse = |ip: &str| ip.parse().expect("an address");
        let interfaces = interfaces.map(|(ip, name)| (parse(ip), name.to_owned()));
        let route = default_route.map(parse);
        let found = likeliest_first(interfaces.into_iter(), route, takes_ipv6);
        assert_eq!(
            found,
            expected.iter().copied().map(parse).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_way_to_others_comes_first_and_bridges_to_containers_last() {
        let bridges = ["172.17.0.1", "172.18.0.1", "192.168.122.1"];
        let home = ["192.168.1.20", "10.0.0.7", "203.0.113.7"];
        check_order(None, false, &[&home[..], &bridges].concat());
        let routed = ["203.0.113.7", "192.168.1.20", "10.0.0.7"];
        check_order(
            Some("203.0.113.7"),
            false,
            &[&routed[..], &bridges].concat(),
        );
        let ipv6 = ["2001:db8::7"];
        check_order(None, true, &[&home[..], &ipv6, &bridges].concat());
    }

    #[test]
    fn a_listener_on_one_address_is_shown_as_that() {
        let listening: SocketAddr = "127.0.0.1:9".parse().expect("an address");
        assert_eq!(to_others(listening), ["127.0.0.1:9"]);
    }
}
