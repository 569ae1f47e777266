//! What a client says.

use schemars::JsonSchema;
use serde::de::{self, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::rules::{Direction, Nonce};
use crate::wire::MAX_WHOLE;

/// Options as somebody asks for them, unchecked.
pub type OptionFields = Map<String, Value>;

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Greets, first and once.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u64,
        /// The name to go by.
        name: String,
        /// The program and its version.
        #[serde(default)]
        client: Option<String>,
        /// The secret of a player that comes back.
        #[serde(default)]
        token: Option<String>,
    },
    /// Makes a table and takes seat 0.
    Create {
        /// The options of its matches.
        #[serde(default)]
        options: Option<OptionFields>,
        /// Whether the table is told in lists; null is true.
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
    /// Looks at a table.
    Watch {
        /// The table's code.
        code: String,
    },
    /// Waits for somebody who wants a match with the same options.
    Queue {
        /// The options of the match.
        #[serde(default)]
        options: Option<OptionFields>,
    },
    /// Waits no longer.
    Unqueue {},
    /// Is ready for the match.
    Ready {
        /// The nonce of the seat, empty where none is given.
        #[serde(default)]
        nonce: Option<Nonce>,
    },
    /// Moves.
    Move {
        /// The number of moves made on the mover's board, as the mover knows or expects it.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = MAX_WHOLE))]
        turn: u64,
        /// Where the tiles slide to.
        #[serde(deserialize_with = "named")]
        dir: Direction,
    },
    /// Gives up.
    Resign {},
    /// Offers another match at the same table.
    Rematch {},
    /// Leaves the table.
    Leave {},
    /// Says something short to all at the table.
    Emote {
        /// What.
        #[serde(deserialize_with = "named")]
        kind: Emote,
    },
    /// Asks for the listed tables.
    List {},
    /// Measures the round trip.
    Ping {
        /// Comes back in `pong`; at most 2^53 - 1.
        #[serde(deserialize_with = "whole")]
        #[schemars(range(max = MAX_WHOLE))]
        t: u64,
    },
}

/// What a seat can say to the table.
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

/// A name as a string and nothing else; serde's derive takes `{"left":null}` for `"left"` as well.
fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(deserializer)?.into_deserializer())
}
