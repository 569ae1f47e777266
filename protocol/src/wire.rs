//! Messages as they travel, and nothing else. The contract is `docs/protocol.md`.

pub mod client;
pub mod close;
pub mod code;
mod distinct;
pub mod over;
mod plain_move;
pub mod problem;
pub mod received;
pub mod schema;
pub mod series;
pub mod server;
pub mod snapshot;

pub use client::{ClientMessage, Emote, OptionFields};
pub use close::CloseCode;
pub use code::{Code, UnknownCode};
pub use over::MatchOver;
pub use problem::Problem;
pub use received::{MessageId, ParseError, Received, decode_server, encode, splice_re};
pub use series::Series;
pub use server::{
    BoardUpdate, ClosedReason, ErrorCode, Moved, PlayerIdentity, RejectedReason, ServerMessage,
};
pub use snapshot::{BoardView, Phase, Player, PlayerKind, Snapshot, TableSummary};

/// The version of the protocol that is spoken here.
pub const PROTOCOL: u64 = 1;

/// The largest whole number that every JSON reader has exactly: 2^53 - 1.
pub const MAX_WHOLE: u64 = (1 << 53) - 1;
