//! `in`

use super::{
    Incomparable, Outcome, Set, elements, equal, equality, is_one_of, left_values, literal, missing, right_values,
};
use crate::guard::eval::result::Res;
use crate::guard::semantics::{Change, Semantics};
use crate::guard::value::{Kind, Ref};

pub(super) fn compare<'e>(left: &[Res<'e>], right: &[Res<'e>], by: Semantics) -> Result<Vec<Outcome<'e>>, String> {
    let mut outcomes = Vec::with_capacity(left.len());
    match (literal(left), literal(right)) {
        (Some(one), Some(other)) => {
            let outcome = substring(one, other);
            let found = matches!(outcome, Outcome::Value(true, ..));
            outcomes.push(if found { outcome } else { contained(one, other, by)? });
        }
        (Some(one), None) => literal_in_query(one, right, by, &mut outcomes)?,
        (None, Some(one)) => {
            for value in left_values(left, &mut outcomes) {
                if matches!(one.kind, Kind::Str(_)) {
                    outcomes.extend(elements(value).iter().map(|part| substring(part, one)));
                } else {
                    outcomes.push(contained(value, one, by)?);
                }
            }
        }
        (None, None) => {
            let left: Vec<_> = left_values(left, &mut outcomes).collect();
            let right = right_values(right, &left, &mut outcomes);
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
    by: Semantics,
    outcomes: &mut Vec<Outcome<'e>>,
) -> Result<(), String> {
    let right = right_values(right, &[one], outcomes);
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

fn contained_in_one_of<'e>(value: Ref<'e>, others: &[Ref<'e>], by: Semantics) -> Result<bool, String> {
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

fn substring<'e>(part: Ref<'e>, whole: Ref<'e>) -> Outcome<'e> {
    match (part.kind, whole.kind) {
        (Kind::Str(text), Kind::Str(all)) => Outcome::Value(all.contains(text), part, whole),
        _ => Outcome::Incomparable(Incomparable::NotStrings(part, whole), part, whole),
    }
}

/// A list in a list of lists is looked for whole, in any other list element by element.
fn contained<'e>(value: Ref<'e>, other: Ref<'e>, by: Semantics) -> Result<Outcome<'e>, String> {
    match (value.list(), other.list()) {
        (Some(items), Some(others)) => {
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
            let compared =
                !by.has(Change::IncomparableMembers) || others.iter().any(|each| equal(value, each, by).is_ok());
            if !compared && !others.is_empty() {
                let kinds = Incomparable::Kinds(value.type_name(), other.type_name());
                return Ok(Outcome::Incomparable(kinds, value, other));
            }
            Ok(Outcome::InList(is_one_of(value, others.iter(), by)?, value, other))
        }
        (None, None) => equality(value, other, by),
    }
}
