//! What a condition is about: a variable, an attribute of it, or an item within a loop.

use std::rc::Rc;

use crate::terraform::syntax::ast::{Expr, ExprKind, Key, Part, Step};
use crate::terraform::value::Type;

/// A value that a condition speaks of.
#[derive(Debug, Clone)]
pub struct Subject {
    root: Root,
    /// The attributes on the way to it.
    steps: Vec<Rc<str>>,
    /// Its type; `Dynamic` where none is declared.
    pub ty: Type,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Root {
    /// `var.name`
    Variable(Rc<str>),
    /// What a loop calls its item.
    Item(Rc<str>),
}

impl Subject {
    /// A variable.
    pub fn variable(name: &Rc<str>, ty: &Type) -> Subject {
        Subject { root: Root::Variable(Rc::clone(name)), steps: Vec::new(), ty: ty.clone() }
    }

    /// An item, by the name that a loop gives it.
    pub fn item(name: &Rc<str>, ty: &Type) -> Subject {
        Subject { root: Root::Item(Rc::clone(name)), steps: Vec::new(), ty: ty.clone() }
    }

    /// An attribute of it, where its type has that.
    pub fn attribute(&self, name: &Rc<str>) -> Option<Subject> {
        let Type::Object(attributes) = &self.ty else { return None };
        let ty = attributes.types.get(name)?.clone();
        let steps = self.steps.iter().chain([name]).map(Rc::clone).collect();
        Some(Subject { root: self.root.clone(), steps, ty })
    }

    /// Is this expression it?
    pub fn is(&self, expr: &Expr) -> bool {
        matches!(&bare(expr).kind, ExprKind::Traversal(..)) && self.below(expr).is_some_and(|rest| rest.is_empty())
    }

    /// The attribute of it through which all of a condition speaks of it.
    pub fn attribute_in(&self, expr: &Expr) -> Option<Rc<str>> {
        let mut found: Option<Rc<str>> = None;
        let mut fits = true;
        each(expr, &mut |expr| {
            let Some(rest) = self.below(expr) else { return };
            match (rest.into_iter().next().flatten(), &found) {
                (Some(name), None) => found = Some(name),
                (Some(name), Some(other)) if name == *other => {}
                _ => fits = false,
            }
        });
        found.filter(|_| fits)
    }

    /// The steps from it to what an expression is; `None` where the expression does not begin with it. A step that is no
    /// attribute is `None`.
    fn below(&self, expr: &Expr) -> Option<Vec<Option<Rc<str>>>> {
        let ExprKind::Traversal(name, steps) = &bare(expr).kind else { return None };
        let names: Vec<Option<Rc<str>>> = steps.iter().map(step).collect();
        let rest = match &self.root {
            Root::Variable(variable) if &*name.text == "var" => match names.split_first() {
                Some((Some(first), rest)) if first == variable => rest,
                _ => return None,
            },
            Root::Item(item) if name.text == *item => names.as_slice(),
            _ => return None,
        };
        let (way, rest) = rest.split_at_checked(self.steps.len())?;
        way.iter().map(Option::as_ref).eq(self.steps.iter().map(Some)).then(|| rest.to_vec())
    }
}

fn step(step: &Step) -> Option<Rc<str>> {
    match step {
        Step::Attribute(name) => Some(Rc::clone(&name.text)),
        Step::Index(key, _) => key.str().map(Rc::from),
    }
}

/// The expression without what only surrounds it.
pub fn bare(mut expr: &Expr) -> &Expr {
    while let ExprKind::Parentheses(inner) | ExprKind::Wrapped(inner) = &expr.kind {
        expr = inner;
    }
    expr
}

/// Visits an expression and all within it.
pub fn each<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Traversal(..) | ExprKind::Item => {}
        ExprKind::Template(parts) => parts.iter().for_each(|part| each_of_part(part, visit)),
        ExprKind::Wrapped(inner)
        | ExprKind::Relative(inner, _)
        | ExprKind::Not(inner)
        | ExprKind::Minus(inner)
        | ExprKind::Parentheses(inner) => each(inner, visit),
        ExprKind::Index(a, b) | ExprKind::Splat(a, b) => [a, b].into_iter().for_each(|inner| each(inner, visit)),
        ExprKind::Call(call) => call.arguments.iter().for_each(|inner| each(inner, visit)),
        ExprKind::Tuple(items) => items.iter().for_each(|inner| each(inner, visit)),
        ExprKind::Object(items) => items.iter().for_each(|(key, value)| {
            if let Key::Expr(key) = key {
                each(key, visit);
            }
            each(value, visit);
        }),
        ExprKind::For(looped) => {
            let key = looped.key.as_ref().map(|(key, _)| key);
            [Some(&looped.source), key, Some(&looped.value), looped.condition.as_ref()]
                .into_iter()
                .flatten()
                .for_each(|inner| each(inner, visit));
        }
        ExprKind::Conditional(parts) => parts.iter().for_each(|inner| each(inner, visit)),
        ExprKind::Binary(_, sides) => sides.iter().for_each(|inner| each(inner, visit)),
    }
}

fn each_of_part<'e>(part: &'e Part, visit: &mut dyn FnMut(&'e Expr)) {
    match part {
        Part::Text(_) => {}
        Part::Interpolation(expr) => each(expr, visit),
        Part::If(condition, then, otherwise, _) => {
            each(condition, visit);
            then.iter().chain(otherwise).for_each(|part| each_of_part(part, visit));
        }
        Part::For(_, _, source, parts, _) => {
            each(source, visit);
            parts.iter().for_each(|part| each_of_part(part, visit));
        }
    }
}
