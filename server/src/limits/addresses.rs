//! What the connections of one address may do together.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::Limits;
use crate::limits::{Rate, TokenBucket};

/// How many seconds' worth of requests an address can save up.
const REQUESTS_SAVED_S: u64 = 5;
/// The most addresses that are told apart; those that come on top of them share one allowance.
const MAX_ADDRESSES: usize = 65_536;
/// How many connections are taken on top of a full server, only to be told so or that it lives.
const SPARE_CONNECTIONS: usize = 64;
/// How often a full book looks for addresses that it need not remember, in milliseconds.
const SWEEP_EVERY_MS: u64 = 1_000;

/// An address as far as limits tell addresses apart: the whole of an IPv4 address, the network of an
/// IPv6 address, which is what one customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AddressPrefix {
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

/// Why a connection is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// As many connections as the server takes.
    Full,
    /// As many connections of this address as the server takes.
    AddressFull,
    /// Too many new connections and requests of this address.
    TooMany,
}

/// Counts connections, requests and unknown codes by address.
#[derive(Clone, Debug)]
pub(crate) struct AddressBook {
    limits: Limits,
    entries: Arc<Mutex<Entries>>,
}

#[derive(Debug, Default)]
struct Entries {
    by_prefix: HashMap<AddressPrefix, Entry>,
    connections: usize,
    swept_ms: u64,
}

#[derive(Debug)]
struct Entry {
    connections: usize,
    requests: TokenBucket,
    misses: TokenBucket,
}

/// The place of one connection, free again when dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPlace {
    book: AddressBook,
    prefix: AddressPrefix,
    is_spare: bool,
}

/// What one address may still guess.
#[derive(Clone, Debug)]
pub(crate) struct Misses {
    book: AddressBook,
    prefix: AddressPrefix,
}

