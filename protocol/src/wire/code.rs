//! The code of a table: six characters that survive being read aloud.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many characters a code has.
pub const CODE_LENGTH: usize = 6;

/// A table's code in its normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code([u8; CODE_LENGTH]);

/// The text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has six digits or letters, without U")]
pub struct UnknownCode;

impl Code {
    /// The code made of the lowest 30 bits of a number, five a character.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(std::array::from_fn(|place| {
            let index = bits >> (5 * place) & 0x1f;
            ALPHABET[usize::try_from(index).unwrap_or(0)]
        }))
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Code {
    type Err = UnknownCode;

    /// Ignores case, reads `O` as 0 and `I` and `L` as 1.
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let mut code: [u8; CODE_LENGTH] = text.as_bytes().try_into().map_err(|_| UnknownCode)?;
        for character in &mut code {
            *character = match character.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other if ALPHABET.contains(&other) => other,
                _ => return Err(UnknownCode),
            };
        }
        Ok(Self(code))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{6}$"})
    }
}
