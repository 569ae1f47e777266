//! What the connections of one address may do together.

mod prefix;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::config::Limits;
use crate::limits::{Rate, TokenBucket};
use prefix::AddressPrefix;

/// How many seconds' worth of requests an address can save up.
const REQUESTS_SAVED_S: u64 = 5;
/// The most addresses that are told apart; those that come on top of them share one allowance.
const MAX_ADDRESSES: usize = 65_536;
/// How many connections are taken on top of a full server, only to be told so or that it lives.
const SPARE_CONNECTIONS: usize = 64;
/// How often a full book looks for addresses that it need not remember, in milliseconds.
const SWEEP_EVERY_MS: u64 = 1_000;

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

/// Counts connections, requests and unknown codes by address; clones are the same book.
#[derive(Clone, Debug)]
pub(crate) struct AddressBook(Arc<Book>);

#[derive(Debug)]
struct Book {
    limits: Limits,
    entries: Mutex<Entries>,
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

/// The places that one connection takes, free again when dropped.
#[derive(Debug)]
pub(crate) struct Places {
    server: ServerPlace,
    /// As soon as the address is known.
    address: OnceLock<AddressPlace>,
}

#[derive(Debug)]
struct ServerPlace {
    book: AddressBook,
    is_spare: bool,
}

#[derive(Debug)]
struct AddressPlace {
    book: AddressBook,
    prefix: AddressPrefix,
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
        Self(Arc::new(Book {
            limits,
            entries: Mutex::default(),
        }))
    }

    /// Counts a new connection, which carries one request.
    ///
    /// # Errors
    /// Says which limit it is over.
    pub(crate) fn admit(&self, address: IpAddr, now_ms: u64) -> Result<Places, NotTaken> {
        let place = self.count(address, now_ms)?;
        Ok(Places {
            address: place.into(),
            server: self.enter()?,
        })
    }

    /// Counts a new connection whose address is not known yet.
    ///
    /// # Errors
    /// The server is full.
    pub(crate) fn admit_unknown(&self) -> Result<Places, NotTaken> {
        Ok(Places {
            address: OnceLock::new(),
            server: self.enter()?,
        })
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> u64 {
        u64::try_from(self.lock().connections).unwrap_or(u64::MAX)
    }

    fn enter(&self) -> Result<ServerPlace, NotTaken> {
        let mut entries = self.lock();
        let most = self.0.limits.max_connections;
        if entries.connections >= most.saturating_add(SPARE_CONNECTIONS) {
            return Err(NotTaken::Full);
        }
        let is_spare = entries.connections >= most;
        entries.connections += 1;
        Ok(ServerPlace {
            book: self.clone(),
            is_spare,
        })
    }

    fn count(&self, address: IpAddr, now_ms: u64) -> Result<AddressPlace, NotTaken> {
        let mut entries = self.lock();
        let prefix = entries.known_prefix(address.into(), now_ms);
        let entry = entries.entry(prefix, self.0.limits, now_ms);
        if !entry.requests.take(1, now_ms) {
            return Err(NotTaken::TooMany);
        }
        if entry.connections >= self.0.limits.max_connections_per_address {
            return Err(NotTaken::AddressFull);
        }
        entry.connections += 1;
        Ok(AddressPlace {
            book: self.clone(),
            prefix,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0
            .entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Places {
    /// Whether the connection is on top of a full server.
    pub(crate) const fn is_spare(&self) -> bool {
        self.server.is_spare
    }

    /// What this connection's address may still guess. Where the address has not been known so far,
    /// it is asked for, and the connection counts for it.
    ///
    /// # Errors
    /// Says which limit of the address the connection is over.
    pub(crate) fn misses(
        &self,
        address: impl FnOnce() -> IpAddr,
        now_ms: u64,
    ) -> Result<Misses, NotTaken> {
        let book = &self.server.book;
        let place = if let Some(place) = self.address.get() {
            place
        } else {
            let place = book.count(address(), now_ms)?;
            self.address.get_or_init(|| place)
        };
        Ok(Misses {
            book: book.clone(),
            prefix: place.prefix,
        })
    }
}

impl Drop for ServerPlace {
    fn drop(&mut self) {
        let mut entries = self.book.lock();
        entries.connections = entries.connections.saturating_sub(1);
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut entries = self.book.lock();
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
        let entry = entries.entry(self.prefix, self.book.0.limits, now_ms);
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

    fn misses_of(book: &AddressBook, address: IpAddr) -> Misses {
        let known = || unreachable!("the address is known");
        book.admit(address, 0).unwrap().misses(known, 0).unwrap()
    }

    fn v4(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(0x0a00_0000 + number).into()
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
    fn an_address_that_is_known_later_counts_from_then_on() {
        let book = AddressBook::new(LIMITS);
        let places: Vec<_> = (0..3).map(|_| book.admit_unknown().unwrap()).collect();
        let is_taken = |place: &Places| place.misses(|| v4(1), 0).map(|_| ());
        assert_eq!(is_taken(&places[0]), Ok(()));
        assert_eq!(is_taken(&places[1]), Ok(()));
        assert_eq!(is_taken(&places[2]), Err(NotTaken::AddressFull));
        // It counts once, and for the address of the first time.
        assert_eq!(places[0].misses(|| v4(2), 0).unwrap().prefix, v4(1).into());
        assert_eq!(book.admit(v4(1), 0).unwrap_err(), NotTaken::AddressFull);
        drop(places);
        assert!(book.admit(v4(1), 0).is_ok());
        assert_eq!(book.lock().connections, 0);
    }

    #[test]
    fn connections_of_unknown_addresses_are_connections() {
        let book = AddressBook::new(LIMITS);
        let most = LIMITS.max_connections + SPARE_CONNECTIONS;
        let places: Vec<_> = (0..most).map(|_| book.admit_unknown().unwrap()).collect();
        assert_eq!(
            places.iter().filter(|it| it.is_spare()).count(),
            SPARE_CONNECTIONS
        );
        assert_eq!(book.admit_unknown().unwrap_err(), NotTaken::Full);
        assert_eq!(book.admit(v4(1), 0).unwrap_err(), NotTaken::Full);
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
        let misses = misses_of(&book, v4(1));
        let again = misses_of(&book, v4(1));
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
