//! Properties of literals in rules.

use crate::syntax::ast::{Literal, Range};

/// The types that comparisons distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// A string, or a regular expression.
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

/// Returns the type of a literal.
pub fn kind(literal: &Literal) -> Kind {
    match literal {
        Literal::Null => Kind::Null,
        Literal::String(_) | Literal::Regex(_) => Kind::Text,
        Literal::Bool(_) => Kind::Bool,
        Literal::Int(_) | Literal::Float(_) | Literal::IntRange(_) | Literal::FloatRange(_) => {
            Kind::Number
        }
        Literal::CharRange(_) => Kind::Char,
        Literal::List(_) => Kind::List,
        Literal::Map(_) => Kind::Map,
    }
}

/// Returns the type of a literal for messages.
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

/// Whether the literal is a range.
pub fn is_range(literal: &Literal) -> bool {
    matches!(
        literal,
        Literal::IntRange(_) | Literal::FloatRange(_) | Literal::CharRange(_)
    )
}

/// Whether the literal is a range that contains nothing.
pub fn is_empty_range(literal: &Literal) -> bool {
    match literal {
        Literal::IntRange(range) => is_empty(range),
        Literal::FloatRange(range) => is_empty(range),
        Literal::CharRange(range) => is_empty(range),
        _ => false,
    }
}

fn is_empty<T: PartialOrd>(range: &Range<T>) -> bool {
    range.lower > range.upper
        || (range.lower == range.upper && !(range.with_lower && range.with_upper))
}

/// Returns the regular expressions in a literal, including those in lists and maps.
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

/// Whether a regular expression matches in a text; `None` if that takes too many steps.
pub fn is_match(expression: &str, text: &str) -> Option<bool> {
    matcher(expression)(text)
}

/// Like [`is_match`], for one regular expression and many texts.
pub fn matcher(expression: &str) -> impl Fn(&str) -> Option<bool> {
    let expression = fancy_regex::RegexBuilder::new(expression)
        .backtrack_limit(10_000)
        .build()
        .ok();
    move |text| expression.as_ref()?.is_match(text).ok()
}
