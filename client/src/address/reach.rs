//! From where an address can be reached, as far as it says so itself.

use std::net::{IpAddr, SocketAddr};

/// From where an address can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// From this machine only.
    Machine,
    /// From the network that this machine is in.
    Network,
    /// From elsewhere too, or it does not say.
    Anywhere,
}

impl Reach {
    /// From where a target can be reached: `HOST/CODE` or `HOST:PORT/CODE`.
    #[must_use]
    pub fn of(target: &str) -> Self {
        let host = target.split('/').next().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let ip = host
            .parse()
            .map(|address: SocketAddr| address.ip())
            .or_else(|_| bare.parse());
        match ip {
            Ok(ip) if ip.is_loopback() => Self::Machine,
            Ok(IpAddr::V4(ip)) if ip.is_private() || ip.is_link_local() => Self::Network,
            Ok(IpAddr::V6(ip)) if ip.is_unique_local() || ip.is_unicast_link_local() => {
                Self::Network
            }
            Ok(_) | Err(_) => Self::Anywhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reach: Reach, hosts: &[&str]) {
        for host in hosts {
            assert_eq!(Reach::of(&format!("{host}/K7QX4M")), reach, "{host}");
        }
    }

    #[test]
    fn an_address_says_from_where_it_can_be_reached() {
        check(
            Reach::Machine,
            &["127.0.0.1", "127.0.0.1:2049", "[::1]:2048"],
        );
        let home = [
            "192.168.1.20",
            "10.0.0.7:2049",
            "[fd00::20]",
            "[fe80::1]:2048",
        ];
        check(Reach::Network, &home);
        let public = [
            "8.8.8.8",
            "[2001:db8::1]:2048",
            "play.example",
            "wss://play.example",
        ];
        check(Reach::Anywhere, &public);
    }
}
