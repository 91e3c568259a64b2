//! The operator `==`.

use super::{By, Outcome, Set, elements, equality, left_values, literal, missing, right_values};
use crate::budget::Held;
use crate::eval::error::EvalError;
use crate::eval::result::Res;
use crate::value::Ref;

pub(super) fn compare<'b, 'e>(
    left: &[Res<'e>],
    right: &[Res<'e>],
    by: By<'b>,
) -> Result<Held<'b, Outcome<'e>>, EvalError> {
    let mut outcomes = Held::with_capacity(left.len(), by.budget);
    match (literal(left), literal(right)) {
        (Some(one), Some(other)) => outcomes.push(equality(one, other, by)?),
        (Some(one), None) => {
            for value in right_values(right, &[one], &mut outcomes, by)? {
                let parts = if one.list().is_some() { std::slice::from_ref(value) } else { elements(value) };
                for part in parts {
                    outcomes.push(equality(one, part, by)?);
                }
            }
        }
        (None, Some(one)) => {
            for value in left_values(left, &mut outcomes) {
                with_literal(value, one, by, &mut outcomes)?;
            }
        }
        (None, None) => {
            let left: Vec<_> = left_values(left, &mut outcomes).collect();
            let right = right_values(right, &left, &mut outcomes, by)?;
            let (more, fewer) = if left.len() > right.len() { (&left, &right) } else { (&right, &left) };
            let reported = missing(more.iter().copied(), fewer, by)?;
            outcomes.push(Outcome::Query(Set { holds: reported.is_empty(), reported }, left, right));
        }
    }
    Ok(outcomes)
}

/// Compares a value with a literal. A literal list of one element is compared as that element with a scalar; a list is
/// compared element by element with a scalar literal.
fn with_literal<'e>(
    value: Ref<'e>,
    literal: Ref<'e>,
    by: By<'_>,
    outcomes: &mut Held<'_, Outcome<'e>>,
) -> Result<(), EvalError> {
    match literal.list() {
        Some([only]) if value.is_scalar() => outcomes.push(equality(value, only, by)?),
        Some(_) => outcomes.push(equality(value, literal, by)?),
        None => {
            for part in elements(value) {
                outcomes.push(equality(part, literal, by)?);
            }
        }
    }
    Ok(())
}
