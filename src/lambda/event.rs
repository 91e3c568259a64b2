//! Bytes to event: which shape it has, and its fields still as the text they were sent in.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::error::RequestError;
use super::hook;
use cfn_warden_syntax::Position;

/// The bytes that Lambda takes in a synchronous event, and in its answer.
/// <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>
pub const MAX_PAYLOAD: usize = 6 * 1024 * 1024;

/// An event, by its shape.
pub enum Event<'e> {
    /// A CloudFormation Hook's invocation.
    Hook(Fields<'e>),
    /// A direct request.
    Direct(Fields<'e>),
}

/// The fields of an event. Each is decoded where it is used, so that an error can name it.
pub type Fields<'e> = BTreeMap<String, &'e RawValue>;

/// Reads an event.
///
/// # Errors
/// Where it is no JSON object, with the place; where it is larger than Lambda delivers.
pub fn read(event: &[u8]) -> Result<Event<'_>, RequestError> {
    let text = std::str::from_utf8(event).map_err(|error| RequestError {
        at: event.get(..error.valid_up_to()).map(|valid| end_of(&String::from_utf8_lossy(valid))),
        ..RequestError::event("the event is not UTF-8 from this place on")
    })?;
    let fields: Fields<'_> = serde_json::from_str(text).map_err(|error| not_an_object(text, &error))?;
    let hook = hook::is_invocation(&fields);
    if event.len() > MAX_PAYLOAD {
        return Err(too_large(event.len(), &fields));
    }
    Ok(if hook { Event::Hook(fields) } else { Event::Direct(fields) })
}

fn not_an_object(text: &str, error: &serde_json::Error) -> RequestError {
    if error.is_data() {
        let expected = "a JSON object is expected: {\"data\": \"...\", \"rules\": [\"...\"]} or a Hook invocation";
        return RequestError::event(expected);
    }
    // serde_json counts columns in bytes; the place is for people, who count characters.
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let column = line.char_indices().take_while(|(at, _)| *at < error.column().saturating_sub(1)).count();
    let at = Position { line: number(error.line()), column: number(column).saturating_add(1) };
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    RequestError { at: Some(at), ..RequestError::event(format!("the event is no JSON: {reason}")) }
}

fn too_large(length: usize, fields: &Fields<'_>) -> RequestError {
    let largest = fields.iter().max_by_key(|(_, value)| value.get().len()).map(|(name, _)| name.clone());
    let message =
        format!("the event has {length} bytes, and Lambda takes up to {MAX_PAYLOAD}: send fewer or smaller documents");
    RequestError { field: largest, message, at: None }
}

/// The position after a text.
fn end_of(text: &str) -> Position {
    let line = text.matches('\n').count();
    let column = text.rsplit('\n').next().unwrap_or_default().chars().count();
    Position { line: number(line).saturating_add(1), column: number(column).saturating_add(1) }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
