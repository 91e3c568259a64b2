//! The forms of conditions that can be translated to JSON Schema, one file each.
//!
//! A translation never rejects a value that the condition accepts. It may accept a value that the condition rejects.

use std::borrow::Cow;

use super::json::Object;
use super::merge::merge;
use super::subject::Subject;
use crate::eval::constant_value;
use crate::syntax::ast::{Call, Expr, ExprKind, Key, Operator};
use crate::value::Value;

pub use super::subject::bare;

/// A form of condition.
#[derive(Debug)]
pub struct Form {
    /// The name in explanations of why a condition was not translated.
    pub name: &'static str,
    /// The set of forms it belongs to.
    pub set: FormSet,
    /// Returns the equivalent schema keywords.
    pub translate: fn(&Condition<'_>) -> Translated,
}

/// A set of condition forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormSet {
    /// The forms that TerraSchema translates.
    TerraSchema,
    /// TerraSchema's forms and ours.
    Extended,
}

/// Schema keywords, or the reason why the form does not apply.
pub type Translated = Result<Object, Cow<'static, str>>;

/// A condition to translate.
#[derive(Debug, Clone, Copy)]
pub struct Condition<'c> {
    /// The expression.
    pub expr: &'c Expr,
    /// The value that the condition is about.
    pub subject: &'c Subject,
    /// The set of forms to try.
    pub forms: FormSet,
}

/// The reason if the condition has another form.
pub const OTHER: Translated = Err(Cow::Borrowed("the condition does not have this form"));

impl<'c> Condition<'c> {
    /// Returns a condition on the same value.
    pub fn of(&self, expr: &'c Expr) -> Condition<'c> {
        Condition { expr, ..*self }
    }

    /// Tries each form, TerraSchema's first. For a condition on a single attribute, only that form is tried, so each
    /// level of a condition is visited once.
    pub fn attempts(&self) -> impl Iterator<Item = (&'static Form, Translated)> {
        let condition = *self;
        let is_of_attribute =
            self.forms == FormSet::Extended && self.subject.attribute_in(self.expr).is_some();
        let of = move |set: FormSet| {
            let fits = move |form: &&Form| {
                form.set == set && is_of_attribute == std::ptr::eq(*form, &attribute::FORM)
            };
            ALL.iter().copied().filter(fits)
        };
        let ours = (self.forms == FormSet::Extended)
            .then(|| of(FormSet::Extended))
            .into_iter()
            .flatten();
        of(FormSet::TerraSchema)
            .chain(ours)
            .map(move |form| (form, (form.translate)(&condition)))
    }

    /// Returns the keywords of the first form that applies.
    pub fn translated(&self) -> Translated {
        self.attempts()
            .find_map(|(_, result)| result.ok())
            .ok_or(Cow::Borrowed("no form matches the condition"))
    }

    /// Returns the expression as a call of a function.
    pub fn call(&self, name: &str) -> Option<&'c Call> {
        call(self.expr, name)
    }

    /// Returns the operands of a chain of one operator, regardless of parentheses.
    pub fn parts(&self, operator: Operator) -> Vec<&'c Expr> {
        let mut parts = Vec::new();
        let mut open = vec![self.expr];
        while let Some(expr) = open.pop() {
            match &bare(expr).kind {
                ExprKind::Binary(found, sides) if *found == operator => {
                    open.extend(sides.iter().rev())
                }
                _ => parts.push(expr),
            }
        }
        parts
    }

    /// Returns a comparison with the side for which the predicate holds on the left. Operands are swapped if necessary.
    pub fn comparison(
        &self,
        is_left: impl Fn(&Expr) -> bool,
    ) -> Option<(Operator, &'c Expr, &'c Expr)> {
        let ExprKind::Binary(operator, sides) = &bare(self.expr).kind else {
            return None;
        };
        let [left, right] = &**sides;
        if is_left(left) {
            return Some((*operator, left, right));
        }
        let swapped = match operator {
            Operator::Less => Operator::Greater,
            Operator::LessOrEqual => Operator::GreaterOrEqual,
            Operator::Greater => Operator::Less,
            Operator::GreaterOrEqual => Operator::LessOrEqual,
            Operator::Equal | Operator::NotEqual => *operator,
            _ => return None,
        };
        is_left(right).then_some((swapped, right, left))
    }

    /// Returns the operator and constant of a comparison with the subject.
    pub fn compared(&self) -> Option<(Operator, Value)> {
        let (operator, _, other) = self.comparison(|expr| self.subject.is(expr))?;
        Some((operator, constant(other)?))
    }
}

/// Returns an expression as a call of a function without an expanded argument (`...`).
pub fn call<'e>(expr: &'e Expr, name: &str) -> Option<&'e Call> {
    match &bare(expr).kind {
        ExprKind::Call(call)
            if !call.expand
                && call
                    .name
                    .text
                    .strip_prefix("core::")
                    .unwrap_or(&call.name.text)
                    == name =>
        {
            Some(call)
        }
        _ => None,
    }
}

/// Returns the value of an expression that consists of literals only.
pub fn constant(expr: &Expr) -> Option<Value> {
    is_constant(expr).then(|| constant_value(expr).ok())?
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Parentheses(inner) | ExprKind::Wrapped(inner) | ExprKind::Minus(inner) => {
            is_constant(inner)
        }
        ExprKind::Tuple(items) => items.iter().all(is_constant),
        ExprKind::Object(items) => items.iter().all(|(key, value)| {
            let key = match key {
                Key::Word(_) => true,
                Key::Expr(key) => is_constant(key),
            };
            key && is_constant(value)
        }),
        _ => false,
    }
}

/// Merges keywords that must all hold.
pub fn together(parts: impl IntoIterator<Item = Object>) -> Object {
    let mut merged = Object::new();
    parts.into_iter().for_each(|part| merge(&mut merged, part));
    merged
}

// index: FORM Form
// begin index
mod affix;
mod all_of;
mod any_of;
mod attribute;
mod contains;
mod each;
mod equals;
mod excludes;
mod length;
mod matches;
mod range;
mod unique;
mod whole;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Form] = &[
    &affix::FORM,
    &all_of::FORM,
    &any_of::FORM,
    &attribute::FORM,
    &contains::FORM,
    &each::FORM,
    &equals::FORM,
    &excludes::FORM,
    &length::FORM,
    &matches::FORM,
    &range::FORM,
    &unique::FORM,
    &whole::FORM,
];
// end index
