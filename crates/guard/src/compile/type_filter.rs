//! Recognizes filters by resource type, which nearly all rules contain, to skip resources of other types.

use super::keys::Key;
use super::program::{
    Clause, Comparison, Conjunctions, Literal, LiteralId, MayEmit, Operand, Part, Precondition,
    PreconditionStep, Test, TypeFilter, Types,
};
use crate::syntax::ast::{Binary, Unary};

/// Returns the types that a filter selects, if one of its clauses restricts them, and the preconditions under which the
/// other clauses have an effect on resources of other types.
pub(super) fn of_filter(clauses: &Conjunctions, literals: &[Literal]) -> Option<TypeFilter> {
    let (at, types) = clauses
        .iter()
        .enumerate()
        .find_map(|(at, any)| match &**any {
            [Clause::Comparison(only)] => types_of(only, literals).map(|types| (at, types)),
            _ => None,
        })?;
    let mut all = Vec::new();
    let rest = clauses.iter().enumerate().filter(|(other, _)| *other != at);
    for clause in rest.flat_map(|(_, any)| any.iter()) {
        all.push(match clause {
            Clause::Comparison(comparison) if is_silent(comparison) => continue,
            Clause::Comparison(comparison) => of_comparison(comparison, literals)?,
            Clause::Block(block) => precondition(&block.query.parts, MayEmit::Always)?,
            _ => return None,
        });
    }
    all.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    all.dedup_by(|one, other| one.name == other.name);
    Some(TypeFilter {
        types,
        preconditions: all.into(),
        is_whole: clauses.len() == 1,
    })
}

/// Returns the types of `Type == "..."` or `Type in [...]`; the list can also be a variable.
fn types_of(comparison: &Comparison, literals: &[Literal]) -> Option<Types> {
    let ([Part::Key(key)], false, false) = (
        &*comparison.query.parts,
        comparison.query.some,
        comparison.negated,
    ) else {
        return None;
    };
    if &*key.text != "Type" {
        return None;
    }
    let is_text = |literal: &Literal| matches!(literal, Literal::Str(_) | Literal::Regex(_));
    match &comparison.test {
        Test::Binary(Binary::Equals, false, Operand::Literal(right)) => {
            is_text(literal(literals, *right)?).then_some(Types::Literal(*right))
        }
        Test::Binary(Binary::In, false, Operand::Literal(right)) => {
            match literal(literals, *right)? {
                Literal::List(names) => names.iter().all(is_text).then_some(Types::Literal(*right)),
                _ => None,
            }
        }
        Test::Binary(Binary::In, false, Operand::Query(query)) => match *query.parts {
            [Part::Variable(variable, _)] => Some(Types::Variable(variable)),
            _ => None,
        },
        _ => None,
    }
}

fn literal(literals: &[Literal], id: LiteralId) -> Option<&Literal> {
    literals.get(id.0 as usize)
}

/// Whether a comparison has a verdict for all values and never records an error, reason or notice.
fn is_silent(comparison: &Comparison) -> bool {
    let answers = matches!(comparison.test, Test::Unary(operator, _) if operator != Unary::Empty);
    answers && comparison.query.parts.iter().all(is_plain)
}

/// Whether a part of a query has no effects.
fn is_plain(part: &Part) -> bool {
    matches!(
        part,
        Part::This
            | Part::Key(_)
            | Part::Number(..)
            | Part::Index(_)
            | Part::AllValues(None)
            | Part::AllIndices(None)
    )
}

/// Returns the precondition of a comparison; `None` if it may record an event for any resource.
fn of_comparison(comparison: &Comparison, literals: &[Literal]) -> Option<Precondition> {
    let compares_text = match &comparison.test {
        Test::Unary(..) => false,
        Test::Binary(operator, _, Operand::Literal(right)) => {
            match (operator, literal(literals, *right)?) {
                (Binary::Equals, Literal::Str(_)) => true,
                (Binary::In, Literal::List(items)) => {
                    !items.is_empty() && items.iter().all(|item| matches!(item, Literal::Str(_)))
                }
                _ => false,
            }
        }
        Test::Binary(..) => return None,
    };
    precondition(
        &comparison.query.parts,
        if compares_text {
            MayEmit::UnlessText
        } else {
            MayEmit::Always
        },
    )
}

/// Returns the precondition of a query; `None` if the query does not start with a key.
fn precondition(parts: &[Part], emits: MayEmit) -> Option<Precondition> {
    let mut steps = Vec::with_capacity(parts.len());
    steps.extend(parts.iter().map_while(|part| match part {
        Part::Key(key) => Some(PreconditionStep::Key(Key::new(key.text.clone()))),
        Part::AllValues(None) => Some(PreconditionStep::AllValues),
        Part::AllIndices(None) => Some(PreconditionStep::AllIndices),
        _ => None,
    }));
    let Some(PreconditionStep::Key(_)) = steps.first() else {
        return None;
    };
    // Further parts may have effects of their own.
    let emits = if steps.len() == parts.len() {
        emits
    } else {
        MayEmit::Always
    };
    let mut name = String::with_capacity(64);
    name.push_str(match emits {
        MayEmit::Always => "always",
        MayEmit::UnlessText => "unless text",
    });
    name.extend(steps.iter().flat_map(|step| match step {
        PreconditionStep::Key(key) => ["\0", &*key.text],
        PreconditionStep::AllValues => ["\0\0", "*"],
        PreconditionStep::AllIndices => ["\0\0", "[*]"],
    }));
    Some(Precondition {
        steps: steps.into(),
        emits,
        name,
    })
}
