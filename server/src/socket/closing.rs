//! The close code for an error of a socket.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use versus2048_protocol::wire::CloseCode;

/// The code to close with, or none if the peer can't be reached. The socket itself sends no close after
/// an error.
pub(super) fn close_code(error: axum::Error) -> Option<CloseCode> {
    let error = error.into_inner().downcast::<Error>().ok()?;
    match *error {
        Error::Capacity(_) => Some(CloseCode::TooBig),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some(CloseCode::BadFraming),
        Error::Utf8(_) => Some(CloseCode::NotUtf8),
        // Pongs that the peer does not read fill it.
        Error::WriteBufferFull(_) => Some(CloseCode::TooSlow),
        _ => None,
    }
}
