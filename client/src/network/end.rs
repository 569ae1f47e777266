//! How a connection ended, and whether coming back makes sense.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use versus2048_protocol::wire::CloseCode;

use crate::message::{Foreign, LinkEnd};
use crate::unreached::Unreached;

/// How a connection ended.
pub(super) enum End {
    /// It was closed from this side.
    Closed,
    /// Coming back makes no sense.
    Final(LinkEnd),
    /// It broke, or never came to be; says what that means where coming back makes no sense.
    Lost(LinkEnd),
}

impl End {
    pub(super) const fn unreached(why: Unreached) -> Self {
        Self::Lost(LinkEnd::Unreachable(why))
    }

    pub(super) const fn foreign(what: Foreign) -> Self {
        Self::Final(LinkEnd::Foreign(what))
    }
}

/// What broke a connection may be gone when it is tried again.
pub(super) fn broken(_: impl std::error::Error) -> End {
    End::unreached(Unreached::Broken)
}

/// A line that breaks may be mended; a peer that does not keep to WebSocket stays so.
pub(super) fn not_read(error: &Error) -> End {
    match error {
        Error::Capacity(_) => End::foreign(Foreign::TooMuch),
        Error::Protocol(
            ProtocolError::HandshakeIncomplete | ProtocolError::ResetWithoutClosingHandshake,
        ) => broken(error),
        Error::Protocol(_) | Error::Utf8(_) | Error::AttackAttempt | Error::HttpFormat(_) => {
            End::foreign(Foreign::Nonsense)
        }
        _ => broken(error),
    }
}

/// After most closes the client comes back; not after those that say that it should not, or that
/// coming back would change nothing.
pub(super) fn closed_by_server(close: Option<&CloseFrame>) -> End {
    let code = close.map(|close| u16::from(close.code));
    let is = |wanted: CloseCode| code == Some(wanted.number());
    if is(CloseCode::Replaced) {
        End::Final(LinkEnd::Replaced)
    } else if is(CloseCode::Done)
        || is(CloseCode::UnsupportedProtocol)
        || is(CloseCode::BadMessages)
    {
        End::Final(LinkEnd::Closed(code.unwrap_or_default()))
    } else {
        End::unreached(Unreached::Broken)
    }
}
