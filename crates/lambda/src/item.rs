//! Items of text lists: a string, or `{name, content}`.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A text and its name.
pub struct Item {
    /// The name, if given.
    pub name: Option<String>,
    /// The text.
    pub content: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    // `null` is not a valid name.
    #[serde(default, deserialize_with = "required_string")]
    name: Option<String>,
    content: String,
}

fn required_string<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    String::deserialize(source).map(Some)
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Item, D::Error> {
        source.deserialize_any(TextOrNamed)
    }
}

struct TextOrNamed;

impl<'de> Visitor<'de> for TextOrNamed {
    type Value = Item;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string or {name, content}")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Item, E> {
        Ok(Item {
            name: None,
            content: text.to_owned(),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Item, A::Error> {
        let Named { name, content } = Named::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(Item { name, content })
    }
}
