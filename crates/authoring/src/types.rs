//! Resource types selected by comparisons with `Type`.

use std::rc::Rc;

use super::selection::{Selection, Types};
use cfn_warden_guard::check::literals::matcher;
use cfn_warden_guard::syntax::ast::{
    Binary, Clause, Comparison, Condition, Conjunctions, Literal, QueryPart, Test,
};
use cfn_warden_schema::Knowledge;

/// Maximum number of types. More have too little in common to check properties against.
const MOST: usize = 64;

/// Returns the type with this name.
pub fn named<'k>(knowledge: &'k Knowledge, name: &str) -> Types<'k> {
    known(knowledge, name).map(|name| Rc::from([name]))
}

fn known<'k>(knowledge: &'k Knowledge, name: &str) -> Option<&'k str> {
    knowledge.types().find(|known| *known == name)
}

/// Returns the types that a regular expression matches.
pub fn matching<'k>(knowledge: &'k Knowledge, expression: &str) -> Vec<&'k str> {
    let is_match = matcher(expression);
    knowledge
        .types()
        .filter(|name| is_match(name) != Some(false))
        .collect()
}

/// A clause or condition.
pub trait Alternative {
    /// Returns the comparison, if it is one.
    fn comparison(&self) -> Option<&Comparison>;
}

impl Alternative for Clause {
    fn comparison(&self) -> Option<&Comparison> {
        match self {
            Clause::Comparison(one) => Some(one),
            _ => None,
        }
    }
}

impl Alternative for Condition {
    fn comparison(&self) -> Option<&Comparison> {
        match self {
            Condition::Comparison(one) => Some(one),
            _ => None,
        }
    }
}

/// Narrows a resource to the types for which all conjunctions hold; other values are returned unchanged. `literal`
/// returns the literal on a comparison's right side.
pub fn narrowed<'f, 'k, T: Alternative>(
    knowledge: &'k Knowledge,
    at: &Selection<'k>,
    all: &'f Conjunctions<T>,
    literal: impl Fn(&'f Comparison) -> Option<&'f Literal>,
) -> Selection<'k> {
    let Selection::Resource(before) = at else {
        return at.clone();
    };
    let types = |alternatives: &'f Vec<T>| -> Types<'k> {
        let mut all = Vec::new();
        for one in alternatives {
            let comparison = one.comparison().filter(|one| is_of_type(one))?;
            all.extend(of_literal(knowledge, literal(comparison)?)?);
        }
        (!all.is_empty() && all.len() <= MOST).then(|| Rc::from(all))
    };
    Selection::Resource(all.iter().find_map(types).or_else(|| before.clone()))
}

/// Returns whether a comparison is `Type == ...` or `Type in ...`.
fn is_of_type(one: &Comparison) -> bool {
    let Test::Binary {
        operator: Binary::Equals | Binary::In,
        negated,
        ..
    } = &one.test
    else {
        return false;
    };
    *negated == one.negated
        && matches!(one.query.parts.as_slice(), [QueryPart::Key(key)] if **key == *"Type")
}

fn of_literal<'k>(knowledge: &'k Knowledge, literal: &Literal) -> Option<Vec<&'k str>> {
    match literal {
        Literal::String(name) => known(knowledge, name).map(|name| vec![name]),
        Literal::Regex(expression) => Some(matching(knowledge, expression)),
        Literal::List(items) => {
            let all: Option<Vec<_>> = items
                .iter()
                .map(|item| of_literal(knowledge, item))
                .collect();
            all.map(|all| all.concat())
        }
        _ => None,
    }
}
