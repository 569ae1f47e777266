//! Messages of a client.

use schemars::JsonSchema;
use serde::de::{self, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::rules::{Direction, Nonce};
use crate::wire::MAX_WHOLE;

/// Options that a client asks for, not checked yet.
pub type OptionFields = Map<String, Value>;

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Greets, first and once.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u64,
        /// The name of the player.
        name: String,
        /// The program and its version.
        #[serde(default)]
        client: Option<String>,
        /// The token of an earlier `welcome`, with which the same player returns.
        #[serde(default)]
        token: Option<String>,
    },
    /// Makes a table and takes seat 0.
    Create {
        /// The options of its matches.
        #[serde(default)]
        options: Option<OptionFields>,
        /// Whether `list` shows the table; null is true.
        #[serde(default)]
        listed: Option<bool>,
        /// The level of the bot that takes seat 1.
        #[serde(default)]
        bot: Option<String>,
    },
    /// Takes the free seat of a table.
    Join {
        /// The table's code.
        code: String,
    },
    /// Watches a table as a spectator.
    Watch {
        /// The table's code.
        code: String,
    },
    /// Enters the queue for an opponent who asks for the same options.
    Queue {
        /// The options of the match.
        #[serde(default)]
        options: Option<OptionFields>,
    },
    /// Leaves the queue.
    Unqueue {},
    /// Says that the seat is ready for the match.
    Ready {
        /// The nonce of the seat; null is an empty nonce.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Makes a move.
    Move {
        /// The number of moves made on the mover's board, as the mover knows or expects it.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = MAX_WHOLE))]
        turn: u64,
        /// Where the tiles slide to.
        #[serde(deserialize_with = "named")]
        dir: Direction,
    },
    /// Resigns the match.
    Resign {},
    /// Offers another match at the same table.
    Rematch {},
    /// Leaves the table.
    Leave {},
    /// Sends an emote to everyone at the table.
    Emote {
        /// The emote.
        #[serde(deserialize_with = "named")]
        kind: Emote,
    },
    /// Asks for the listed tables.
    List {},
    /// Asks for a `pong`, to measure the round trip.
    Ping {
        /// A number that `pong` repeats; at most 2^53 - 1.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = MAX_WHOLE))]
        t: u64,
    },
}

/// A short remark of a seat to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Nice!
    Nice,
    /// Wow!
    Wow,
    /// Oops!
    Oops,
    /// Good game!
    GoodGame,
    /// Thanks!
    Thanks,
}

impl Emote {
    /// Every emote, in the order of the contract.
    pub const ALL: [Self; 7] = [
        Self::Hello,
        Self::GoodLuck,
        Self::Nice,
        Self::Wow,
        Self::Oops,
        Self::GoodGame,
        Self::Thanks,
    ];
}

fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(deserializer)?;
    if number > MAX_WHOLE {
        Err(de::Error::custom("the number is above 2^53 - 1"))
    } else {
        Ok(number)
    }
}

/// Reads a name as a string and refuses anything else; serde's derive takes `{"left":null}` for `"left"` as well.
fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(deserializer)?.into_deserializer())
}
