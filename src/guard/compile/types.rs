//! Filters by a resource's type: nearly all rules do, and most resources are of another.

use std::collections::HashSet;
use std::sync::Arc;

use super::keys::Key;
use super::program::{
    Clause, Comparison, Conjunctions, Literal, LiteralId, Operand, Part, Says, Test, TypeFilter, Types, Watched,
};
use crate::guard::syntax::ast::{Binary, Unary};

/// The types that a filter lets through, where one of its clauses says so, and when the others have effects, or anything
/// to report, for a resource of another type.
pub(super) fn of_filter(clauses: &Conjunctions, literals: &[Literal]) -> Option<TypeFilter> {
    let (at, types) = clauses.iter().enumerate().find_map(|(at, any)| match &**any {
        [Clause::Comparison(only)] => types_of(only, literals).map(|types| (at, types)),
        _ => None,
    })?;
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    let rest = clauses.iter().enumerate().filter(|(other, _)| *other != at);
    for clause in rest.flat_map(|(_, any)| any.iter()) {
        let Clause::Comparison(comparison) = clause else { return None };
        if is_silent(comparison) {
            continue;
        }
        let watched = watched(comparison, literals)?;
        if seen.insert(watched.name.clone()) {
            all.push(watched);
        }
    }
    Some(TypeFilter { types, watched: all.into() })
}

/// The types of `Type == "..."`, `Type == /.../` and `Type in ["...", ...]`.
fn types_of(comparison: &Comparison, literals: &[Literal]) -> Option<Types> {
    let ([Part::Key(key)], false, false) = (&*comparison.query.parts, comparison.query.some, comparison.negated) else {
        return None;
    };
    let Test::Binary(operator, false, Operand::Literal(right)) = &comparison.test else { return None };
    if &*key.text != "Type" {
        return None;
    }
    match (operator, literal(literals, *right)?) {
        (Binary::Equals, Literal::Str(name)) => Some(Types::Named([name.clone()].into())),
        (Binary::Equals, Literal::Regex(_)) => Some(Types::Matching(*right)),
        (Binary::In, Literal::List(names)) => Some(Types::Named(names.iter().map(as_text).collect::<Option<_>>()?)),
        _ => None,
    }
}

fn literal(literals: &[Literal], id: LiteralId) -> Option<&Literal> {
    literals.get(id.0 as usize)
}

fn as_text(literal: &Literal) -> Option<Box<str>> {
    match literal {
        Literal::Str(text) => Some(text.clone()),
        _ => None,
    }
}

/// Whether a comparison answers whatever it finds, with nothing to be said of it beside the answer.
fn is_silent(comparison: &Comparison) -> bool {
    let answers = matches!(comparison.test, Test::Unary(operator, _) if operator != Unary::Empty);
    answers && comparison.query.parts.iter().all(is_plain)
}

/// Whether a part of a query only steps.
fn is_plain(part: &Part) -> bool {
    matches!(
        part,
        Part::This | Part::Key(_) | Part::Number(..) | Part::Index(_) | Part::AllValues(None) | Part::AllIndices(None)
    )
}

/// What a comparison looks at; `None` where it may say something of any resource.
fn watched(comparison: &Comparison, literals: &[Literal]) -> Option<Watched> {
    let parts = &*comparison.query.parts;
    let keys: Box<[Arc<Key>]> = parts
        .iter()
        .map_while(|part| match part {
            Part::Key(key) => Some(Arc::clone(key)),
            _ => None,
        })
        .collect();
    if keys.is_empty() {
        return None;
    }
    let compares_text = match &comparison.test {
        Test::Unary(..) => false,
        Test::Binary(operator, _, Operand::Literal(right)) => match (operator, literal(literals, *right)?) {
            (Binary::Equals, Literal::Str(_)) => true,
            (Binary::In, Literal::List(items)) => {
                !items.is_empty() && items.iter().all(|item| matches!(item, Literal::Str(_)))
            }
            _ => false,
        },
        Test::Binary(..) => return None,
    };
    let says = match parts.get(keys.len()..) {
        Some([]) if compares_text => Says::UnlessText,
        Some([Part::AllValues(None) | Part::AllIndices(None)]) if compares_text => Says::UnlessTexts,
        _ => Says::Always,
    };
    let mut name = format!("{says:?}");
    for key in &keys {
        name.push('\0');
        name.push_str(&key.text);
    }
    Some(Watched { keys, says, name: name.into() })
}
