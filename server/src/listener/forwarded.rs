//! Whose request a reverse proxy hands on.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{HeaderMap, HeaderName};

use crate::config::Network;

/// The header to which every proxy adds the address that it has the request from.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address that a request of a proxy counts for: the last one that no trusted proxy has, for
/// those before it are what its owner says. Where the header is missing, or what a proxy has added
/// is no address, it counts for the proxy; where every address is trusted, for the first.
pub(super) fn client(proxy: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let lines = headers.get_all(X_FORWARDED_FOR).iter().rev();
    let hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    let mut client = proxy;
    for hop in hops {
        let Some(address) = address(hop.trim()) else {
            return proxy;
        };
        client = address;
        if !is_trusted(address, trusted) {
            break;
        }
    }
    client
}

/// Whether an address is that of a proxy that is believed.
pub(super) fn is_trusted(address: IpAddr, trusted: &[Network]) -> bool {
    trusted.iter().any(|network| network.contains(address))
}

/// An address; some proxies add the port.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().map(|address: SocketAddr| address.ip());
    text.parse().or_else(|_| with_port()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: &str = "10.0.0.1";

    /// Checks whom a request of the proxy counts for, with these lines of the header.
    #[track_caller]
    fn check(lines: &[&[u8]], expected: &str) {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(X_FORWARDED_FOR, line.to_vec().try_into().unwrap());
        }
        let actual = client(PROXY.parse().unwrap(), &headers, &trusted);
        assert_eq!(actual, expected.parse::<IpAddr>().unwrap(), "{lines:?}");
    }

    #[test]
    fn the_last_address_is_the_clients() {
        check(&[b"192.0.2.1"], "192.0.2.1");
        check(&[b" 2001:db8::1\t"], "2001:db8::1");
    }

    #[test]
    fn what_stands_before_it_is_not_believed() {
        check(&[b"198.51.100.7, 192.0.2.1"], "192.0.2.1");
        check(&[b"nonsense,, 192.0.2.1"], "192.0.2.1");
        check(&[b"198.51.100.7", b"192.0.2.1"], "192.0.2.1");
    }

    #[test]
    fn trusted_proxies_are_passed_over() {
        check(
            &[b"198.51.100.7, 192.0.2.1, 10.9.9.9, fd00::1"],
            "192.0.2.1",
        );
        check(&[b"192.0.2.1, ::ffff:10.9.9.9"], "192.0.2.1");
        check(&[b"192.0.2.1", b"10.9.9.9"], "192.0.2.1");
    }

    #[test]
    fn where_all_are_trusted_it_is_the_first() {
        check(&[b"10.0.0.3, 10.0.0.2"], "10.0.0.3");
    }

    #[test]
    fn a_port_is_no_part_of_it() {
        check(&[b"192.0.2.1:4711"], "192.0.2.1");
        check(&[b"[2001:db8::1]:4711"], "2001:db8::1");
    }

    #[test]
    fn without_an_address_it_is_the_proxy() {
        check(&[], PROXY);
        for garbage in [
            "",
            "unknown",
            "192.0.2.1,",
            "192.0.2.1, _x, 10.0.0.2",
            "192.0.2",
        ] {
            check(&[garbage.as_bytes()], PROXY);
        }
        check(&[b"192.0.2.1, \xff"], PROXY);
        check(&[b"192.0.2.1", b""], PROXY);
    }
}
