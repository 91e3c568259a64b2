//! Bodies evaluated.

use std::rc::Rc;

use super::expand::dynamic;
use crate::diagnostic::Errors;
use crate::eval::{Evaluator, Frame};
use crate::source::Range;
use crate::syntax::ast::{Body, Expr};
use crate::value::Value;

/// Arguments and blocks with their values.
#[derive(Debug, Clone, Default)]
pub struct EvaluatedBody {
    /// The arguments and where they stand; those that have no value are unknown.
    pub attributes: Vec<(Rc<str>, Value, Range)>,
    /// The blocks, dynamic ones expanded.
    pub blocks: Vec<EvaluatedBlock>,
    /// The types of blocks of which it is not known how many there are.
    pub unknown_blocks: Vec<Rc<str>>,
}

/// A block with its values.
#[derive(Debug, Clone)]
pub struct EvaluatedBlock {
    /// Its type.
    pub kind: Rc<str>,
    /// Its labels.
    pub labels: Vec<Rc<str>>,
    /// What it holds.
    pub body: EvaluatedBody,
    /// Where it stands.
    pub range: Range,
}

/// What in a resource's body is not for its provider.
const META: &[&str] = &["count", "for_each", "depends_on", "provider", "providers", "source", "version"];
const META_BLOCKS: &[&str] = &["lifecycle", "connection", "provisioner"];

/// Is an argument about the block itself?
pub fn is_meta(name: &str) -> bool {
    META.contains(&name)
}

/// To whom it is said what is wrong, and with which expression.
pub type Report<'r> = &'r dyn Fn(Option<&Expr>, Errors);

/// The body with its values; what is wrong is reported.
pub fn evaluate_body(
    evaluator: &Evaluator<'_>,
    body: &Body,
    frame: &Frame<'_>,
    skip: fn(&str) -> bool,
    report: Report<'_>,
) -> EvaluatedBody {
    let mut made = EvaluatedBody::default();
    for attribute in &body.attributes {
        if skip(&attribute.name) {
            continue;
        }
        let value = evaluator.eval(&attribute.expr, frame).unwrap_or_else(|errors| {
            report(Some(&attribute.expr), errors);
            Value::dynamic()
        });
        made.attributes.push((Rc::clone(&attribute.name), value, attribute.name_range));
    }
    for block in &body.blocks {
        if META_BLOCKS.contains(&&*block.kind) && skip("lifecycle") {
            continue;
        }
        if &*block.kind == "dynamic" {
            match dynamic(evaluator, block, frame, report) {
                Some(blocks) => made.blocks.extend(blocks),
                None => made.unknown_blocks.extend(block.label(0).cloned()),
            }
            continue;
        }
        let inner = evaluate_body(evaluator, &block.body, frame, |_| false, report);
        made.blocks.push(EvaluatedBlock {
            kind: Rc::clone(&block.kind),
            labels: block.labels.iter().map(|label| Rc::clone(&label.text)).collect(),
            body: inner,
            range: block.range,
        });
    }
    made
}

/// What of a resource is for its provider.
pub fn of_resource(name: &str) -> bool {
    is_meta(name) || META_BLOCKS.contains(&name)
}
