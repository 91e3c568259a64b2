//! Schemas that are written in code.

use std::sync::LazyLock;

use super::pack::Pack;

/// A schema that is written in code, read when it is first asked for.
pub type Inline = LazyLock<Pack>;

/// The schema of a text; of a text that is no JSON, one that asks nothing. Tests read every inline schema.
pub fn pack(text: &str) -> Pack {
    Pack::from_json(text).unwrap_or_else(|error| {
        debug_assert!(false, "an inline schema is no JSON: {error}: {text}");
        Pack::default()
    })
}

/// `null`
pub static NOTHING: Inline = LazyLock::new(|| pack("null"));

/// Any value but `null`, for every key.
pub static ANY_PROPERTIES: Inline =
    LazyLock::new(|| pack(r#"{".*": {"type": ["array", "boolean", "integer", "number", "object", "string"]}}"#));

/// Any value but `null`.
pub static ANY_ITEMS: Inline =
    LazyLock::new(|| pack(r#"{"type": ["array", "boolean", "integer", "number", "object", "string"]}"#));
