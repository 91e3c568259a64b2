//! Expansion of `count`, `for_each` and `dynamic` blocks.

use cfn_warden_syntax::{Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::evaluated::InstanceKey;
use crate::budget::{VALUE, map_bytes};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::eval::{Evaluator, Frame, budget_error};
use crate::number::Number;
use crate::source::Range;
use crate::syntax::ast::Body;
use crate::value::convert::convert;
use crate::value::{Marks, Type, Value};

/// The maximum number of instances of a block.
pub(super) const INSTANCES: usize = 10_000;

/// The instances of a block.
pub enum Instances {
    /// A single instance: neither `count` nor `for_each` is set.
    One,
    /// One instance for each key, with the name and value of `count` or `each`.
    Many(&'static str, Vec<(InstanceKey, Value)>),
    /// The instances are unknown.
    Unknown,
}

pub(super) fn object(pairs: [(&str, Value); 2]) -> Value {
    Value::object(
        pairs
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .collect(),
    )
}

/// Returns the name and value of `count` or `each` if the instances are unknown.
pub fn unknown_key(body: &Body) -> (&'static str, Value) {
    if body.attribute("count").is_some() {
        let held = BTreeMap::from([(Rc::from("index"), Value::unknown_not_null(Type::Number))]);
        return ("count", Value::object(held));
    }
    (
        "each",
        object([
            ("key", Value::unknown_not_null(Type::String)),
            ("value", Value::dynamic()),
        ]),
    )
}

/// Returns the instances of a block. `count` takes precedence over `for_each`.
pub fn instances(evaluator: &Evaluator<'_>, body: &Body) -> Result<Instances, Errors> {
    if let Some(attribute) = body.attribute("count") {
        let (value, _) = evaluator
            .eval(&attribute.expr, &Frame::EMPTY)?
            .unmarked_deep();
        return count(evaluator, &value, attribute.expr.range);
    }
    if let Some(attribute) = body.attribute("for_each") {
        let value = evaluator.eval(&attribute.expr, &Frame::EMPTY)?;
        return for_each(evaluator, &value, attribute.expr.range);
    }
    Ok(Instances::One)
}

/// Charges for `count` or `each` of this number of instances.
pub(super) fn charge(
    evaluator: &Evaluator<'_>,
    instances: usize,
    range: Range,
) -> Result<(), Errors> {
    let bytes = map_bytes(1).saturating_add(VALUE.into());
    let all = u64::try_from(instances)
        .unwrap_or(u64::MAX)
        .saturating_mul(bytes);
    evaluator.budget.spend(all).map_err(budget_error(range))
}

pub(super) fn too_many(what: &'static str, range: Range) -> Errors {
    vec![Diagnostic::error(
        "Too many instances",
        text!(
            "The {} value creates more than {} instances.",
            what,
            INSTANCES
        ),
        range,
    )]
}

fn count(evaluator: &Evaluator<'_>, value: &Value, range: Range) -> Result<Instances, Errors> {
    let invalid = |detail: Text| fail("Invalid count argument", detail, range);
    if value.is_null() {
        return invalid(
            "The given \"count\" argument value is null. An integer is required.".into(),
        );
    }
    let value = match convert(value, &Type::Number) {
        Ok(value) => value,
        Err(message) => {
            return invalid(text!(
                "The given \"count\" argument value is unsuitable: {}.",
                message
            ));
        }
    };
    let Some(number) = value.number() else {
        return Ok(Instances::Unknown);
    };
    if number.is_negative() {
        return invalid(
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.".into(),
        );
    }
    if number.whole().is_none() {
        return invalid(
            "The given \"count\" argument value is unsuitable: a whole number is required.".into(),
        );
    }
    let length = number
        .int()
        .and_then(|count| usize::try_from(count).ok())
        .filter(|count| *count <= INSTANCES);
    let length = length.ok_or_else(|| too_many("\"count\"", range))?;
    charge(evaluator, length, range)?;
    let one = |at: usize| {
        let index = Value::from(Number::of_count(at));
        let held = BTreeMap::from([(Rc::from("index"), index)]);
        (InstanceKey::Index(at), Value::object(held))
    };
    Ok(Instances::Many("count", (0..length).map(one).collect()))
}

fn for_each(evaluator: &Evaluator<'_>, value: &Value, range: Range) -> Result<Instances, Errors> {
    let invalid = |detail: &'static str| fail("Invalid for_each argument", detail, range);
    if value.marks().has(Marks::SENSITIVE.and(Marks::EPHEMERAL)) {
        return invalid(
            "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments. The for_each value is not iterable.",
        );
    }
    if value.is_null() {
        return invalid(
            "The given \"for_each\" argument value is null. A map, or set of strings is allowed.",
        );
    }
    if value.ty().is_primitive() {
        return invalid(
            "The given \"for_each\" argument value is unsuitable: it must be a map, or set of strings.",
        );
    }
    let Some(pairs) = value.pairs() else {
        return Ok(Instances::Unknown);
    };
    if pairs.len() > INSTANCES {
        return Err(too_many("\"for_each\"", range));
    }
    charge(evaluator, pairs.len(), range)?;
    let mut results = Vec::new();
    for (key, value) in pairs {
        let key = convert(&key, &Type::String).unwrap_or(key);
        let Some(name) = key.str() else {
            // An unknown item of a set has no known key, so the instances are unknown.
            return if key.is_known() {
                invalid(
                    "The given \"for_each\" argument value is unsuitable: its keys must be strings.",
                )
            } else {
                Ok(Instances::Unknown)
            };
        };
        results.push((
            InstanceKey::Name(name.into()),
            object([("key", key.clone()), ("value", value)]),
        ));
    }
    Ok(Instances::Many("each", results))
}
