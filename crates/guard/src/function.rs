//! What a function of the language is: its name, its implementation and its input.

use super::doc::Doc;
use super::eval::error::EvalError;
use super::eval::result::{QueryResult, QueryResults};
use super::semantics::Semantics;
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
pub static NO_ORIGIN: Fixed<'static> = Fixed {
    path: "",
    position: ZeroBasedPosition { line: 0, column: 0 },
};

impl<'e> Input<'_, 'e> {
    /// The results of an argument.
    pub fn argument(&self, at: usize) -> &[QueryResult<'e>] {
        self.arguments.get(at).map_or(&[], |results| results)
    }

    /// The first result of an argument, if it is a value.
    pub fn first(&self, at: usize) -> Option<&'e Value<'e>> {
        self.argument(at).first()?.value()
    }

    /// Maps the values of the first argument. A result has the origin of its value; values mapped to `None` are
    /// dropped.
    pub fn each(
        &self,
        map: impl Fn(&'e Value<'e>) -> Result<Option<Kind<'e>>, EvalError>,
    ) -> Result<Vec<Value<'e>>, EvalError> {
        let mut values = Vec::new();
        self.doc
            .budget
            .check_allocation(size_of_val(self.argument(0)))?;
        for value in self.argument(0).iter().filter_map(QueryResult::value) {
            self.doc.budget.spend(1)?;
            values.extend(map(value)?.map(|kind| value.with(kind)));
        }
        Ok(values)
    }

    /// Maps the strings of the first argument to strings; other values are dropped.
    pub fn each_string(
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
    pub fn text(&self, text: &str) -> Result<Kind<'e>, EvalError> {
        self.doc.budget.check_allocation(text.len())?;
        Ok(Kind::Str(self.doc.arena.alloc_str(text)))
    }

    /// Formats the path and position of a value for messages.
    pub fn position_of(&self, value: &Value<'_>) -> String {
        let mut shown = String::new();
        super::text::path_and_position(self.doc, value.origin, &mut shown);
        shown
    }
}
