//! Serialization of values in reports.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::doc::Doc;
use crate::eval::result::{Missing, QueryResult};
use crate::text;
use crate::value::{Kind, Value};

/// Serializes as `{path, value}`.
pub(super) struct LocatedJson<'r, 'e>(pub &'r Doc<'e>, pub &'r Value<'e>);

/// Serializes as `{traversed_to, remaining_query, reason}`.
pub(super) struct MissingJson<'r, 'e>(pub &'r Doc<'e>, pub &'r Missing<'e>);

/// Serializes as `{Resolved: ...}`, `{Literal: ...}` or `{UnResolved: ...}`.
pub(super) struct ResultJson<'r, 'e>(pub &'r Doc<'e>, pub &'r QueryResult<'e>);

/// Serializes as the value alone.
pub(super) struct ValueJson<'r, 'e>(pub &'r Value<'e>);

impl Serialize for LocatedJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut shown = serializer.serialize_struct("PathAwareValue", 2)?;
        shown.serialize_field("path", &self.0.path(self.1.origin))?;
        shown.serialize_field("value", &ValueJson(self.1))?;
        shown.end()
    }
}

impl Serialize for MissingJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(doc, missing) = self;
        let mut shown = serializer.serialize_struct("UnResolved", 3)?;
        shown.serialize_field("traversed_to", &LocatedJson(doc, missing.at))?;
        shown.serialize_field("remaining_query", &text::query(missing.rest))?;
        shown.serialize_field("reason", &text::why(doc, missing))?;
        shown.end()
    }
}

impl Serialize for ResultJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut shown = serializer.serialize_map(Some(1))?;
        match self.1 {
            QueryResult::Literal(value) => {
                shown.serialize_entry("Literal", &LocatedJson(self.0, value))?
            }
            QueryResult::Resolved(value) => {
                shown.serialize_entry("Resolved", &LocatedJson(self.0, value))?
            }
            QueryResult::Missing(missing) => {
                shown.serialize_entry("UnResolved", &MissingJson(self.0, missing))?
            }
        }
        shown.end()
    }
}

impl Serialize for ValueJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.kind {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool(bool) => serializer.serialize_bool(bool),
            Kind::Int(int) => serializer.serialize_i64(int),
            Kind::Float(float) => serializer.serialize_f64(float),
            Kind::Str(text) => serializer.serialize_str(text),
            Kind::Regex(regex) => serializer.collect_str(&format_args!("/{}/", regex.text())),
            Kind::Char(char) => serializer.serialize_char(char),
            Kind::IntRange(range) => serializer.serialize_str(&text::range(range)),
            Kind::FloatRange(range) => serializer.serialize_str(&text::range(range)),
            Kind::CharRange(range) => serializer.serialize_str(&text::range(range)),
            Kind::List(items) => serializer.collect_seq(items.iter().map(ValueJson)),
            Kind::Map(map) => serializer.collect_map(
                map.entries
                    .iter()
                    .map(|entry| (entry.key, ValueJson(&entry.value))),
            ),
        }
    }
}
