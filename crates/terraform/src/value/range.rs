//! What is known of unknown values: go-cty's refinements, <https://github.com/zclconf/go-cty/blob/main/docs/refinements.md>.

use std::rc::Rc;

use super::{Bounds, Kind, Refinement, Type, Value};
use crate::number::Number;

impl Value {
    /// Returns the least and the greatest number that a value can be.
    pub fn number_range(&self) -> (Option<Number>, Option<Number>) {
        match self.kind() {
            Kind::Number(number) => (Some(number.clone()), Some(number.clone())),
            Kind::Unknown(_, refinement) => match refinement.bounds.as_deref() {
                Some(Bounds::Number(low, high)) => (low.clone(), high.clone()),
                _ => (None, None),
            },
            _ => (None, None),
        }
    }

    /// Returns the least and the greatest length that a collection can have.
    pub fn length_range(&self) -> (usize, usize) {
        let known = match self.kind() {
            // Unknown items may be equal to other items.
            Kind::Set(_, items) if items.len() > 1 && !self.is_wholly_known() => {
                return (1, items.len());
            }
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items.len(),
            Kind::Map(_, elements) | Kind::Object(elements) => elements.len(),
            Kind::Unknown(Type::Tuple(items), _) => items.len(),
            Kind::Unknown(_, refinement) => match refinement.bounds.as_deref() {
                Some(Bounds::Length(least, most)) => return (*least, *most),
                _ => return (0, usize::MAX),
            },
            _ => return (0, usize::MAX),
        };
        (known, known)
    }

    /// Returns an unknown number, or the only number that the bounds allow.
    pub fn number_between(low: Option<Number>, high: Option<Number>, not_null: bool) -> Value {
        match (low, high) {
            (Some(low), Some(high)) if not_null && low == high => low.into(),
            (None, None) => Kind::Unknown(
                Type::Number,
                Refinement {
                    not_null,
                    ..Refinement::default()
                },
            )
            .into(),
            (low, high) => {
                let bounds = Some(Rc::new(Bounds::Number(low, high)));
                Kind::Unknown(
                    Type::Number,
                    Refinement {
                        not_null,
                        bounds,
                        ..Refinement::default()
                    },
                )
                .into()
            }
        }
    }

    /// Returns an unknown collection. If the length decides its shape, its items are unknown instead.
    pub fn collection_between(ty: Type, least: usize, most: usize, not_null: bool) -> Value {
        if not_null && least == most {
            match &ty {
                Type::List(item) if most <= LONGEST => {
                    return Value::list(
                        (**item).clone(),
                        vec![Value::unknown((**item).clone()); most],
                    );
                }
                Type::Set(item) if most <= 1 => {
                    return Value::set(
                        (**item).clone(),
                        vec![Value::unknown((**item).clone()); most],
                    );
                }
                Type::Map(item) if most == 0 => {
                    return Value::map((**item).clone(), Default::default());
                }
                _ => {}
            }
        }
        let bounds = (least > 0 || most < usize::MAX).then(|| Rc::new(Bounds::Length(least, most)));
        Kind::Unknown(
            ty,
            Refinement {
                not_null,
                bounds,
                ..Refinement::default()
            },
        )
        .into()
    }

    /// Returns the result of a choice between two values that is not made yet.
    pub fn either(yes: &Value, no: &Value, ty: Type) -> Value {
        if yes.is_null() && no.is_null() {
            return Value::null(ty);
        }
        let not_null = yes.is_never_null() && no.is_never_null();
        let (yes_type, no_type) = (yes.ty(), no.ty());
        if yes_type == Type::Number && no_type == Type::Number {
            let ((low, high), (other_low, other_high)) = (yes.number_range(), no.number_range());
            let low = low.zip(other_low).map(|(a, b)| if a < b { a } else { b });
            let high = high.zip(other_high).map(|(a, b)| if a > b { a } else { b });
            return Value::number_between(low, high, not_null);
        }
        if yes_type.is_collection() && yes_type == no_type {
            let ((least, most), (other_least, other_most)) =
                (choice_length(yes), choice_length(no));
            return Value::collection_between(
                ty,
                least.min(other_least),
                most.max(other_most),
                not_null,
            );
        }
        if not_null {
            Value::unknown_not_null(ty)
        } else {
            Value::unknown(ty)
        }
    }
}

/// A list of unknown items is not made longer than this.
const LONGEST: usize = 1024;

/// Returns the range of a collection's length; none for a set with unknown items, as in go-cty.
fn choice_length(value: &Value) -> (usize, usize) {
    let (least, most) = value.length_range();
    if value.is_known() && least != most {
        (0, usize::MAX)
    } else {
        (least, most)
    }
}
