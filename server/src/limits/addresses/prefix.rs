//! Which addresses count as one.

use std::net::{IpAddr, Ipv6Addr};

/// An address as far as limits tell addresses apart: the whole of an IPv4 address, the network of an
/// IPv6 address, which is what one customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AddressPrefix {
    /// A /32.
    V4(u32),
    /// A /64.
    V6(u64),
    /// All that don't fit into the book.
    Others,
}

impl From<IpAddr> for AddressPrefix {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address.to_bits()),
            IpAddr::V6(address) => Self::V6(network(address)),
        }
    }
}

fn network(address: Ipv6Addr) -> u64 {
    let [a, b, c, d, ..] = address.segments();
    [a, b, c, d]
        .into_iter()
        .fold(0, |bits, segment| bits << 16 | u64::from(segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_same(one: &str, other: &str, expected: bool) {
        let prefix = |text: &str| AddressPrefix::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(prefix(one) == prefix(other), expected, "{one} and {other}");
    }

    #[test]
    fn addresses_are_told_apart_by_32_and_by_64_bits() {
        check_same("192.0.2.1", "192.0.2.1", true);
        check_same("192.0.2.1", "192.0.2.2", false);
        check_same("192.0.2.1", "::ffff:192.0.2.1", true);
        check_same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true);
        check_same("2001:db8:1:2::1", "2001:db8:1:3::1", false);
        check_same("::1", "0.0.0.1", false);
    }
}
