//! A walk through all expressions of a body.

use crate::source::Range;
use crate::syntax::ast::{Body, Expr, ExprKind, Key, Part};

/// How an expression is used by the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// As the key of an object.
    Key,
    /// In any other way.
    Value,
}

/// Calls `visit` for every expression of the arguments of a body and its blocks, outer ones first.
pub fn expressions<'b>(body: &'b Body, visit: &mut dyn FnMut(&'b Expr, Use)) {
    body.attributes
        .iter()
        .for_each(|attribute| walk(&attribute.expr, Use::Value, visit));
    body.blocks
        .iter()
        .for_each(|block| expressions(&block.body, visit));
}

/// Calls `visit` for an expression and every expression in it, outer ones first.
pub fn walk<'e>(expr: &'e Expr, how: Use, visit: &mut dyn FnMut(&'e Expr, Use)) {
    visit(expr, how);
    let mut each = |inner: &'e Expr| walk(inner, Use::Value, visit);
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Item | ExprKind::Traversal(..) => {}
        ExprKind::Template(parts) => template(parts, visit),
        ExprKind::Wrapped(inner)
        | ExprKind::Parentheses(inner)
        | ExprKind::Not(inner)
        | ExprKind::Minus(inner)
        | ExprKind::Relative(inner, _) => each(inner),
        ExprKind::Index(a, b) | ExprKind::Splat(a, b) => {
            each(a);
            each(b);
        }
        ExprKind::Call(call) => call.arguments.iter().for_each(each),
        ExprKind::Tuple(items) => items.iter().for_each(each),
        ExprKind::Object(items) => {
            for (key, value) in items {
                if let Key::Expr(key) = key {
                    walk(key, Use::Key, visit);
                }
                walk(value, Use::Value, visit);
            }
        }
        ExprKind::For(parts) => {
            each(&parts.source);
            if let Some((key, _)) = &parts.key {
                each(key);
            }
            each(&parts.value);
            parts.condition.iter().for_each(each);
        }
        ExprKind::Conditional(parts) => parts.iter().for_each(each),
        ExprKind::Binary(_, sides) => sides.iter().for_each(each),
    }
}

fn template<'e>(parts: &'e [Part], visit: &mut dyn FnMut(&'e Expr, Use)) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Interpolation(expr) => walk(expr, Use::Value, visit),
            Part::If(condition, yes, no, _) => {
                walk(condition, Use::Value, visit);
                template(yes, visit);
                template(no, visit);
            }
            Part::For(_, _, source, body, _) => {
                walk(source, Use::Value, visit);
                template(body, visit);
            }
        }
    }
}

/// Returns whether a range contains another one.
pub fn contains(outer: Range, inner: Range) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
