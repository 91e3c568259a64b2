//! Parsing of events: their kind, and their fields as raw JSON.

use std::fmt;

use serde::de::{self, MapAccess};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::RequestError;
use super::field::raw;
use cfn_warden_syntax::Position;

/// Lambda's size limit of synchronous events and responses, in bytes.
/// <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>
pub const MAX_PAYLOAD: usize = 6 * 1024 * 1024;

pub use super::field::Fields;

/// An event by kind.
pub enum Event<'e> {
    /// A CloudFormation Hook invocation.
    Hook(Fields<'e>),
    /// A direct request.
    Direct(Fields<'e>),
}

/// Parses an event.
///
/// # Errors
/// [`RequestError`] with the position if the event is not a JSON object, or with the largest field if it exceeds
/// Lambda's limit.
pub fn read(event: &[u8]) -> Result<Event<'_>, RequestError> {
    let text = std::str::from_utf8(event).map_err(|error| RequestError {
        at: event
            .get(..error.valid_up_to())
            .map(|valid| end_of(&String::from_utf8_lossy(valid))),
        ..RequestError::event("the event is not UTF-8")
    })?;
    let Unique(fields) = serde_json::from_str(text).map_err(|error| not_an_object(text, &error))?;
    let hook = is_invocation(&fields);
    if event.len() > MAX_PAYLOAD {
        return Err(too_large(event.len(), &fields));
    }
    Ok(if hook {
        Event::Hook(fields)
    } else {
        Event::Direct(fields)
    })
}

/// Parses an object whose fields have different names, in any case: readers disagree on which value of a repeated one counts.
///
/// # Errors
/// When the text is not such an object.
pub fn unique_fields(text: &str) -> Result<Fields<'_>, serde_json::Error> {
    let Unique(fields) = serde_json::from_str(text)?;
    let mut names: Vec<String> = fields
        .keys()
        .map(|name| name.to_ascii_lowercase())
        .collect();
    names.sort();
    match names.windows(2).find(|pair| pair.first() == pair.last()) {
        Some(_) => Err(de::Error::custom("repeated field")),
        None => Ok(fields),
    }
}

/// Fields with different names.
struct Unique<'e>(Fields<'e>);

const REPEATED: &str = "repeated field `";

impl<'e> Deserialize<'e> for Unique<'e> {
    fn deserialize<D: Deserializer<'e>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'e> de::Visitor<'e> for Visitor {
            type Value = Unique<'e>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'e>>(self, mut map: A) -> Result<Unique<'e>, A::Error> {
                let mut fields = Fields::new();
                while let Some((name, value)) = map.next_entry::<String, &'e RawValue>()? {
                    if fields.contains_key(&name) {
                        return Err(de::Error::custom(format_args!("{REPEATED}{name}`")));
                    }
                    fields.insert(name, value);
                }
                Ok(Unique(fields))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

fn not_an_object(text: &str, error: &serde_json::Error) -> RequestError {
    if error.is_data() {
        let reason = error.to_string();
        if let Some(name) = reason
            .strip_prefix(REPEATED)
            .and_then(|rest| rest.split_once('`'))
            .map(|(name, _)| name)
        {
            return RequestError::field(name, "the field is repeated; expected each field once");
        }
        let expected = "expected a JSON object: {\"data\": \"...\", \"rules\": [\"...\"]} or a Hook invocation";
        return RequestError::event(expected);
    }
    // serde_json counts columns in bytes, people count characters.
    let line = text
        .lines()
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let column = line
        .char_indices()
        .take_while(|(at, _)| *at < error.column().saturating_sub(1))
        .count();
    let at = Position {
        line: number(error.line()),
        column: number(column).saturating_add(1),
    };
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    RequestError {
        at: Some(at),
        ..RequestError::event(format!("the event is not JSON: {reason}"))
    }
}

fn too_large(length: usize, fields: &Fields<'_>) -> RequestError {
    let largest = fields
        .iter()
        .max_by_key(|(_, value)| value.get().len())
        .map(|(name, _)| name.clone());
    let message = format!(
        "the event has {length} bytes, more than Lambda's limit of {MAX_PAYLOAD}; send fewer or smaller documents"
    );
    RequestError {
        field: largest,
        message,
        at: None,
    }
}

/// Returns the position after a text.
fn end_of(text: &str) -> Position {
    let line = text.matches('\n').count();
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count();
    Position {
        line: number(line).saturating_add(1),
        column: number(column).saturating_add(1),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns whether an event is a Hook invocation. Direct requests do not have these fields.
pub fn is_invocation(fields: &Fields<'_>) -> bool {
    ["requestData", "hookTypeName", "actionInvocationPoint"]
        .iter()
        .any(|name| raw(fields, name).is_some())
}
