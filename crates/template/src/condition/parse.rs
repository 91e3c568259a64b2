//! The syntax of `Conditions` and `Rules`: expressions over functions, comparisons and condition names.

use cfn_warden_syntax::Node;

use super::identity::function;

/// The maximum nesting depth of functions.
const DEEPEST: usize = 100;

/// A condition expression.
#[derive(Debug, Clone)]
pub(crate) enum Expression<'a> {
    /// The two sides of an `Fn::Equals`, in source order.
    Equals(Node<'a>, Node<'a>),
    /// `Fn::And`.
    All(Vec<Expression<'a>>),
    /// `Fn::Or`.
    Any(Vec<Expression<'a>>),
    /// `Fn::Not`.
    Not(Box<Expression<'a>>),
    /// `{Condition: name}`.
    Named(&'a str),
}

/// Parses a condition; returns `None` if any part of it is malformed.
pub(crate) fn expression(node: Node<'_>) -> Option<Expression<'_>> {
    read(node, DEEPEST)
}

fn read(node: Node<'_>, left: usize) -> Option<Expression<'_>> {
    let left = left.checked_sub(1)?;
    let (name, argument) = function(node)?;
    if name == "Condition" {
        return argument.as_str().map(Expression::Named);
    }
    if !matches!(name, "Fn::And" | "Fn::Or" | "Fn::Not" | "Fn::Equals") {
        return None;
    }
    let items = argument.as_list()?;
    if name == "Fn::Equals" {
        let [first, second] = items else { return None };
        return Some(Expression::Equals(*first, *second));
    }
    let mut parts = items
        .iter()
        .map(|item| read(*item, left))
        .collect::<Option<Vec<_>>>()?;
    match name {
        "Fn::And" => Some(Expression::All(parts)),
        "Fn::Or" => Some(Expression::Any(parts)),
        _ if parts.len() == 1 => parts.pop().map(|only| Expression::Not(Box::new(only))),
        _ => None,
    }
}

impl<'a> Expression<'a> {
    /// Collects the `Fn::Equals` in the expression, in source order, without following names.
    pub(super) fn equals(&self, found: &mut Vec<(Node<'a>, Node<'a>)>) {
        match self {
            Expression::Equals(first, second) => found.push((*first, *second)),
            Expression::All(parts) | Expression::Any(parts) => {
                parts.iter().for_each(|part| part.equals(found))
            }
            Expression::Not(inner) => inner.equals(found),
            Expression::Named(_) => {}
        }
    }

    /// Collects the condition names in the expression, in source order.
    pub(super) fn names(&self, found: &mut Vec<&'a str>) {
        match self {
            Expression::Equals(..) => {}
            Expression::All(parts) | Expression::Any(parts) => {
                parts.iter().for_each(|part| part.names(found))
            }
            Expression::Not(inner) => inner.names(found),
            Expression::Named(name) => found.push(name),
        }
    }
}
