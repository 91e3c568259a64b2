//! The `Mappings` section.

use cfn_warden_syntax::{Entry, Node, Value};

/// The mappings of a template.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mappings<'a> {
    entries: &'a [Entry<'a>],
}

/// A mapping, or the keys below one of its top-level keys.
#[derive(Debug, Clone, Copy)]
pub struct Keys<'a> {
    /// The name of the mapping or top-level key.
    pub name: &'a str,
    entries: &'a [Entry<'a>],
}

const TRANSFORM: &str = "Fn::Transform";

impl<'a> Mappings<'a> {
    /// Returns the mappings of a section; empty if it is not a map.
    pub fn of(section: Option<Node<'a>>) -> Mappings<'a> {
        Mappings {
            entries: section.and_then(|node| node.as_map()).unwrap_or_default(),
        }
    }

    /// Whether a transform may add mappings.
    pub fn is_transform(&self) -> bool {
        has_transform(self.entries)
    }

    /// Returns the mappings, in order.
    pub fn iter(&self) -> impl Iterator<Item = Keys<'a>> + use<'a> {
        named(self.entries)
    }

    /// Returns the mapping with a name.
    pub fn get(&self, name: &str) -> Option<Keys<'a>> {
        self.iter().find(|map| map.name == name)
    }
}

impl<'a> Keys<'a> {
    /// Whether a transform may add keys.
    pub fn is_transform(&self) -> bool {
        has_transform(self.entries)
    }

    /// Returns the top-level keys of a mapping, in order.
    pub fn iter(&self) -> impl Iterator<Item = Keys<'a>> + use<'a> {
        named(self.entries)
    }

    /// Returns the keys below a top-level key of a mapping.
    pub fn get(&self, key: &str) -> Option<Keys<'a>> {
        self.iter().find(|keys| keys.name == key)
    }

    /// Whether a key is not a string, such as an account ID without quotes: it is not among the keys.
    pub fn has_unread_key(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.key.as_str().is_none())
    }

    /// Returns the second-level keys and their values as CloudFormation reads them, to which a date is a string.
    pub fn scalars(&self) -> impl Iterator<Item = (&'a str, Node<'a>)> + use<'a> {
        self.entries_where(|value: &Value<'a>| matches!(value, Value::Date(_)) || is_value(value))
    }

    /// Returns the second-level keys and their values, if those are strings, numbers, booleans or lists.
    pub fn values(&self) -> impl Iterator<Item = (&'a str, Node<'a>)> + use<'a> {
        self.entries_where(is_value)
    }

    fn entries_where<F: Fn(&Value<'a>) -> bool>(
        &self,
        is_kept: F,
    ) -> impl Iterator<Item = (&'a str, Node<'a>)> + use<'a, F> {
        self.entries.iter().filter_map(move |entry| {
            Some((entry.key.as_str()?, entry.value))
                .filter(|(key, value)| is_kept(&value.value) && *key != TRANSFORM)
        })
    }
}

/// Whether a value is one that cfn-lint finds in a mapping.
fn is_value(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Str(_)
            | Value::List(_)
            | Value::Int(_)
            | Value::BigInt(_)
            | Value::Float(_)
            | Value::Bool(_)
    )
}

fn named<'a>(entries: &'a [Entry<'a>]) -> impl Iterator<Item = Keys<'a>> + use<'a> {
    entries.iter().filter_map(|entry| {
        let name = entry.key.as_str().filter(|name| *name != TRANSFORM)?;
        Some(Keys {
            name,
            entries: entry.value.as_map().unwrap_or_default(),
        })
    })
}

fn has_transform(entries: &[Entry<'_>]) -> bool {
    entries
        .iter()
        .any(|entry| entry.key.as_str() == Some(TRANSFORM))
}
