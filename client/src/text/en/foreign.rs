//! English about servers that are none, or not there.

use versus2048_protocol::wire::PROTOCOL;

use crate::address;
use crate::message::{Foreign, Insecure};
use crate::unreached::Unreached;

/// Why nobody answers at an address: a headline, and what to do.
pub(super) fn unreached(server: &str, why: Unreached) -> [String; 2] {
    match why {
        Unreached::UnknownHost => [
            format!("There is no host {}", address::host(server)),
            "Check how it is spelled, and whether this machine is online.".into(),
        ],
        Unreached::Refused if address::is_this_machine(server) => [
            format!("Nothing listens at {server}"),
            "No server runs on this machine. Host a match, or name a server elsewhere: HOST:PORT, \
             with a code HOST:PORT/CODE."
                .into(),
        ],
        Unreached::Refused => [
            format!("Nothing listens at {server}"),
            "Is the server running, and is this its port?".into(),
        ],
        Unreached::NoWay => [
            format!("No network leads to {server}"),
            "Check the address, and whether this machine is online.".into(),
        ],
        Unreached::TimedOut => [
            format!("{server} does not answer"),
            "Nothing came back in time: it may be switched off, or a firewall lets nobody in."
                .into(),
        ],
        Unreached::Broken => [
            format!("The connection to {server} broke"),
            "Try again; if it breaks again, check the address and the port.".into(),
        ],
    }
}

/// A server that behaves as no match server does: a headline, and what to do.
pub(super) fn foreign(server: &str, what: Foreign) -> [String; 2] {
    match what {
        Foreign::Status(429) => [
            format!("{server} takes no more connections from here"),
            "Wait a little, then try again (HTTP status 429).".into(),
        ],
        Foreign::Status(503) => [
            format!("{server} takes nobody at the moment"),
            "It is full, or starts, or stops: try again a little later (HTTP status 503).".into(),
        ],
        Foreign::Status(400) => [
            format!("{server} is no match server, or a secure one"),
            "It answers with HTTP status 400: where it wants TLS, the address is wss://HOST.".into(),
        ],
        Foreign::Status(status) => [
            format!("{server} is no match server"),
            format!("It answers with HTTP status {status}: check the address and the port."),
        ],
        Foreign::NoHttp => [
            format!("{server} is no match server, or a secure one"),
            "It does not answer by HTTP: where it wants TLS, the address is wss://HOST.".into(),
        ],
        Foreign::Insecure(Insecure::Untrusted) => [
            format!("{server} can't be trusted"),
            "Nobody whom this machine trusts vouches for its certificate; SSL_CERT_FILE may name a \
             file with those who do."
                .into(),
        ],
        Foreign::Insecure(Insecure::OtherName) => [
            format!("{server} can't be trusted"),
            "Its certificate is that of another host: check the address.".into(),
        ],
        Foreign::Insecure(Insecure::OutOfDate) => [
            format!("{server} can't be trusted"),
            "Its certificate is not valid at this time: check the clock of this machine.".into(),
        ],
        Foreign::Insecure(Insecure::Plain) => [
            format!("{server} makes no secure connections"),
            "It speaks no TLS: without it the address is ws://HOST:PORT.".into(),
        ],
        Foreign::Insecure(Insecure::Otherwise) => [
            format!("{server} makes no secure connection with this program"),
            "Both can't agree on how: its TLS may be too old.".into(),
        ],
        Foreign::Silent => [
            format!("{server} takes the connection and then says nothing"),
            "It may be busy, or no match server: check the address and the port.".into(),
        ],
        Foreign::Version(version) => [
            format!("{server} speaks another version"),
            format!("It speaks version {version} of the protocol, this program {PROTOCOL}."),
        ],
        Foreign::Nonsense => [
            format!("{server} does not speak the protocol of the game"),
            "It is no match server, or one with a fault: check the address and the port.".into(),
        ],
        Foreign::TooMuch => [
            format!("{server} does not speak the protocol of the game"),
            "It sends more at once than a match server does.".into(),
        ],
    }
}
