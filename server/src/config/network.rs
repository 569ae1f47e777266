//! Networks of addresses, as operators write them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// The bits of an IPv6 address before those of the IPv4 address that it may stand for.
const MAPPED_BITS: u8 = 96;

/// All addresses that begin with the same bits. IPv4 addresses in the form of IPv6 are IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// The first address; its bits after the prefix are 0.
    first: IpAddr,
    prefix_bits: u8,
}

/// The text is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// It is no address, or its prefix is no number that fits.
    #[error(
        "a network is an address, perhaps with the length of its prefix, such as 127.0.0.1, 10.0.0.0/8 or fd00::/8"
    )]
    Form,
    /// The address has bits after the prefix, so one of the two is not meant.
    #[error("the address has bits after its prefix; {0} is the network that it is in")]
    BitsAfterPrefix(Network),
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let written: IpAddr = address.parse().map_err(|_| NetworkError::Form)?;
        let most = length_bits(written);
        let prefix_bits = match prefix {
            None => most,
            Some(text) => text
                .parse()
                .ok()
                .filter(|bits| *bits <= most)
                .ok_or(NetworkError::Form)?,
        };
        let (address, prefix_bits) = canonical(written, prefix_bits);
        let network = Self {
            first: without_tail(address, prefix_bits),
            prefix_bits,
        };
        if network.first == address {
            Ok(network)
        } else {
            Err(NetworkError::BitsAfterPrefix(network))
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix_bits)
    }
}

impl Network {
    /// Every IPv4 address.
    pub const ALL_V4: Self = Self::all(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    /// Every IPv6 address.
    pub const ALL_V6: Self = Self::all(IpAddr::V6(Ipv6Addr::UNSPECIFIED));

    const fn all(first: IpAddr) -> Self {
        Self {
            first,
            prefix_bits: 0,
        }
    }

    /// Whether the address begins with the bits of this network.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4()
            && without_tail(address, self.prefix_bits) == self.first
    }
}

const fn length_bits(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// A network of IPv4 addresses in the form of IPv6 as one of IPv4; a wider one stays as it is.
fn canonical(address: IpAddr, prefix_bits: u8) -> (IpAddr, u8) {
    let short = address.to_canonical();
    match prefix_bits.checked_sub(MAPPED_BITS) {
        Some(short_bits) if short != address => (short, short_bits),
        _ => (address, prefix_bits),
    }
}

/// The address with 0 for every bit after the prefix.
fn without_tail(address: IpAddr, prefix_bits: u8) -> IpAddr {
    let tail_bits = u32::from(length_bits(address) - prefix_bits);
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(tail_bits).unwrap_or(0);
            Ipv4Addr::from_bits(address.to_bits() & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(tail_bits).unwrap_or(0);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(network: &str, address: &str, expected: bool) {
        let parsed: Network = network.parse().unwrap();
        let actual = parsed.contains(address.parse().unwrap());
        assert_eq!(actual, expected, "{address} in {network}");
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = text.parse::<Network>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }

    #[test]
    fn addresses_with_the_same_first_bits_are_in_it() {
        check("10.0.0.0/8", "10.255.0.1", true);
        check("10.0.0.0/8", "11.0.0.1", false);
        check("192.0.2.64/26", "192.0.2.127", true);
        check("192.0.2.64/26", "192.0.2.128", false);
        check("0.0.0.0/0", "255.255.255.255", true);
        check("2001:db8::/32", "2001:db8:ffff::1", true);
        check("2001:db8::/32", "2001:db9::1", false);
        check("::/0", "2001:db8::1", true);
    }

    #[test]
    fn an_address_alone_is_a_network_of_one() {
        check("127.0.0.1", "127.0.0.1", true);
        check("127.0.0.1", "127.0.0.2", false);
        check("::1", "::1", true);
        check("::1", "::2", false);
    }

    #[test]
    fn an_address_in_the_other_form_is_the_same() {
        check("10.0.0.0/8", "::ffff:10.1.2.3", true);
        check("::ffff:10.0.0.0/104", "10.1.2.3", true);
        check("::ffff:10.0.0.1", "10.0.0.1", true);
    }

    #[test]
    fn the_two_families_are_apart() {
        check("0.0.0.0/0", "::1", false);
        check("::/0", "127.0.0.1", false);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in [
            "",
            "/8",
            "10.0.0.0/",
            "10.0.0.0/33",
            "::/129",
            "10.0.0.0/-1",
            "10.0.0/8",
        ] {
            check_refused(text, "such as 127.0.0.1, 10.0.0.0/8");
        }
        check_refused("localhost", "such as 127.0.0.1");
        check_refused("10.1.2.3/8", "10.0.0.0/8 is the network");
        check_refused("2001:db8::1/32", "2001:db8::/32 is the network");
    }
}