impl AddressBook {
    /// An empty book.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            entries: Arc::default(),
        }
    }

    /// Counts a new connection, which carries one request.
    ///
    /// # Errors
    /// Says which limit it is over.
    pub(crate) fn admit(&self, address: IpAddr, now_ms: u64) -> Result<ConnectionPlace, NotTaken> {
        let limits = self.limits;
        let mut entries = self.lock();
        let prefix = entries.known_prefix(address.into(), now_ms);
        let is_spare = entries.connections >= limits.max_connections;
        let most = limits.max_connections.saturating_add(SPARE_CONNECTIONS);
        let is_full = entries.connections >= most;
        let entry = entries.entry(prefix, limits, now_ms);
        if !entry.requests.take(1, now_ms) {
            return Err(NotTaken::TooMany);
        }
        if is_full {
            return Err(NotTaken::Full);
        }
        if entry.connections >= limits.max_connections_per_address {
            return Err(NotTaken::AddressFull);
        }
        entry.connections += 1;
        entries.connections += 1;
        Ok(ConnectionPlace {
            book: self.clone(),
            prefix,
            is_spare,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionPlace {
    /// Whether it is on top of a full server.
    pub(crate) const fn is_spare(&self) -> bool {
        self.is_spare
    }

    /// What this connection's address may still guess.
    pub(crate) fn misses(&self) -> Misses {
        Misses {
            book: self.book.clone(),
            prefix: self.prefix,
        }
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut entries = self.book.lock();
        entries.connections = entries.connections.saturating_sub(1);
        if let Some(entry) = entries.by_prefix.get_mut(&self.prefix) {
            entry.connections = entry.connections.saturating_sub(1);
        }
    }
}

impl Misses {
    /// Counts an unknown code; false where the address has tried too many.
    #[must_use]
    pub(crate) fn take(&self, now_ms: u64) -> bool {
        let mut entries = self.book.lock();
        let entry = entries.entry(self.prefix, self.book.limits, now_ms);
        entry.misses.take(1, now_ms)
    }
}

impl Entries {
    /// The prefix under which an address is counted.
    fn known_prefix(&mut self, prefix: AddressPrefix, now_ms: u64) -> AddressPrefix {
        let is_full = self.by_prefix.len() >= MAX_ADDRESSES;
        if !is_full || self.by_prefix.contains_key(&prefix) {
            return prefix;
        }
        if now_ms >= self.swept_ms.saturating_add(SWEEP_EVERY_MS) {
            self.sweep(now_ms);
        }
        if self.by_prefix.len() < MAX_ADDRESSES {
            prefix
        } else {
            AddressPrefix::Others
        }
    }

    /// Forgets every address that would start anew as it is.
    fn sweep(&mut self, now_ms: u64) {
        self.swept_ms = now_ms;
        self.by_prefix.retain(|_, entry| {
            let is_new = entry.connections == 0
                && entry.requests.is_full(now_ms)
                && entry.misses.is_full(now_ms);
            !is_new
        });
    }

    fn entry(&mut self, prefix: AddressPrefix, limits: Limits, now_ms: u64) -> &mut Entry {
        let requests = Rate::per_second(limits.requests_per_second.into(), REQUESTS_SAVED_S);
        let misses = Rate::per_minute(limits.misses_per_minute.into());
        self.by_prefix.entry(prefix).or_insert_with(|| Entry {
            connections: 0,
            requests: TokenBucket::new(requests, now_ms),
            misses: TokenBucket::new(misses, now_ms),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const LIMITS: Limits = Limits {
        max_connections: 4,
        max_connections_per_address: 2,
        requests_per_second: 2,
        misses_per_minute: 3,
        ..Limits::DEFAULT
    };

    #[track_caller]
    fn check_same(one: &str, other: &str, expected: bool) {
        let prefix = |text: &str| AddressPrefix::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(prefix(one) == prefix(other), expected, "{one} and {other}");
    }

    fn v4(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(0x0a00_0000 + number).into()
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

    #[test]
    fn an_address_has_so_many_connections() {
        let book = AddressBook::new(LIMITS);
        let first = book.admit(v4(1), 0).unwrap();
        let _second = book.admit(v4(1), 0).unwrap();
        assert_eq!(book.admit(v4(1), 0).unwrap_err(), NotTaken::AddressFull);
        assert!(book.admit(v4(2), 0).is_ok());
        drop(first);
        assert!(book.admit(v4(1), 0).is_ok());
    }

    #[test]
    fn the_server_has_so_many_connections_and_some_to_spare() {
        let book = AddressBook::new(LIMITS);
        let most = LIMITS.max_connections + SPARE_CONNECTIONS;
        let mut places: Vec<_> = (0..u32::try_from(most).unwrap())
            .map(|number| book.admit(v4(number), 0).unwrap())
            .collect();
        let spare = places.iter().filter(|place| place.is_spare()).count();
        assert_eq!(spare, SPARE_CONNECTIONS);
        assert_eq!(book.admit(v4(99), 0).unwrap_err(), NotTaken::Full);
        places.truncate(LIMITS.max_connections - 1);
        assert!(!book.admit(v4(99), 0).unwrap().is_spare());
    }

    #[test]
    fn an_address_has_so_many_requests() {
        let book = AddressBook::new(LIMITS);
        for _ in 0..10 {
            assert!(book.admit(v4(1), 0).is_ok());
        }
        assert_eq!(book.admit(v4(1), 0).unwrap_err(), NotTaken::TooMany);
        assert!(book.admit(v4(2), 0).is_ok());
        assert!(book.admit(v4(1), 500).is_ok());
    }

    #[test]
    fn an_address_guesses_so_many_codes() {
        let book = AddressBook::new(LIMITS);
        let misses = book.admit(v4(1), 0).unwrap().misses();
        let again = book.admit(v4(1), 0).unwrap().misses();
        assert!((0..2).all(|_| misses.take(0)));
        assert!(again.take(0));
        assert!(!misses.take(0));
        assert!(misses.take(20_000));
    }

    #[test]
    fn the_book_is_bounded_and_those_on_top_share_one_allowance() {
        let book = AddressBook::new(LIMITS);
        for number in 0..u32::try_from(MAX_ADDRESSES).unwrap() + 5 {
            let _ = book.admit(v4(number), 0);
        }
        assert!(book.lock().by_prefix.len() <= MAX_ADDRESSES + 1);
        for number in 100_000..100_005 {
            assert!(book.admit(v4(number), 0).is_ok());
        }
        assert_eq!(book.admit(v4(200_000), 0).unwrap_err(), NotTaken::TooMany);
        assert!(book.admit(v4(200_000), 60_000).is_ok());
        assert_eq!(book.lock().by_prefix.len(), 1);
    }
}
