//! Where new tiles come from: a secret that the server commits to, a nonce of each seat, SHA-256.
//!
//! Source: the section "Tiles that anyone can check" of the contract.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

use crate::hex;
use crate::rules::board::Board;
use crate::rules::spawn::Spawn;

/// The most bytes that a nonce may have.
pub const MAX_NONCE_BYTES: usize = 32;

/// 32 random bytes of the server, which it publishes when the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret(pub [u8; 32]);

/// `SHA-256(secret)`, published before anybody chooses a nonce.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

/// The source of all tiles of a match: `SHA-256(secret ‖ nonce of seat 0 ‖ nonce of seat 1)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// 0 to 32 bytes that a seat chooses.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Nonce(Vec<u8>);

impl Secret {
    /// The commitment to this secret.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The seed of a match with this secret and the nonces of seat 0 and seat 1.
    #[must_use]
    pub fn seed(&self, nonces: [&Nonce; 2]) -> Seed {
        let hash = nonces
            .iter()
            .fold(Sha256::new_with_prefix(self.0), |hash, nonce| {
                hash.chain_update(&nonce.0)
            });
        Seed(hash.finalize().into())
    }
}

impl Nonce {
    /// A nonce of these bytes.
    ///
    /// # Errors
    /// More than 32 bytes are refused.
    pub fn new(bytes: Vec<u8>) -> Result<Self, HexError> {
        if bytes.len() > MAX_NONCE_BYTES {
            Err(HexError::Nonce)
        } else {
            Ok(Self(bytes))
        }
    }
}

/// Where the tiles of one board come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileStream {
    /// The seed of the match.
    pub seed: Seed,
    /// 0 where both boards draw from one stream, else the seat.
    pub stream: u8,
    /// How many of 1000 tiles are a 4.
    pub four_permille: u16,
}

impl TileStream {
    /// Tile number `k` on this board (`k` 0 and 1 are the first two tiles, then one a move), or
    /// `None` where no cell is empty.
    #[must_use]
    pub fn spawn(&self, k: u32, board: &Board) -> Option<Spawn> {
        let hash = Sha256::new_with_prefix(self.seed.0)
            .chain_update([self.stream])
            .chain_update(k.to_be_bytes());
        let hash: [u8; 32] = hash.finalize().into();
        let ([x, y, ..], _) = hash.as_chunks::<8>() else {
            return None;
        };
        let value = if u64::from_be_bytes(*x) % 1000 < u64::from(self.four_permille) {
            4
        } else {
            2
        };
        let number = u64::from_be_bytes(*y).checked_rem(board.empty_cells())?;
        let (row, col) = board.empty_cell(number)?;
        Some(Spawn { row, col, value })
    }
}

/// A byte string of a wrong form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// Not exactly 32 bytes.
    #[error("this takes 64 lower-case hexadecimal digits")]
    Bytes32,
    /// A nonce that is too long or not hexadecimal.
    #[error("a nonce is 0 to {MAX_NONCE_BYTES} bytes as pairs of lower-case hexadecimal digits")]
    Nonce,
}

impl FromStr for Nonce {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        Self::new(hex::read(text).map_err(|hex::NotHex| HexError::Nonce)?)
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

macro_rules! bytes32 {
    ($($name:ident),*) => {$(
        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<Self, HexError> {
                let bytes = hex::read(text).map_err(|hex::NotHex| HexError::Bytes32)?;
                Ok(Self(bytes.try_into().map_err(|_| HexError::Bytes32)?))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                hex::write(&self.0, f)
            }
        }
    )*};
}

macro_rules! hex_serde {
    ($($name:ident: $pattern:literal),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern})
            }
        }
    )*};
}

bytes32!(Secret, Commitment, Seed);
hex_serde!(
    Secret: "^[0-9a-f]{64}$",
    Commitment: "^[0-9a-f]{64}$",
    Seed: "^[0-9a-f]{64}$",
    Nonce: "^([0-9a-f]{2}){0,32}$"
);

/// Secrets and nonces stay out of logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(…)")
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}
