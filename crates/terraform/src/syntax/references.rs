//! References in expressions.

use super::ast::{Expr, ExprKind, Key, Name, Part, Step};

/// A reference: a name and constant steps.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'e> {
    /// The first name of the traversal.
    pub name: &'e Name,
    /// The attribute and index steps after the name.
    pub steps: &'e [Step],
}

impl Reference<'_> {
    /// Returns the name of the input variable, if the reference is to one.
    pub fn variable(&self) -> Option<&std::rc::Rc<str>> {
        match (&*self.name.text, self.steps.first()) {
            ("var", Some(Step::Attribute(name))) => Some(&name.text),
            _ => None,
        }
    }
}

/// Returns the references of an expression in source order, without loop variables.
pub fn references(expr: &Expr) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    visit(
        expr,
        &Bound {
            names: [None, None],
            up: None,
        },
        &mut found,
    );
    found
}

/// The loop variables in scope.
struct Bound<'b> {
    names: [Option<&'b str>; 2],
    up: Option<&'b Bound<'b>>,
}

impl Bound<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.contains(&Some(name)) || self.up.is_some_and(|up| up.has(name))
    }
}

fn visit<'e>(expr: &'e Expr, bound: &Bound<'_>, found: &mut Vec<Reference<'e>>) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Item => {}
        ExprKind::Template(parts) => template(parts, bound, found),
        ExprKind::Wrapped(inner)
        | ExprKind::Parentheses(inner)
        | ExprKind::Not(inner)
        | ExprKind::Minus(inner)
        | ExprKind::Relative(inner, _) => visit(inner, bound, found),
        ExprKind::Traversal(name, steps) if !bound.has(&name.text) => {
            found.push(Reference { name, steps })
        }
        ExprKind::Traversal(..) => {}
        ExprKind::Index(a, b) | ExprKind::Splat(a, b) => {
            visit(a, bound, found);
            visit(b, bound, found);
        }
        ExprKind::Call(call) => call
            .arguments
            .iter()
            .for_each(|argument| visit(argument, bound, found)),
        ExprKind::Tuple(items) => items.iter().for_each(|item| visit(item, bound, found)),
        ExprKind::Object(items) => {
            for (key, value) in items {
                if let Key::Expr(key) = key {
                    visit(key, bound, found);
                }
                visit(value, bound, found);
            }
        }
        ExprKind::For(each) => {
            visit(&each.source, bound, found);
            let key = each.key_name.as_ref().map(|name| &*name.text);
            let inner = Bound {
                names: [key, Some(&each.value_name.text)],
                up: Some(bound),
            };
            if let Some((key, _)) = &each.key {
                visit(key, &inner, found);
            }
            visit(&each.value, &inner, found);
            if let Some(condition) = &each.condition {
                visit(condition, &inner, found);
            }
        }
        ExprKind::Conditional(parts) => parts.iter().for_each(|part| visit(part, bound, found)),
        ExprKind::Binary(_, sides) => sides.iter().for_each(|side| visit(side, bound, found)),
    }
}

fn template<'e>(parts: &'e [Part], bound: &Bound<'_>, found: &mut Vec<Reference<'e>>) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Interpolation(expr) => visit(expr, bound, found),
            Part::If(condition, yes, no, _) => {
                visit(condition, bound, found);
                template(yes, bound, found);
                template(no, bound, found);
            }
            Part::For(key, value, source, body, _) => {
                visit(source, bound, found);
                let key = key.as_ref().map(|name| &*name.text);
                template(
                    body,
                    &Bound {
                        names: [key, Some(&value.text)],
                        up: Some(bound),
                    },
                    found,
                );
            }
        }
    }
}
