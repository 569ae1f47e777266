//! Players, the connections that they have now, and the tokens by which they come back.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;
use versus2048_protocol::name::PlayerName;
use versus2048_protocol::rules::Secret;
use versus2048_protocol::wire::MessageId;

/// How long a token lives without use: a day, as the contract says.
pub(crate) const TOKEN_LIFE_MS: u64 = 24 * 60 * 60 * 1000;

/// The most players that are known. Each takes some hundred bytes; past it the one who has been away for
/// the longest, without a connection and without a seat, is forgotten.
pub(crate) const MAX_PLAYERS: usize = 200_000;

/// A player, the same one from one connection to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PlayerId(Uuid);

/// A connection; each number is greater than all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnectionNumber(pub(crate) u64);

/// The secret by which a player comes back.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// The hash of a token; the token itself is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TokenHash([u8; 32]);

/// A player as it is connected now.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// The player.
    pub(crate) player: PlayerId,
    /// The hash of its token.
    pub(crate) token: TokenHash,
    /// The name that it gave in this connection's `hello`.
    pub(crate) name: PlayerName,
    /// Its connection.
    pub(crate) connection: ConnectionNumber,
}

/// The sender of a message that is owed an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Requester {
    /// The player.
    pub(crate) player: PlayerId,
    /// The connection that the message came from.
    pub(crate) connection: ConnectionNumber,
    /// The id that the sender gave to the message.
    pub(crate) re: Option<MessageId>,
}

impl PlayerId {
    /// A new id.
    pub(crate) fn new() -> Self {
        Self(Uuid::now_v7())
    }

    /// The id as the journal's key.
    pub(crate) const fn as_uuid(self) -> Uuid {
        self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Uuid> for PlayerId {
    fn from(id: Uuid) -> Self {
        Self(id)
    }
}

impl Token {
    /// A new token: 32 random bytes in hex.
    pub(crate) fn new() -> Self {
        Self(Secret(rand::random()).to_string())
    }

    /// The secret itself, for its player alone.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash that is kept.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(&self.0).into())
    }
}

impl From<&str> for Token {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

/// Tokens stay out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl From<[u8; 32]> for TokenHash {
    fn from(hash: [u8; 32]) -> Self {
        Self(hash)
    }
}

impl TokenHash {
    /// The hash as bytes, as the journal's key.
    pub(crate) const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Client {
    /// This client as the sender of a message.
    pub(crate) fn requester(&self, re: Option<MessageId>) -> Requester {
        Requester {
            player: self.player,
            connection: self.connection,
            re,
        }
    }
}
