//! Custom messages with placeholders.

use super::Eval;
use super::result::QueryResult;
use super::scope::Scope;
use super::trace::Trace;
use crate::compile::program::{Message, MessagePart, Query};
use crate::outcome::Context;
use crate::text;
use crate::value::{Kind, Ref};

/// The longest text of one placeholder, in characters.
const MAX_PLACEHOLDER: usize = 200;

impl<'e, T: Trace<'e>> Eval<'e, T> {
    /// Returns the message of a failed clause, with its placeholders filled in.
    pub(super) fn render_message(
        &mut self,
        message: Option<&'e Message>,
        scope: &Scope<'_, 'e>,
    ) -> Option<&'e str> {
        let message = message?;
        if message.parts.is_empty() {
            return Some(&message.text);
        }
        let mut rendered = String::new();
        for part in &message.parts {
            match part {
                MessagePart::Text(text) => rendered.push_str(text),
                MessagePart::Query(query, written) => {
                    rendered.push_str(&self.placeholder(query, written, scope))
                }
            }
        }
        Some(self.alloc_str(&rendered))
    }

    /// Formats the results of a placeholder's query. On an error, the placeholder stays as written, because a message
    /// must not change a verdict.
    fn placeholder(&mut self, query: &'e Query, written: &str, scope: &Scope<'_, 'e>) -> String {
        let mut results = self.list();
        // Filters in the query are not part of the recorded evaluation.
        let mark = self.trace.open(Context::Key);
        let result = self.deeper(|eval| eval.query(&query.parts, scope, &mut results));
        self.trace.forget(mark);
        if result.is_err() {
            return written.to_owned();
        }
        let mut values = results.iter().filter_map(QueryResult::value);
        let Some(first) = values.next() else {
            return "(none)".to_owned();
        };
        let mut joined = String::new();
        append_value(first, &mut joined);
        for value in values {
            if joined.len() > text::bytes(MAX_PLACEHOLDER) {
                break;
            }
            joined.push_str(", ");
            append_value(value, &mut joined);
        }
        text::cut(joined, MAX_PLACEHOLDER)
    }
}

/// Appends a value: strings without quotes, other values as in reports, both cut to what is shown.
fn append_value(value: Ref<'_>, out: &mut String) {
    match value.kind {
        Kind::Str(text) => out.push_str(text::start(text, MAX_PLACEHOLDER + 1)),
        Kind::Char(character) => out.push(character),
        _ => text::value_start(value, MAX_PLACEHOLDER, out),
    }
}
