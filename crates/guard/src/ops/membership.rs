//! The operator `in`.

use super::{
    By, Incomparable, Outcome, Set, elements, equal, equality, is_one_of, left_values, literal, missing, right_values,
};
use crate::budget::Held;
use crate::eval::error::EvalError;
use crate::eval::result::Res;
use crate::semantics::Change;
use crate::value::{Kind, Ref};

pub(super) fn compare<'b, 'e>(
    left: &[Res<'e>],
    right: &[Res<'e>],
    by: By<'b>,
) -> Result<Held<'b, Outcome<'e>>, EvalError> {
    let mut outcomes = Held::with_capacity(left.len(), by.budget);
    match (literal(left), literal(right)) {
        (Some(one), Some(other)) => {
            let outcome = substring(one, other, by)?;
            let found = matches!(outcome, Outcome::Value(true, ..));
            outcomes.push(if found { outcome } else { contained(one, other, by)? });
        }
        (Some(one), None) => literal_in_query(one, right, by, &mut outcomes)?,
        (None, Some(one)) => {
            for value in left_values(left, &mut outcomes) {
                if matches!(one.kind, Kind::Str(_)) {
                    for part in elements(value) {
                        outcomes.push(substring(part, one, by)?);
                    }
                } else {
                    outcomes.push(contained(value, one, by)?);
                }
            }
        }
        (None, None) => {
            let left: Vec<_> = left_values(left, &mut outcomes).collect();
            let right = right_values(right, &left, &mut outcomes, by)?;
            let mut reported = Vec::new();
            for each in &left {
                if !contained_in_one_of(each, &right, by)? {
                    reported.push(*each);
                }
            }
            outcomes.push(Outcome::Query(Set { holds: reported.is_empty(), reported }, left, right));
        }
    }
    Ok(outcomes)
}

fn literal_in_query<'e>(
    one: Ref<'e>,
    right: &[Res<'e>],
    by: By<'_>,
    outcomes: &mut Held<'_, Outcome<'e>>,
) -> Result<(), EvalError> {
    let right = right_values(right, &[one], outcomes, by)?;
    match one.list() {
        Some(items) if !right.iter().any(|value| value.list().is_some()) => {
            let reported = missing(items.iter(), &right, by)?;
            outcomes.push(Outcome::Query(Set { holds: reported.is_empty(), reported }, vec![one], right));
        }
        _ => {
            for value in right {
                outcomes.push(contained(one, value, by)?);
            }
        }
    }
    Ok(())
}

fn contained_in_one_of<'e>(value: Ref<'e>, others: &[Ref<'e>], by: By<'_>) -> Result<bool, EvalError> {
    for other in others {
        let held = match contained(value, other, by)? {
            Outcome::Value(holds, ..) | Outcome::InList(holds, ..) => holds,
            Outcome::ListIn(set, ..) => set.holds,
            _ => false,
        };
        if held {
            return Ok(true);
        }
    }
    Ok(false)
}

fn substring<'e>(part: Ref<'e>, whole: Ref<'e>, by: By<'_>) -> Result<Outcome<'e>, EvalError> {
    by.budget.spend(1)?;
    Ok(match (part.kind, whole.kind) {
        (Kind::Str(text), Kind::Str(all)) => {
            Outcome::Value(by.budget.read(all.len()) && all.contains(text), part, whole)
        }
        _ => Outcome::Incomparable(Incomparable::NotStrings(part, whole), part, whole),
    })
}

/// Whether a value is in another one. A list is searched as a whole in a list of lists, otherwise element by element.
fn contained<'e>(value: Ref<'e>, other: Ref<'e>, by: By<'_>) -> Result<Outcome<'e>, EvalError> {
    by.budget.spend(1)?;
    match (value.list(), other.list()) {
        (Some(items), Some(others)) => {
            by.budget.make(size_of_val(items))?;
            let lists = others.first().is_some_and(|first| first.list().is_some());
            let mut reported = Vec::new();
            for each in if lists { std::slice::from_ref(value) } else { items } {
                if !is_one_of(each, others.iter(), by)? {
                    reported.push(each);
                }
            }
            Ok(Outcome::ListIn(Set { holds: reported.is_empty(), reported }, value, other))
        }
        (Some(_), None) => Ok(Outcome::Incomparable(Incomparable::ListInScalar(value, other), value, other)),
        (None, Some(others)) => {
            let compares = |each| !by.budget.take(1) || equal(value, each, by).is_ok();
            let compared = !by.has(Change::IncomparableMembers) || others.iter().any(compares);
            if !compared && !others.is_empty() {
                let kinds = Incomparable::Kinds(value.type_name(), other.type_name());
                return Ok(Outcome::Incomparable(kinds, value, other));
            }
            Ok(Outcome::InList(is_one_of(value, others.iter(), by)?, value, other))
        }
        (None, None) => equality(value, other, by),
    }
}
