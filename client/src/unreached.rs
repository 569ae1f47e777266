//! Why nobody answers at an address.

use std::io::{Error, ErrorKind};

/// Why nobody answers at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// No name server knows the host, or none could be asked.
    UnknownHost,
    /// The machine is there, and nothing listens on the port.
    Refused,
    /// No network leads there.
    NoWay,
    /// Nothing has come back in time.
    TimedOut,
    /// The connection was made, and broke.
    Broken,
}

impl Unreached {
    /// What the system said about a connection, once the host was found.
    #[must_use]
    pub fn of(error: &Error) -> Self {
        match error.kind() {
            ErrorKind::ConnectionRefused => Self::Refused,
            ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable
            | ErrorKind::PermissionDenied => Self::NoWay,
            ErrorKind::TimedOut => Self::TimedOut,
            _ => Self::Broken,
        }
    }
}
