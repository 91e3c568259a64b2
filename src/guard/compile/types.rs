//! Filters by a resource's type: nearly all rules do, and most resources are of another.

use std::collections::HashSet;
use std::sync::Arc;

use super::keys::Key;
use super::program::{Clause, Comparison, Conjunctions, Literal, Operand, Part, Test, TypeFilter};
use crate::guard::syntax::ast::Binary;

/// The types that a filter lets through, where one of its clauses says so, and where the others have neither effects nor
/// anything to report for a resource that lacks their first key.
pub(super) fn of_filter(clauses: &Conjunctions, literals: &[Literal]) -> Option<TypeFilter> {
    let (at, types) = clauses.iter().enumerate().find_map(|(at, any)| match &**any {
        [Clause::Comparison(only)] => types_of(only, literals).map(|types| (at, types)),
        _ => None,
    })?;
    let mut seen = HashSet::new();
    let mut keys = Vec::new();
    let rest = clauses.iter().enumerate().filter(|(other, _)| *other != at);
    for clause in rest.flat_map(|(_, any)| any.iter()) {
        let Clause::Comparison(comparison) = clause else { return None };
        let key = first_key(comparison)?;
        if seen.insert(key.text.clone()) {
            keys.push(Arc::clone(key));
        }
    }
    Some(TypeFilter { types, keys: keys.into() })
}

/// The types of `Type == "..."` and `Type in ["...", ...]`.
fn types_of(comparison: &Comparison, literals: &[Literal]) -> Option<Box<[Box<str>]>> {
    let ([Part::Key(key)], false, false) = (&*comparison.query.parts, comparison.query.some, comparison.negated) else {
        return None;
    };
    let Test::Binary(operator, false, Operand::Literal(right)) = &comparison.test else { return None };
    if &*key.text != "Type" {
        return None;
    }
    match (operator, literals.get(right.0 as usize)?) {
        (Binary::Equals, Literal::Str(name)) => Some([name.clone()].into()),
        (Binary::In, Literal::List(names)) => names.iter().map(as_text).collect(),
        _ => None,
    }
}

fn as_text(literal: &Literal) -> Option<Box<str>> {
    match literal {
        Literal::Str(text) => Some(text.clone()),
        _ => None,
    }
}

/// The key that a comparison starts with, where the rest of it cannot fail to be evaluated when that key is missing.
fn first_key(comparison: &Comparison) -> Option<&Arc<Key>> {
    match &comparison.test {
        Test::Unary(..) | Test::Binary(_, _, Operand::Literal(_)) => {}
        Test::Binary(..) => return None,
    }
    match comparison.query.parts.first()? {
        Part::Key(key) => Some(key),
        _ => None,
    }
}
