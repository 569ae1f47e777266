//! Why somebody who is let in does not get what it asks for.

use versus2048_protocol::rules::OptionsError;
use versus2048_protocol::wire::{Code, ErrorCode, ServerMessage};

/// What an `error` says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// No table has the code.
    #[error("no match has this code; ask for the code again, or look at the list")]
    NoSuchMatch,
    /// Both seats are taken.
    #[error("both seats of this match are taken; watch it instead")]
    MatchFull,
    /// The options say so.
    #[error("this match can't be watched; its players have chosen so")]
    NotWatchable,
    /// The player has a seat there.
    #[error("you have a seat at {0}; leave that table first")]
    AlreadySeated(Code),
    /// The connection has no seat, or looks at no table.
    #[error("this takes a seat; create or join a match first")]
    NotSeated,
    /// The connection looks at no table.
    #[error("you are at no table")]
    AtNoTable,
    /// The phase is another.
    #[error("this is not possible now; it is while the match is {0}")]
    WrongPhase(&'static str),
    /// An option has a wrong value.
    #[error("{0}")]
    Options(#[from] OptionsError),
    /// A bot is asked for.
    #[error("the option bot is {0:?}, but must be null: this server has no bots")]
    NoBots(String),
    /// Too many of a kind.
    #[error("{0}")]
    RateLimited(&'static str),
    /// The journal takes nothing now.
    #[error("the server can't write its journal now; try again")]
    Unavailable,
    /// As many tables as the server takes.
    #[error("the server has as many matches as it takes; try again later")]
    ServerFull,
    /// The server stops.
    #[error("the server is stopping; come back in a while")]
    ShuttingDown,
    /// The player's connection is another one now; nobody hears this.
    #[error("you are connected elsewhere")]
    Replaced,
    /// The server's fault.
    #[error("something went wrong in the server; the match can't go on")]
    Internal,
}

impl Refusal {
    /// The message that says so.
    pub(crate) fn message(&self) -> ServerMessage {
        ServerMessage::Error {
            code: self.code(),
            message: self.to_string(),
            table: match self {
                Self::AlreadySeated(code) => Some(*code),
                _ => None,
            },
        }
    }

    const fn code(&self) -> ErrorCode {
        match self {
            Self::NoSuchMatch => ErrorCode::NoSuchMatch,
            Self::MatchFull => ErrorCode::MatchFull,
            Self::NotWatchable => ErrorCode::NotWatchable,
            Self::AlreadySeated(_) => ErrorCode::AlreadySeated,
            Self::NotSeated | Self::AtNoTable => ErrorCode::NotSeated,
            Self::WrongPhase(_) => ErrorCode::WrongPhase,
            Self::Options(_) | Self::NoBots(_) => ErrorCode::OptionsInvalid,
            Self::RateLimited(_) => ErrorCode::RateLimited,
            Self::Unavailable => ErrorCode::Unavailable,
            Self::ServerFull => ErrorCode::ServerFull,
            Self::ShuttingDown => ErrorCode::ShuttingDown,
            Self::Replaced | Self::Internal => ErrorCode::Internal,
        }
    }
}
