//! Tables in the same network: announced by who hosts, listed for who joins, by mDNS.
//!
//! A machine without a network, or with one that carries no multicast, finds nothing; that is never an
//! error. What is found was said by anybody: it is checked and bounded as all that is received.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use mdns_sd::{IfKind, Receiver, ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use tokio::time::timeout;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::wire::Code;

use crate::address;

/// The kind of service, as RFC 6763 names it.
const SERVICE: &str = "_versus2048._tcp.local.";
/// The most tables that are listed; more have no room on a screen.
pub const MAX_TABLES: usize = 16;
/// How long the end of an announcement may take to be said.
const END_LIMIT: Duration = Duration::from_millis(300);
/// What a text of an announcement is called that has the table's code.
const CODE: &str = "code";
/// What a text of an announcement is called that has the name of who waits.
const NAME: &str = "name";

/// A table that somebody in the same network announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearbyTable {
    /// The server, `ws://HOST:PORT`.
    pub server: String,
    /// The table's code.
    pub code: Code,
    /// Who waits there; a name as players have it.
    pub name: String,
}

/// A table that is being announced.
pub struct Announcement {
    daemon: ServiceDaemon,
    name: String,
}

/// A search for tables.
pub struct Search {
    daemon: ServiceDaemon,
    events: Receiver<ServiceEvent>,
    /// What is there now, by the name of its announcement.
    found: BTreeMap<String, NearbyTable>,
}

impl Announcement {
    /// Announces a table on a server that listens here; none where that can't be.
    #[must_use]
    pub fn start(listening: SocketAddr, code: Code, name: &str) -> Option<Self> {
        let host = format!("versus2048-{code}-{}.local.", listening.port());
        let texts = [(CODE, code.to_string()), (NAME, name.to_owned())];
        let instance = format!("{code}-{}", listening.port());
        let addresses: &[IpAddr] = &[];
        let service = ServiceInfo::new(
            SERVICE,
            &instance,
            &host,
            addresses,
            listening.port(),
            &texts[..],
        );
        let mut service = service.ok()?.enable_addr_auto();
        // Whoever can't reach an address is told of none.
        service.set_interfaces(interfaces(listening.ip()));
        let name = service.get_fullname().to_owned();
        let daemon = ServiceDaemon::new().ok()?;
        daemon.register(service).ok()?;
        Some(Self { daemon, name })
    }

    /// Says that the table is not to be joined any more.
    pub async fn end(self) {
        let said = async {
            if let Ok(said) = self.daemon.unregister(&self.name) {
                // Whoever does not hear it forgets the table by itself.
                let _ = said.recv_async().await;
            }
        };
        let _ = timeout(END_LIMIT, said).await;
    }
}

impl fmt::Debug for Announcement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Announcement");
        shown.field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Search");
        shown.field("found", &self.found).finish_non_exhaustive()
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // The thread may have ended already.
        let _ = self.daemon.shutdown();
    }
}

impl Search {
    /// Begins to search; none where that can't be.
    #[must_use]
    pub fn start() -> Option<Self> {
        let daemon = ServiceDaemon::new().ok()?;
        let events = daemon.browse(SERVICE).ok()?;
        Some(Self {
            daemon,
            events,
            found: BTreeMap::new(),
        })
    }

    /// What is there, as soon as that has changed.
    pub async fn next(&mut self) -> Vec<NearbyTable> {
        while let Ok(event) = self.events.recv_async().await {
            if self.take_in(event) {
                return self.found.values().cloned().collect();
            }
        }
        // Nothing more is found.
        std::future::pending().await
    }

