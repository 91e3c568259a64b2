//! The form of a value that a schema describes, in a few words.

use super::shown::{self, code, either, names};
use cfn_warden_schema::{Json, keyword};
use cfn_warden_syntax::{Text, text};

/// The maximum number of keys or allowed values that are named.
const MOST: usize = 4;

/// Returns the form of a property: `an object with `Key` and `Value``. `root` is the document of the schema.
pub fn of_property(schema: Json<'_>, property: &str, root: Json<'_>) -> Option<Text> {
    let (_, schema) = schema
        .keyword(keyword::PROPERTIES)?
        .entries()
        .find(|(key, _)| key.text == property)?;
    let schema = match schema.keyword(keyword::REF) {
        Some(reference) => reference.resolve(root)?,
        None => schema,
    };
    let texts = |symbol| schema.keyword(symbol).map(shown::texts).unwrap_or_default();
    let allowed = texts(keyword::ENUM);
    if (1..=MOST).contains(&allowed.len()) {
        return Some(either(&allowed.into_iter().map(code).collect::<Vec<_>>()));
    }
    let kind = schema.keyword(keyword::TYPE)?;
    let required = texts(keyword::REQUIRED);
    match kind.as_str()? {
        "object" if (1..=MOST).contains(&required.len()) => {
            Some(text!("an object with {}", names(&required)))
        }
        _ => Some(shown::types(kind)),
    }
}
