//! What can be said of values written in rules.

use crate::syntax::ast::{Literal, Range};

/// The kinds that the evaluator tells apart when it compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// A string, or an expression that strings are searched for.
    Text,
    /// A boolean.
    Bool,
    /// A number, or a range of numbers.
    Number,
    /// A character range.
    Char,
    /// A list.
    List,
    /// A map.
    Map,
}

/// The kind of a literal.
pub fn kind(literal: &Literal) -> Kind {
    match literal {
        Literal::Null => Kind::Null,
        Literal::String(_) | Literal::Regex(_) => Kind::Text,
        Literal::Bool(_) => Kind::Bool,
        Literal::Int(_) | Literal::Float(_) | Literal::IntRange(_) | Literal::FloatRange(_) => Kind::Number,
        Literal::CharRange(_) => Kind::Char,
        Literal::List(_) => Kind::List,
        Literal::Map(_) => Kind::Map,
    }
}

/// What it is called in messages.
pub fn name(literal: &Literal) -> &'static str {
    match literal {
        Literal::Null => "null",
        Literal::String(_) => "a string",
        Literal::Regex(_) => "a regular expression",
        Literal::Bool(_) => "a boolean",
        Literal::Int(_) | Literal::Float(_) => "a number",
        Literal::List(_) => "a list",
        Literal::Map(_) => "a map",
        Literal::IntRange(_) | Literal::FloatRange(_) | Literal::CharRange(_) => "a range",
    }
}

/// Whether it is a range.
pub fn is_range(literal: &Literal) -> bool {
    matches!(literal, Literal::IntRange(_) | Literal::FloatRange(_) | Literal::CharRange(_))
}

/// Whether it is a range that holds nothing.
pub fn is_empty_range(literal: &Literal) -> bool {
    match literal {
        Literal::IntRange(range) => is_empty(range),
        Literal::FloatRange(range) => is_empty(range),
        Literal::CharRange(range) => is_empty(range),
        _ => false,
    }
}

fn is_empty<T: PartialOrd>(range: &Range<T>) -> bool {
    range.lower > range.upper || (range.lower == range.upper && !(range.with_lower && range.with_upper))
}

/// The regular expressions in it, lists and maps searched.
pub fn regexes(literal: &Literal) -> Vec<&str> {
    let (mut found, mut open) = (Vec::new(), vec![literal]);
    while let Some(literal) = open.pop() {
        match literal {
            Literal::Regex(text) => found.push(&**text),
            Literal::List(items) => open.extend(items.iter().rev()),
            Literal::Map(entries) => open.extend(entries.iter().rev().map(|(_, value)| value)),
            _ => {}
        }
    }
    found
}

/// Whether a regular expression is found in a text; `None` where that takes too many steps to tell.
pub fn is_match(expression: &str, text: &str) -> Option<bool> {
    matcher(expression)(text)
}

/// [`is_match`] for one expression and many texts.
pub fn matcher(expression: &str) -> impl Fn(&str) -> Option<bool> {
    let expression = fancy_regex::RegexBuilder::new(expression).backtrack_limit(10_000).build().ok();
    move |text| expression.as_ref()?.is_match(text).ok()
}