    /// Takes in what was found or is gone; whether that changes what is there.
    fn take_in(&mut self, event: ServiceEvent) -> bool {
        match event {
            ServiceEvent::ServiceResolved(service) => {
                let Some(table) = table(&service) else {
                    return false;
                };
                let has_room = self.found.len() < MAX_TABLES;
                if !has_room && !self.found.contains_key(&service.fullname) {
                    return false;
                }
                let old = self.found.insert(service.fullname, table.clone());
                old.as_ref() != Some(&table)
            }
            ServiceEvent::ServiceRemoved(_, name) => self.found.remove(&name).is_some(),
            _ => false,
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        // The thread may have ended already.
        let _ = self.daemon.shutdown();
    }
}

/// The interfaces on which a server can be reached that listens on this address.
fn interfaces(ip: IpAddr) -> Vec<IfKind> {
    match ip {
        ip if ip.is_unspecified() => vec![IfKind::All],
        IpAddr::V4(ip) if ip.is_loopback() => vec![IfKind::LoopbackV4],
        IpAddr::V6(ip) if ip.is_loopback() => vec![IfKind::LoopbackV6],
        ip => vec![IfKind::Addr(ip)],
    }
}

/// The table of an announcement, if it can be one.
fn table(service: &ResolvedService) -> Option<NearbyTable> {
    let text = |key| service.get_property_val_str(key);
    let name = PlayerName::new(text(NAME)?).ok()?;
    let code = text(CODE)?.parse().ok()?;
    let addresses = service.get_addresses().iter();
    let ip = best(addresses.map(mdns_sd::ScopedIp::to_ip_addr))?;
    let server = SocketAddr::new(ip, service.get_port());
    Some(NearbyTable {
        server: address::server(&server.to_string()).ok()?,
        code,
        name: name.to_string(),
    })
}

/// The likeliest address of several: one of IPv4, and one that others reach before this machine's own.
/// One of IPv6 that holds for a link alone is of no use without the link.
fn best(addresses: impl Iterator<Item = IpAddr>) -> Option<IpAddr> {
    let is_of_use = |ip: &IpAddr| match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(ip) => !ip.is_unicast_link_local(),
    };
    addresses
        .filter(is_of_use)
        .min_by_key(|ip| (ip.is_ipv6(), ip.is_loopback(), *ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far above what finding takes on one machine.
    const LIMIT: Duration = Duration::from_secs(20);

    fn code(text: &str) -> Code {
        text.parse().expect("a code")
    }

    fn service(port: u16, addresses: &[&str], texts: &[(&str, &str)]) -> ResolvedService {
        let addresses: Vec<IpAddr> = addresses
            .iter()
            .map(|it| it.parse().expect("an address"))
            .collect();
        let instance = format!("table-{port}");
        let service = ServiceInfo::new(
            SERVICE,
            &instance,
            "host.local.",
            &addresses[..],
            port,
            texts,
        );
        service.expect("a service").as_resolved_service()
    }

    #[track_caller]
    fn check(addresses: &[&str], texts: &[(&str, &str)], expected: Option<&str>) {
        let found = table(&service(2049, addresses, texts));
        let shown = found.map(|table| format!("{} {} {}", table.server, table.code, table.name));
        assert_eq!(shown.as_deref(), expected, "{addresses:?} {texts:?}");
    }

    #[test]
    fn an_announcement_is_a_table_only_where_it_can_be_one() {
        let texts = [("code", "K7QX4M"), ("name", "Ana")];
        let all = ["127.0.0.1", "192.168.1.20", "fe80::1", "2001:db8::1"];
        check(&all, &texts, Some("ws://192.168.1.20:2049 K7QX4M Ana"));
        let six = ["fe80::1", "2001:db8::1"];
        check(&six, &texts, Some("ws://[2001:db8::1]:2049 K7QX4M Ana"));
        let own = ["127.0.0.1"];
        check(&own, &texts, Some("ws://127.0.0.1:2049 K7QX4M Ana"));
        check(&["fe80::1"], &texts, None);
        check(&own, &[("code", "K7QX4M")], None);
        check(&own, &[("name", "Ana")], None);
        check(&own, &[("code", "../../"), ("name", "Ana")], None);
        check(&own, &[("code", "K7QX4M"), ("name", "\u{1b}[2J")], None);
        let long = "x".repeat(200);
        check(&own, &[("code", "K7QX4M"), ("name", &long)], None);
    }

    #[tokio::test]
    async fn no_more_than_a_bound_are_listed() {
        let Some(mut search) = Search::start() else {
            // A machine without sockets finds nothing.
            return;
        };
        let found = |port: u16| {
            let texts = [("code", "K7QX4M"), ("name", "Ana")];
            ServiceEvent::ServiceResolved(Box::new(service(port, &["10.0.0.7"], &texts)))
        };
        for port in 1..=100 {
            let is_new = search.take_in(found(port));
            assert_eq!(is_new, usize::from(port) <= MAX_TABLES, "{port}");
        }
        assert!(!search.take_in(found(1)), "nothing has changed");
        let name = search.found.keys().next().expect("sixteen").clone();
        let gone = ServiceEvent::ServiceRemoved(SERVICE.to_owned(), name);
        assert!(search.take_in(gone));
        assert!(search.take_in(found(100)), "there is room again");
    }

    /// Whether what is found becomes as it should be.
    async fn finds(search: &mut Search, is_so: impl Fn(&[NearbyTable]) -> bool) -> bool {
        let found = async { while !is_so(&search.next().await) {} };
        timeout(LIMIT, found).await.is_ok()
    }

    #[tokio::test]
    async fn a_table_is_found_while_it_is_announced() {
        let listening = ([127, 0, 0, 1], 20_480).into();
        let (code, other) = (code("K7QX4M"), code("K7QX4N"));
        let (Some(mut search), Some(announcement), Some(second)) = (
            Search::start(),
            Announcement::start(listening, code, "Ana"),
            Announcement::start(listening, other, "Bo"),
        ) else {
            // A machine without multicast finds nothing.
            return;
        };
        let expected = NearbyTable {
            server: "ws://127.0.0.1:20480".into(),
            code,
            name: "Ana".into(),
        };
        let is_there = |found: &[NearbyTable]| found.contains(&expected);
        let has_both = |found: &[NearbyTable]| {
            is_there(found) && found.iter().any(|table| table.code == other)
        };
        assert!(finds(&mut search, has_both).await, "both are found");
        announcement.end().await;
        assert!(
            finds(&mut search, |found| !is_there(found)).await,
            "one has ended"
        );
        second.end().await;
    }
}
