//! Texts of messages that are made at the edge, where there is no table to make them.

use axum::extract::ws::Utf8Bytes;
use versus2048_protocol::wire::{ErrorCode, MessageId, ServerMessage, encode};

/// The text of a message, with what it answers.
pub(crate) fn text(message: &ServerMessage, re: Option<&MessageId>) -> Utf8Bytes {
    encode(message, re).into()
}

/// The text of an error, with what it answers.
pub(crate) fn error(
    code: ErrorCode,
    message: impl Into<String>,
    re: Option<&MessageId>,
) -> Utf8Bytes {
    let error = ServerMessage::Error {
        code,
        message: message.into(),
        table: None,
    };
    text(&error, re)
}
