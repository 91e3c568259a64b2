//! Parses JSON text directly into a pack.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::block::Pack;
use super::error::PackError;
use super::writer::Writer;

impl Pack {
    /// Creates a pack from JSON text. Integers and floats are distinguished as in Python's `json` (1 is not 1.0); the
    /// last value of a repeated key wins; integers that exceed 64 bits become floats.
    pub fn from_json(text: &str) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let root = read(text, &mut writer)?;
        writer.finish(root)
    }

    /// Creates a pack that contains the list of the values of several JSON texts.
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Pack, PackError> {
        let mut writer = Writer::new();
        let items = texts
            .into_iter()
            .map(|text| read(text, &mut writer))
            .collect::<Result<Vec<_>, _>>()?;
        let root = writer.list(&items);
        writer.finish(root)
    }
}

/// Parses `text` and returns the ID of the document.
fn read(text: &str, writer: &mut Writer) -> Result<u32, PackError> {
    let mut source = serde_json::Deserializer::from_str(text);
    let id = Value(writer)
        .deserialize(&mut source)
        .map_err(|error| PackError::NotJson(error.to_string()))?;
    source
        .end()
        .map_err(|error| PackError::NotJson(error.to_string()))?;
    Ok(id)
}

struct Value<'w>(&'w mut Writer);

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<u32, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<u32, E> {
        Ok(self.0.null())
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<u32, E> {
        Ok(self.0.bool(is))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u32, E> {
        Ok(self.0.int(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u32, E> {
        Ok(match i64::try_from(number) {
            Ok(number) => self.0.int(number),
            Err(_) => self.0.big_int(&number.to_string()),
        })
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u32, E> {
        Ok(self.0.float(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u32, E> {
        Ok(self.0.string(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<u32, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = source.next_element_seed(Value(&mut *self.0))? {
            items.push(item);
        }
        Ok(self.0.list(&items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<u32, A::Error> {
        let mut entries: Vec<(u32, u32)> = Vec::new();
        let mut indices = std::collections::HashMap::new();
        while let Some(key) = source.next_key_seed(Name(&mut *self.0))? {
            let value = source.next_value_seed(Value(&mut *self.0))?;
            // like a Python dict, a repeated key keeps its first position and takes the last value
            let index = *indices.entry(key).or_insert(entries.len());
            match entries.get_mut(index) {
                Some(entry) => entry.1 = value,
                None => entries.push((key, value)),
            }
        }
        Ok(self.0.object(&entries))
    }
}

struct Name<'w>(&'w mut Writer);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<u32, D::Error> {
        source.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u32, E> {
        Ok(self.0.symbol(text))
    }
}
