//! The functions of the language, one file each.

use super::doc::Doc;
use super::eval::error::EvalError;
use super::eval::result::{QueryResult, QueryResults};
use super::semantics::Semantics;
use super::syntax::signature::Signature;
use super::value::{Fixed, Kind, Value, ZeroBasedPosition};

/// A function of the language.
#[derive(Debug)]
pub struct Function {
    /// The name in rules.
    pub name: &'static str,
    /// Returns the results. Values of unsupported types are dropped; invalid values are an error.
    pub call: for<'c, 'e> fn(&Input<'c, 'e>) -> Result<Vec<Value<'e>>, EvalError>,
}

/// The input of a function call.
pub struct Input<'c, 'e> {
    /// The results of each argument.
    pub arguments: &'c [QueryResults<'e>],
    /// The document, for paths and the budget.
    pub doc: &'e Doc<'e>,
    /// The current time, in seconds since 1970.
    pub now: i64,
    /// The changes of the language that apply.
    pub semantics: Semantics,
}

/// The origin of results that do not derive from a value.
static NO_ORIGIN: Fixed<'static> = Fixed { path: "", position: ZeroBasedPosition { line: 0, column: 0 } };

/// Returns the function of a signature.
pub fn of(signature: &'static Signature) -> &'static Function {
    static UNKNOWN: Function = Function { name: "", call: |_| Err(EvalError::argument("No such function exists.")) };
    ALL.iter().copied().find(|function| function.name == signature.name).unwrap_or(&UNKNOWN)
}

impl<'e> Input<'_, 'e> {
    /// The results of an argument.
    fn argument(&self, at: usize) -> &[QueryResult<'e>] {
        self.arguments.get(at).map_or(&[], |results| results)
    }

    /// The first result of an argument, if it is a value.
    fn first(&self, at: usize) -> Option<&'e Value<'e>> {
        self.argument(at).first()?.value()
    }

    /// Maps the values of the first argument. A result has the origin of its value; values mapped to `None` are
    /// dropped.
    fn each(
        &self,
        map: impl Fn(&'e Value<'e>) -> Result<Option<Kind<'e>>, EvalError>,
    ) -> Result<Vec<Value<'e>>, EvalError> {
        let mut values = Vec::new();
        self.doc.budget.check_allocation(size_of_val(self.argument(0)))?;
        for value in self.argument(0).iter().filter_map(QueryResult::value) {
            self.doc.budget.spend(1)?;
            values.extend(map(value)?.map(|kind| value.with(kind)));
        }
        Ok(values)
    }

    /// Maps the strings of the first argument to strings; other values are dropped.
    fn each_string(
        &self,
        map: impl Fn(&'e str) -> Result<Option<String>, EvalError>,
    ) -> Result<Vec<Value<'e>>, EvalError> {
        self.each(|value| match value.kind {
            Kind::Str(text) => {
                self.doc.budget.check_allocation(text.len())?;
                map(text)?.map(|text| self.text(&text)).transpose()
            }
            _ => Ok(None),
        })
    }

    /// Copies a string into the arena.
    fn text(&self, text: &str) -> Result<Kind<'e>, EvalError> {
        self.doc.budget.check_allocation(text.len())?;
        Ok(Kind::Str(self.doc.arena.alloc_str(text)))
    }

    /// Formats the path and position of a value for messages.
    fn position_of(&self, value: &Value<'_>) -> String {
        let mut shown = String::new();
        super::text::path_and_position(self.doc, value.origin, &mut shown);
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::signature::SIGNATURES;

    #[test]
    fn every_signature_has_its_function() {
        for signature in &SIGNATURES {
            assert_eq!(of(signature).name, signature.name);
        }
        assert_eq!(ALL.len(), SIGNATURES.len());
    }
}

// index: FUNCTION Function
// begin index
mod count;
mod join;
mod json_parse;
mod now;
mod parse_boolean;
mod parse_char;
mod parse_epoch;
mod parse_float;
mod parse_int;
mod parse_string;
mod regex_replace;
mod substring;
mod to_lower;
mod to_upper;
mod url_decode;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Function] = &[
    &count::FUNCTION,
    &join::FUNCTION,
    &json_parse::FUNCTION,
    &now::FUNCTION,
    &parse_boolean::FUNCTION,
    &parse_char::FUNCTION,
    &parse_epoch::FUNCTION,
    &parse_float::FUNCTION,
    &parse_int::FUNCTION,
    &parse_string::FUNCTION,
    &regex_replace::FUNCTION,
    &substring::FUNCTION,
    &to_lower::FUNCTION,
    &to_upper::FUNCTION,
    &url_decode::FUNCTION,
];
// end index
