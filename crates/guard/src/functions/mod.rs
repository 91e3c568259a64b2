//! The language's functions, one file each.

use super::doc::Doc;
use super::eval::error::EvalError;
use super::eval::result::{Res, Results};
use super::semantics::Semantics;
use super::syntax::signature::Signature;
use super::value::{Kind, Value};

/// A function of the language.
#[derive(Debug)]
pub struct Function {
    /// As written in rules.
    pub name: &'static str,
    /// Makes the results. What it does not understand it drops; what it must refuse is an error.
    pub call: for<'c, 'e> fn(&Input<'c, 'e>) -> Result<Vec<Value<'e>>, EvalError>,
}

/// What a function is called with.
pub struct Input<'c, 'e> {
    /// The results of each argument.
    pub arguments: &'c [Results<'e>],
    /// The document, for paths and for room.
    pub doc: &'e Doc<'e>,
    /// Seconds since 1970.
    pub now: i64,
    /// By which changes.
    pub semantics: Semantics,
}

/// The function of a signature.
pub fn of(signature: &'static Signature) -> &'static Function {
    static UNKNOWN: Function = Function { name: "", call: |_| Err(EvalError::argument("No such function exists.")) };
    ALL.iter().copied().find(|function| function.name == signature.name).unwrap_or(&UNKNOWN)
}

impl<'e> Input<'_, 'e> {
    /// The results of an argument.
    fn argument(&self, at: usize) -> &[Res<'e>] {
        self.arguments.get(at).map_or(&[], |results| results)
    }

    /// The first result of an argument, where it is a value.
    fn first(&self, at: usize) -> Option<&'e Value<'e>> {
        self.argument(at).first()?.value()
    }

    /// One result for each value of the first argument, except for those that have none; each at the value's place.
    fn each(
        &self,
        make: impl Fn(&'e Value<'e>) -> Result<Option<Kind<'e>>, EvalError>,
    ) -> Result<Vec<Value<'e>>, EvalError> {
        let mut made = Vec::new();
        self.doc.budget.make(size_of_val(self.argument(0)))?;
        for value in self.argument(0).iter().filter_map(Res::value) {
            self.doc.budget.spend(1)?;
            made.extend(make(value)?.map(|kind| value.with(kind)));
        }
        Ok(made)
    }

    /// One string for each string of the first argument.
    fn each_string(
        &self,
        make: impl Fn(&'e str) -> Result<Option<String>, EvalError>,
    ) -> Result<Vec<Value<'e>>, EvalError> {
        self.each(|value| match value.kind {
            Kind::Str(text) => {
                self.doc.budget.make(text.len())?;
                make(text)?.map(|text| self.text(&text)).transpose()
            }
            _ => Ok(None),
        })
    }

    /// A string in the arena.
    fn text(&self, text: &str) -> Result<Kind<'e>, EvalError> {
        self.doc.budget.make(text.len())?;
        Ok(Kind::Str(self.doc.arena.alloc_str(text)))
    }

    /// Path and place of a value, for messages.
    fn place_of(&self, value: &Value<'_>) -> String {
        let mut shown = String::new();
        super::text::path_and_place(self.doc, value.origin, &mut shown);
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
