//! The subject of a condition: a variable, one of its attributes, or an item in a loop.

use std::rc::Rc;

use crate::syntax::ast::{Expr, ExprKind, Name, Step};
use crate::syntax::references;
use crate::value::Type;

/// The value that a condition is about.
#[derive(Debug, Clone)]
pub struct Subject {
    root: Root,
    /// The attributes that lead from the root to the value.
    steps: Vec<Rc<str>>,
    /// The type; `Dynamic` if no type is declared.
    pub ty: Type,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Root {
    /// `var.name`
    Variable(Rc<str>),
    /// The loop variable for the item.
    Item(Rc<str>),
}

impl Subject {
    /// Returns a variable as the subject.
    pub fn variable(name: &Rc<str>, ty: &Type) -> Subject {
        Subject {
            root: Root::Variable(Rc::clone(name)),
            steps: Vec::new(),
            ty: ty.clone(),
        }
    }

    /// Returns an item as the subject, by the name of its loop variable.
    pub fn item(name: &Rc<str>, ty: &Type) -> Subject {
        Subject {
            root: Root::Item(Rc::clone(name)),
            steps: Vec::new(),
            ty: ty.clone(),
        }
    }

    /// Returns an attribute as the subject, if the type has it.
    pub fn attribute(&self, name: &Rc<str>) -> Option<Subject> {
        let Type::Object(attributes) = &self.ty else {
            return None;
        };
        let ty = attributes.types.get(name)?.clone();
        let steps = self.steps.iter().chain([name]).map(Rc::clone).collect();
        Some(Subject {
            root: self.root.clone(),
            steps,
            ty,
        })
    }

    /// Returns whether an expression is a reference to the subject.
    pub fn is(&self, expr: &Expr) -> bool {
        match &bare(expr).kind {
            ExprKind::Traversal(name, steps) => {
                self.below(name, steps).is_some_and(|rest| rest.is_empty())
            }
            _ => false,
        }
    }

    /// Returns the attribute through which all references in a condition refer to the subject.
    pub fn attribute_in(&self, expr: &Expr) -> Option<Rc<str>> {
        let references = references(expr);
        let mut rests = references
            .iter()
            .filter_map(|reference| self.below(reference.name, reference.steps));
        let first = rests.next()?.first().and_then(step)?;
        rests
            .all(|rest| rest.first().and_then(step).as_ref() == Some(&first))
            .then_some(first)
    }

    /// Returns the steps of a reference below the subject; `None` if the reference does not start with it.
    fn below<'e>(&self, name: &Name, steps: &'e [Step]) -> Option<&'e [Step]> {
        let rest = match &self.root {
            Root::Variable(variable) if &*name.text == "var" => {
                let (first, rest) = steps.split_first()?;
                Some(rest).filter(|_| step(first).as_ref() == Some(variable))?
            }
            Root::Item(item) if name.text == *item => steps,
            _ => return None,
        };
        let (way, rest) = rest.split_at_checked(self.steps.len())?;
        way.iter()
            .map(step)
            .eq(self.steps.iter().cloned().map(Some))
            .then_some(rest)
    }
}

fn step(step: &Step) -> Option<Rc<str>> {
    match step {
        Step::Attribute(name) => Some(Rc::clone(&name.text)),
        Step::Index(key, _) => key.str().map(Rc::from),
    }
}

/// Removes parentheses and string wrappers around an expression.
pub fn bare(mut expr: &Expr) -> &Expr {
    while let ExprKind::Parentheses(inner) | ExprKind::Wrapped(inner) = &expr.kind {
        expr = inner;
    }
    expr
}
