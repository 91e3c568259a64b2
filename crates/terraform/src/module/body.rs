//! Evaluation of block bodies.

use cfn_warden_syntax::{Known, Text, text};
use std::rc::Rc;

use super::evaluated::{EvaluatedBlock, EvaluatedBody};
use super::expand::{INSTANCES, object, too_many};
use crate::budget::{Budget, BudgetExceeded};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::eval::{Evaluator, Frame, budget_error};
use crate::source::Range;
use crate::syntax::ast::{Block, Body, Expr, ExprKind};
use crate::value::convert::convert;
use crate::value::{Type, Value};

/// Meta-arguments of module calls, which are not passed to the module.
const META: &[&str] = &[
    "count",
    "for_each",
    "depends_on",
    "provider",
    "providers",
    "source",
    "version",
];
const RESOURCE_META: &[&str] = &["count", "for_each", "depends_on", "provider"];
const META_BLOCKS: &[&str] = &["lifecycle", "connection", "provisioner"];

/// Returns whether an argument is a meta-argument.
pub fn is_meta(name: &str) -> bool {
    META.contains(&name)
}

/// A callback for errors and the expression they occurred in.
pub type ErrorSink<'r> = &'r dyn Fn(Option<&Expr>, Errors);

/// Evaluates the body of a block, whose range is given, and reports its errors.
pub fn evaluate_body(
    evaluator: &Evaluator<'_>,
    (body, range): (&Body, Range),
    frame: &Frame<'_>,
    skip: fn(&str) -> bool,
    report: ErrorSink<'_>,
) -> EvaluatedBody {
    let mut evaluated = EvaluatedBody::default();
    if let Err(exceeded) = evaluator.budget.block() {
        report(None, budget_error(range)(exceeded));
        return evaluated;
    }
    for attribute in &body.attributes {
        if skip(&attribute.name) {
            continue;
        }
        let value = evaluator
            .eval(&attribute.expr, frame)
            .unwrap_or_else(|errors| {
                report(Some(&attribute.expr), errors);
                Value::dynamic()
            });
        evaluated
            .attributes
            .push((Rc::clone(&attribute.name), value, attribute.name_range));
    }
    for block in &body.blocks {
        if META_BLOCKS.contains(&&*block.kind) && skip("lifecycle") {
            continue;
        }
        if &*block.kind == "dynamic" {
            match dynamic(evaluator, block, frame, report) {
                Some(blocks) => evaluated.blocks.extend(blocks),
                None => evaluated.unknown_blocks.extend(block.label(0).cloned()),
            }
            continue;
        }
        if evaluator.budget.is_exceeded() {
            break;
        }
        let inner = evaluate_body(
            evaluator,
            (&block.body, block.range),
            frame,
            |_| false,
            report,
        );
        evaluated.blocks.push(EvaluatedBlock {
            kind: Rc::clone(&block.kind),
            labels: block
                .labels
                .iter()
                .map(|label| Rc::clone(&label.text))
                .collect(),
            body: inner,
            range: block.range,
        });
    }
    evaluated
}

/// Charges for printing the body of an instance, which becomes empty if that exceeds the limit.
pub fn printed(
    evaluator: &Evaluator<'_>,
    body: EvaluatedBody,
    range: Range,
    report: ErrorSink<'_>,
) -> EvaluatedBody {
    let charged = evaluator.budget.instance();
    match charged.and_then(|()| print(evaluator.budget, &body)) {
        Ok(()) => body,
        Err(exceeded) => {
            report(None, budget_error(range)(exceeded));
            EvaluatedBody::default()
        }
    }
}

fn print(budget: &Budget<'_>, body: &EvaluatedBody) -> Result<(), BudgetExceeded> {
    body.attributes
        .iter()
        .try_for_each(|(_, value, _)| budget.print(value.size(), || value.text_bytes()))?;
    body.blocks
        .iter()
        .try_for_each(|block| print(budget, &block.body))
}

/// Returns whether an argument or block of a resource is not passed to its provider. `source` and `version` are arguments of
/// some providers.
pub fn is_resource_meta(name: &str) -> bool {
    RESOURCE_META.contains(&name) || META_BLOCKS.contains(&name)
}

/// Expands a dynamic block; `None` if its number of blocks is unknown.
pub fn dynamic(
    evaluator: &Evaluator<'_>,
    block: &Block,
    frame: &Frame<'_>,
    report: ErrorSink<'_>,
) -> Option<Vec<EvaluatedBlock>> {
    expanded(evaluator, block, frame, report).unwrap_or_else(|errors| {
        report(
            block
                .body
                .attribute("for_each")
                .map(|attribute| &*attribute.expr),
            errors,
        );
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
    let iterator = match block
        .body
        .attribute("iterator")
        .map(|attribute| (&attribute.expr.kind, attribute))
    {
        None => Rc::clone(kind),
        Some((ExprKind::Traversal(name, steps), _)) if steps.is_empty() => Rc::clone(&name.text),
        Some((_, attribute)) => {
            let detail = "Dynamic iterator must be a single variable name.";
            return fail("Invalid expression", detail, attribute.expr.range);
        }
    };
    let (value, marks) = evaluator.eval(&for_each.expr, frame)?.unmarked();
    let invalid = |detail: Text| {
        fail(
            "Invalid dynamic for_each value",
            detail,
            for_each.expr.range,
        )
    };
    if value.is_null() {
        return invalid("Cannot use a null value in for_each.".into());
    }
    if value.ty().is_primitive() {
        return invalid(text!(
            "Cannot use a {} value in for_each. An iterable collection is required.",
            Known(&value.ty().name())
        ));
    }
    let Some(pairs) = value.pairs() else {
        return Ok(None);
    };
    if pairs.len() > INSTANCES {
        return Err(too_many(
            "dynamic block's \"for_each\"",
            for_each.expr.range,
        ));
    }
    evaluator
        .budget
        .visit(value.size())
        .map_err(budget_error(for_each.expr.range))?;
    evaluator
        .budget
        .values(pairs.len())
        .map_err(budget_error(for_each.expr.range))?;
    let mut results = Vec::new();
    for (key, value) in pairs {
        let item = object([("key", key.marked(marks)), ("value", value.marked(marks))]);
        let inner = frame.with(&iterator, &item);
        if evaluator.budget.is_exceeded() {
            break;
        }
        let Some(labels) = labels(evaluator, block, &inner)? else {
            continue;
        };
        let body = evaluate_body(
            evaluator,
            (&content.body, block.range),
            &inner,
            |_| false,
            report,
        );
        results.push(EvaluatedBlock {
            kind: Rc::clone(kind),
            labels,
            body,
            range: block.range,
        });
    }
    Ok(Some(results))
}

/// Evaluates the labels of a dynamic block; `None` if one is unknown.
fn labels(
    evaluator: &Evaluator<'_>,
    block: &Block,
    frame: &Frame<'_>,
) -> Result<Option<Vec<Rc<str>>>, Errors> {
    let Some(attribute) = block.body.attribute("labels") else {
        return Ok(Some(Vec::new()));
    };
    let (value, _) = evaluator.eval(&attribute.expr, frame)?.unmarked_deep();
    let Some(items) = value.items() else {
        return Ok(None);
    };
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
            let detail = text!(
                "Cannot use this value as a dynamic block label: {}.",
                message
            );
            vec![Diagnostic::error(
                "Invalid dynamic block label",
                detail,
                attribute.expr.range,
            )]
        })?;
        match item.str() {
            Some(label) => results.push(label.into()),
            None => return Ok(None),
        }
    }
    Ok(Some(results))
}
