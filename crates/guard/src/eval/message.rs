//! Custom messages with placeholders.

use super::Eval;
use super::result::Res;
use super::scope::Scope;
use super::trace::Trace;
use crate::compile::program::{Message, MessagePart, Query};
use crate::outcome::Context;
use crate::text;
use crate::value::{Kind, Ref};

/// The longest text of one placeholder, in characters.
const LONGEST: usize = 200;

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Returns the message of a failed clause, with its placeholders filled in.
    pub(super) fn said(&mut self, message: Option<&'e Message>, scope: &Scope<'_, 'e>) -> Option<&'e str> {
        let message = message?;
        if message.parts.is_empty() {
            return Some(&message.text);
        }
        let mut said = String::new();
        for part in &message.parts {
            match part {
                MessagePart::Text(text) => said.push_str(text),
                MessagePart::Query(query, written) => said.push_str(&self.shown(query, written, scope)),
            }
        }
        Some(self.kept(&said))
    }

    /// Formats the results of a placeholder's query. On an error, the placeholder stays as written, because a message
    /// must not change a verdict.
    fn shown(&mut self, query: &'e Query, written: &str, scope: &Scope<'_, 'e>) -> String {
        let mut results = self.list();
        // Filters in the query are not part of the recorded evaluation.
        let mark = self.trace.open(Context::Key);
        let asked = self.deeper(|eval| eval.query(&query.parts, scope, &mut results));
        self.trace.forget(mark);
        if asked.is_err() {
            return written.to_owned();
        }
        let mut values = results.iter().filter_map(Res::value);
        let Some(first) = values.next() else { return "(none)".to_owned() };
        let mut joined = String::new();
        plain(first, &mut joined);
        for value in values {
            if joined.len() > text::bytes(LONGEST) {
                break;
            }
            joined.push_str(", ");
            plain(value, &mut joined);
        }
        text::cut(joined, LONGEST)
    }
}

/// Appends a value: strings without quotes, other values as in reports, both cut to what is shown.
fn plain(value: Ref<'_>, out: &mut String) {
    match value.kind {
        Kind::Str(text) => out.push_str(text::start(text, LONGEST + 1)),
        Kind::Char(character) => out.push(character),
        _ => text::value_start(value, LONGEST, out),
    }
}
