//! Evaluation of block bodies.

use std::rc::Rc;

use super::expand::dynamic;
use crate::diagnostic::Errors;
use crate::eval::{Evaluator, Frame};
use crate::source::Range;
use crate::syntax::ast::{Body, Expr};
use crate::value::Value;

/// The values of a body's arguments and nested blocks.
#[derive(Debug, Clone, Default)]
pub struct EvaluatedBody {
    /// The arguments: name, value and the range of the name. An argument whose evaluation failed is unknown.
    pub attributes: Vec<(Rc<str>, Value, Range)>,
    /// The nested blocks, with dynamic blocks expanded.
    pub blocks: Vec<EvaluatedBlock>,
    /// The types of dynamic blocks whose number is unknown.
    pub unknown_blocks: Vec<Rc<str>>,
}

/// A nested block with the values of its body.
#[derive(Debug, Clone)]
pub struct EvaluatedBlock {
    /// The block type.
    pub kind: Rc<str>,
    /// The labels after the block type.
    pub labels: Vec<Rc<str>>,
    /// The content of the block.
    pub body: EvaluatedBody,
    /// The range of the block's type and labels.
    pub range: Range,
}

/// Meta-arguments, which are not passed to the provider.
const META: &[&str] = &["count", "for_each", "depends_on", "provider", "providers", "source", "version"];
const META_BLOCKS: &[&str] = &["lifecycle", "connection", "provisioner"];

/// Returns whether an argument is a meta-argument.
pub fn is_meta(name: &str) -> bool {
    META.contains(&name)
}

/// A callback for errors and the expression they occurred in.
pub type ErrorSink<'r> = &'r dyn Fn(Option<&Expr>, Errors);

/// Evaluates a body and reports its errors.
pub fn evaluate_body(
    evaluator: &Evaluator<'_>,
    body: &Body,
    frame: &Frame<'_>,
    skip: fn(&str) -> bool,
    report: ErrorSink<'_>,
) -> EvaluatedBody {
    let mut evaluated = EvaluatedBody::default();
    for attribute in &body.attributes {
        if skip(&attribute.name) {
            continue;
        }
        let value = evaluator.eval(&attribute.expr, frame).unwrap_or_else(|errors| {
            report(Some(&attribute.expr), errors);
            Value::dynamic()
        });
        evaluated.attributes.push((Rc::clone(&attribute.name), value, attribute.name_range));
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
        let inner = evaluate_body(evaluator, &block.body, frame, |_| false, report);
        evaluated.blocks.push(EvaluatedBlock {
            kind: Rc::clone(&block.kind),
            labels: block.labels.iter().map(|label| Rc::clone(&label.text)).collect(),
            body: inner,
            range: block.range,
        });
    }
    evaluated
}

/// Returns whether an argument or block of a resource is not passed to its provider.
pub fn is_resource_meta(name: &str) -> bool {
    is_meta(name) || META_BLOCKS.contains(&name)
}
