//! A walk through all expressions of a body.

use crate::syntax::ast::{Body, Expr, ExprKind, Key, Part};

/// How an expression is used by the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// As the key of an object, or as the start of one.
    Key,
    /// As the start of an expression that continues with `.name`, `[index]` or a splat.
    Base,
    /// As an operand of an operator or a part of a conditional.
    Operand,
    /// In any other way: what is around it has its own delimiters.
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
        ExprKind::Wrapped(inner) | ExprKind::Parentheses(inner) => each(inner),
        ExprKind::Not(inner) | ExprKind::Minus(inner) => walk(inner, Use::Operand, visit),
        ExprKind::Relative(inner, _) => walk(inner, base_use(how), visit),
        ExprKind::Index(source, inner) | ExprKind::Splat(source, inner) => {
            walk(source, base_use(how), visit);
            walk(inner, Use::Value, visit);
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
        ExprKind::Conditional(parts) => parts
            .iter()
            .for_each(|part| walk(part, Use::Operand, visit)),
        ExprKind::Binary(_, sides) => sides
            .iter()
            .for_each(|side| walk(side, Use::Operand, visit)),
    }
}

/// Returns the use of the start of an expression.
fn base_use(how: Use) -> Use {
    match how {
        Use::Key => Use::Key,
        Use::Base | Use::Operand | Use::Value => Use::Base,
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
