//! Expansion of `count`, `for_each` and `dynamic` blocks.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::body::{ErrorSink, EvaluatedBlock, evaluate_body};
use super::evaluate::InstanceKey;
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::eval::{Evaluator, Frame, budget_error};
use crate::number::Number;
use crate::source::Range;
use crate::syntax::ast::{Block, Body, ExprKind};
use crate::value::convert::convert;
use crate::value::{Marks, Type, Value};

/// The maximum number of instances of a block.
const INSTANCES: usize = 10_000;

/// The instances of a block.
pub enum Instances {
    /// A single instance: neither `count` nor `for_each` is set.
    One,
    /// One instance for each key, with the name and value of `count` or `each`.
    Many(&'static str, Vec<(InstanceKey, Value)>),
    /// The instances are unknown.
    Unknown,
}

fn object(pairs: [(&str, Value); 2]) -> Value {
    Value::object(pairs.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

/// Returns the name and value of `count` or `each` if the instances are unknown.
pub fn unknown_key(body: &Body) -> (&'static str, Value) {
    if body.attribute("count").is_some() {
        let held = BTreeMap::from([(Rc::from("index"), Value::unknown_not_null(Type::Number))]);
        return ("count", Value::object(held));
    }
    ("each", object([("key", Value::unknown_not_null(Type::String)), ("value", Value::dynamic())]))
}

/// Returns the instances of a block. `count` takes precedence over `for_each`.
pub fn instances(evaluator: &Evaluator<'_>, body: &Body) -> Result<Instances, Errors> {
    if let Some(attribute) = body.attribute("count") {
        let (value, _) = evaluator.eval(&attribute.expr, &Frame::EMPTY)?.unmarked_deep();
        return count(evaluator, &value, attribute.expr.range);
    }
    if let Some(attribute) = body.attribute("for_each") {
        let value = evaluator.eval(&attribute.expr, &Frame::EMPTY)?;
        return for_each(evaluator, &value, attribute.expr.range);
    }
    Ok(Instances::One)
}

fn too_many(what: &str, range: Range) -> Errors {
    vec![Diagnostic::error(
        "Too many instances",
        format!("The {what} value creates more than {INSTANCES} instances."),
        range,
    )]
}

fn count(evaluator: &Evaluator<'_>, value: &Value, range: Range) -> Result<Instances, Errors> {
    let invalid = |detail: String| fail("Invalid count argument", detail, range);
    if value.is_null() {
        return invalid("The given \"count\" argument value is null. An integer is required.".to_owned());
    }
    let value = match convert(value, &Type::Number) {
        Ok(value) => value,
        Err(message) => return invalid(format!("The given \"count\" argument value is unsuitable: {message}.")),
    };
    let Some(number) = value.number() else { return Ok(Instances::Unknown) };
    if number.is_negative() {
        return invalid(
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.".to_owned(),
        );
    }
    if number.whole().is_none() {
        return invalid("The given \"count\" argument value is unsuitable: a whole number is required.".to_owned());
    }
    let length = number.int().and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= INSTANCES);
    let length = length.ok_or_else(|| too_many("\"count\"", range))?;
    evaluator.budget.values(length).map_err(budget_error(range))?;
    let one = |at: usize| {
        let index = Value::from(Number::of_count(at));
        let held = BTreeMap::from([(Rc::from("index"), index)]);
        (InstanceKey::Index(at), Value::object(held))
    };
    Ok(Instances::Many("count", (0..length).map(one).collect()))
}

fn for_each(evaluator: &Evaluator<'_>, value: &Value, range: Range) -> Result<Instances, Errors> {
    let invalid = |detail: &str| fail("Invalid for_each argument", detail, range);
    if value.marks().has(Marks::SENSITIVE.and(Marks::EPHEMERAL)) {
        return invalid(
            "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments. The for_each value is not iterable.",
        );
    }
    if value.is_null() {
        return invalid("The given \"for_each\" argument value is null. A map, or set of strings is allowed.");
    }
    if value.ty().is_primitive() {
        return invalid("The given \"for_each\" argument value is unsuitable: it must be a map, or set of strings.");
    }
    let Some(pairs) = value.pairs() else { return Ok(Instances::Unknown) };
    if pairs.len() > INSTANCES {
        return Err(too_many("\"for_each\"", range));
    }
    evaluator.budget.values(pairs.len()).map_err(budget_error(range))?;
    let mut results = Vec::new();
    for (key, value) in pairs {
        let key = convert(&key, &Type::String).unwrap_or(key);
        let Some(name) = key.str() else {
            // An unknown item of a set has no known key, so the instances are unknown.
            return if key.is_known() {
                invalid("The given \"for_each\" argument value is unsuitable: its keys must be strings.")
            } else {
                Ok(Instances::Unknown)
            };
        };
        results.push((InstanceKey::Name(name.into()), object([("key", key.clone()), ("value", value)])));
    }
    Ok(Instances::Many("each", results))
}

/// Expands a dynamic block; `None` if its number of blocks is unknown.
pub fn dynamic(
    evaluator: &Evaluator<'_>,
    block: &Block,
    frame: &Frame<'_>,
    report: ErrorSink<'_>,
) -> Option<Vec<EvaluatedBlock>> {
    expanded(evaluator, block, frame, report).unwrap_or_else(|errors| {
        report(block.body.attribute("for_each").map(|attribute| &*attribute.expr), errors);
        None
    })
}

fn expanded(
    evaluator: &Evaluator<'_>,
    block: &Block,
    frame: &Frame<'_>,
    report: ErrorSink<'_>,
) -> Result<Option<Vec<EvaluatedBlock>>, Errors> {
    let Some(kind) = block.label(0) else {
        return fail(
            "Missing label",
            "A dynamic block must have exactly one label: the type of the generated blocks.",
            block.range,
        );
    };
    let Some(for_each) = block.body.attribute("for_each") else {
        return fail(
            "Missing required argument",
            "The argument \"for_each\" is required, but no definition was found.",
            block.range,
        );
    };
    let mut contents = block.body.blocks("content");
    let content = match (contents.next(), contents.next()) {
        (Some(content), None) => content,
        (None, _) => {
            let detail = "A dynamic block must have a nested block of type \"content\" to describe the body of each generated block.";
            return fail("Missing dynamic content block", detail, block.range);
        }
        (_, Some(extra)) => {
            let detail = "Only one \"content\" block is allowed for each dynamic block.";
            return fail("Extraneous dynamic content block", detail, extra.range);
        }
    };
    let iterator = match block.body.attribute("iterator").map(|attribute| (&attribute.expr.kind, attribute)) {
        None => Rc::clone(kind),
        Some((ExprKind::Traversal(name, steps), _)) if steps.is_empty() => Rc::clone(&name.text),
        Some((_, attribute)) => {
            let detail = "Dynamic iterator must be a single variable name.";
            return fail("Invalid expression", detail, attribute.expr.range);
        }
    };
    let (value, marks) = evaluator.eval(&for_each.expr, frame)?.unmarked();
    let invalid = |detail: String| fail("Invalid dynamic for_each value", detail, for_each.expr.range);
    if value.is_null() {
        return invalid("Cannot use a null value in for_each.".to_owned());
    }
    if value.ty().is_primitive() {
        return invalid(format!(
            "Cannot use a {} value in for_each. An iterable collection is required.",
            value.ty().name()
        ));
    }
    let Some(pairs) = value.pairs() else { return Ok(None) };
    if pairs.len() > INSTANCES {
        return Err(too_many("dynamic block's \"for_each\"", for_each.expr.range));
    }
    evaluator.budget.values(pairs.len()).map_err(budget_error(for_each.expr.range))?;
    let mut results = Vec::new();
    for (key, value) in pairs {
        let item = object([("key", key.marked(marks)), ("value", value.marked(marks))]);
        let inner = frame.with(&iterator, &item);
        let Some(labels) = labels(evaluator, block, &inner)? else { continue };
        let body = evaluate_body(evaluator, &content.body, &inner, |_| false, report);
        results.push(EvaluatedBlock { kind: Rc::clone(kind), labels, body, range: block.range });
    }
    Ok(Some(results))
}

/// Evaluates the labels of a dynamic block; `None` if one is unknown.
fn labels(evaluator: &Evaluator<'_>, block: &Block, frame: &Frame<'_>) -> Result<Option<Vec<Rc<str>>>, Errors> {
    let Some(attribute) = block.body.attribute("labels") else { return Ok(Some(Vec::new())) };
    let (value, _) = evaluator.eval(&attribute.expr, frame)?.unmarked_deep();
    let Some(items) = value.items() else { return Ok(None) };
    let mut results = Vec::new();
    for item in items {
        if item.is_null() {
            return fail(
                "Invalid dynamic block label",
                "Cannot use a null value as a dynamic block label.",
                attribute.expr.range,
            );
        }
        let item = convert(item, &Type::String).map_err(|message| {
            let detail = format!("Cannot use this value as a dynamic block label: {message}.");
            vec![Diagnostic::error("Invalid dynamic block label", detail, attribute.expr.range)]
        })?;
        match item.str() {
            Some(label) => results.push(label.into()),
            None => return Ok(None),
        }
    }
    Ok(Some(results))
}
