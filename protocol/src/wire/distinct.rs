//! JSON without duplicate names in an object; serde's maps would keep the last value of a name.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Error, Map, Value};

/// The deepest level that is read; no field of the contract has a deeper value.
const MAX_DEPTH: usize = 64;

/// An object without duplicate names, whose values are not parsed yet.
pub(super) struct Fields<'a>(BTreeMap<Name, &'a RawValue>);

impl Fields<'_> {
    /// Parses all values, and refuses duplicate names in each object among them.
    pub(super) fn read(self) -> Result<Map<String, Value>, Error> {
        self.read_at(0)
    }

    fn read_at(self, depth: usize) -> Result<Map<String, Value>, Error> {
        let mut values = Map::new();
        for (name, raw) in self.0 {
            let value = read_value(raw, depth + 1)?;
            if let Ok(name) = String::from_utf8(name.0) {
                values.insert(name, value);
            }
        }
        Ok(values)
    }
}

fn read_value(raw: &RawValue, depth: usize) -> Result<Value, Error> {
    let text = raw.get();
    match text.as_bytes().first() {
        _ if depth > MAX_DEPTH => Ok(unusable(raw)),
        Some(b'{') => Ok(serde_json::from_str::<Fields<'_>>(text)?
            .read_at(depth)?
            .into()),
        Some(b'[') => serde_json::from_str::<Vec<&RawValue>>(text)?
            .into_iter()
            .map(|raw| read_value(raw, depth + 1))
            .collect(),
        _ => Ok(serde_json::from_str(text).unwrap_or_else(|_| unusable(raw))),
    }
}

/// Stands for what follows the grammar and yet has no value here: a number beyond all doubles, half
/// of a surrogate pair, a nest that is too deep. No field of the contract takes an array, and where
/// a field is not known any value is as good as another.
fn unusable(raw: &RawValue) -> Value {
    Value::Array(vec![raw.get().into()])
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<Name, &RawValue>()? {
            if fields.insert(name, value).is_some() {
                return Err(A::Error::custom("a name stands twice"));
            }
        }
        Ok(Fields(fields))
    }
}

/// A name as bytes, since one with half of a surrogate pair is no UTF-8.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name(Vec<u8>);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_bytes<E>(self, name: &[u8]) -> Result<Name, E> {
        Ok(Name(name.to_vec()))
    }
}
