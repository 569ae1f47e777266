//! From what went wrong on a socket to the code that it is closed with.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use versus2048_protocol::wire::CloseCode;

/// The code to close with, or none where there is nobody to tell it to. The socket itself says
/// nothing after an error.
pub(super) fn close_code(error: axum::Error) -> Option<CloseCode> {
    let error = error.into_inner().downcast::<Error>().ok()?;
    match *error {
        Error::Capacity(_) => Some(CloseCode::TooBig),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some(CloseCode::BadFraming),
        Error::Utf8(_) => Some(CloseCode::NotUtf8),
        // Answers to pings that nobody reads fill it.
        Error::WriteBufferFull(_) => Some(CloseCode::TooSlow),
        _ => None,
    }
}
