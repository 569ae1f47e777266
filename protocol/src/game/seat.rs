//! The two seats of a table and what there is one of a seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One of the two seats; travels as 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Seat 0, whoever made the table or waited longer.
    Zero,
    /// Seat 1.
    One,
}

impl Seat {
    /// Both seats.
    pub const ALL: [Self; 2] = [Self::Zero, Self::One];

    /// The seat across.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            0 => Ok(Self::Zero),
            1 => Ok(Self::One),
            _ => Err(de::Error::custom("a seat is 0 or 1")),
        }
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "enum": [0, 1]})
    }
}

/// One value a seat; travels as an array of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; 2]);

impl<T> BySeat<T> {
    /// The value that a function gives for each seat.
    pub fn new(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(value))
    }

    /// Applies a function to both values.
    pub fn map<U>(self, function: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(function))
    }

    /// Both values by reference.
    pub fn as_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }

    /// Both values, seat 0 first.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Whether something holds for both values.
    pub fn both(&self, holds: impl FnMut(&T) -> bool) -> bool {
        self.0.iter().all(holds)
    }

    /// The first seat whose value has a property.
    pub fn find(&self, mut has: impl FnMut(&T) -> bool) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| has(&self[seat]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        let [zero, one] = &self.0;
        match seat {
            Seat::Zero => zero,
            Seat::One => one,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        let [zero, one] = &mut self.0;
        match seat {
            Seat::Zero => zero,
            Seat::One => one,
        }
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
