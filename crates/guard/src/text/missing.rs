//! The texts for why queries did not resolve.

use super::clause::query;
use super::debug::{self, push, separated};
use super::value::path_and_position;
use crate::doc::Doc;
use crate::eval::result::{Missing, MissingReason, QueryResult};

/// Formats why a query did not resolve.
pub fn why(doc: &Doc<'_>, missing: &Missing<'_>) -> String {
    let at = missing.at;
    let path = {
        let mut path = String::with_capacity(64);
        path_and_position(doc, at.origin, &mut path);
        path
    };
    let kind = at.type_name();
    match missing.why {
        MissingReason::NoEntries => {
            format!("No more entries for value at path = {path} on type = {kind} ")
        }
        MissingReason::OutOfBounds(index) => {
            let mut items = String::new();
            debug::list(doc, at.list().unwrap_or_default(), &mut items);
            let rest = query(missing.rest);
            format!(
                "Array Index out of bounds for path = {path} on index = {index} inside Array = {items}, remaining query = {rest}"
            )
        }
        MissingReason::KeyOfNoList(index) => {
            format!(
                "Attempting to retrieve from index {index} but type is not an array at path {path}"
            )
        }
        MissingReason::IndexOfNoList(index) => {
            format!(
                "Attempting to retrieve from index {index} but type is not an array at path {path}, type {kind}"
            )
        }
        MissingReason::NoKey(key) => {
            format!("Could not find key {key} inside struct at path {path}")
        }
        MissingReason::KeyOfNoMap(key) => {
            let mut value = String::new();
            debug::debug(doc, at, &mut value);
            format!(
                "Attempting to retrieve from key {key} but type is not an struct type at path {path}, Type = {kind}, Value = {value}"
            )
        }
        MissingReason::TooFewNames {
            index,
            variable,
            results,
        } => {
            let mut values = String::new();
            self::results(doc, results, &mut values);
            let length = results.len();
            format!(
                "Index {index} on the set of values returned for variable {variable} on the join, is out of bounds. Length {length}, Values = {values}"
            )
        }
        MissingReason::NameMissing(variable, inner) => {
            let mut until = String::new();
            path_and_position(doc, inner.at.origin, &mut until);
            let inner = why(doc, inner);
            format!(
                "Keys returned for variable {variable} could not completely resolve. Path traversed until {until}{inner}"
            )
        }
        MissingReason::NoSuchName(key, shown) => {
            let mut path = String::new();
            path_and_position(doc, shown.origin, &mut path);
            format!("Could not locate key = {key} inside struct at path = {path}")
        }
        MissingReason::FilterOfScalar => {
            format!("Filter on value type that was not a struct or array {kind} {path}")
        }
        MissingReason::KeyFilterOfNoMap => {
            format!("Map Filter for keys was not a struct {kind} {path}")
        }
    }
}

/// Appends the results of a query.
fn results(doc: &Doc<'_>, results: &[QueryResult<'_>], out: &mut String) {
    out.push('[');
    separated(results, out, |result, out| match result {
        QueryResult::Resolved(value) | QueryResult::Literal(value) => {
            out.push_str(if matches!(result, QueryResult::Literal(_)) {
                "Literal("
            } else {
                "Resolved("
            });
            debug::debug(doc, value, out);
            out.push(')');
        }
        QueryResult::Missing(missing) => {
            out.push_str("UnResolved(UnResolved { traversed_to: ");
            debug::debug(doc, missing.at, out);
            push(
                out,
                format_args!(", remaining_query: {:?}, ", query(missing.rest)),
            );
            push(
                out,
                format_args!("reason: Some({:?}) }})", why(doc, missing)),
            );
        }
    });
    out.push(']');
}
