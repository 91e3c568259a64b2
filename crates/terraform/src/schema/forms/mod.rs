//! The forms of conditions that JSON Schema can say, one file each.
//!
//! What a form makes of a condition never refuses a value that the condition takes; it may take one that the condition
//! refuses.

use std::borrow::Cow;

use super::json::Object;
use super::merge::merge;
use super::subject::Subject;
use crate::eval::fixed;
use crate::syntax::ast::{Call, Expr, ExprKind, Key, Operator};
use crate::value::Value;

pub use super::subject::bare;

/// A form that a condition may have.
#[derive(Debug)]
pub struct Form {
    /// What it is called where it is said why it does not apply.
    pub name: &'static str,
    /// Whether TerraSchema has it.
    pub known: Known,
    /// The keywords that say what the condition says.
    pub translate: fn(&Condition<'_>) -> Translated,
}

/// Whose forms there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// TerraSchema's.
    TerraSchema,
    /// Also ours.
    Here,
}

/// Keywords, or why there are none.
pub type Translated = Result<Object, Cow<'static, str>>;

/// A condition that a value must meet.
#[derive(Debug, Clone, Copy)]
pub struct Condition<'c> {
    /// The condition.
    pub expr: &'c Expr,
    /// What it is about.
    pub subject: &'c Subject,
    /// Whose forms it may have.
    pub forms: Known,
}

/// It has another form.
pub const OTHER: Translated = Err(Cow::Borrowed("the condition does not have this form"));

impl<'c> Condition<'c> {
    /// A condition about the same value.
    pub fn of(&self, expr: &'c Expr) -> Condition<'c> {
        Condition { expr, ..*self }
    }

    /// What each form makes of it, TerraSchema's forms first. Where all of it is about one attribute, there is no other
    /// form: each level of a condition is looked at once.
    pub fn attempts(&self) -> impl Iterator<Item = (&'static Form, Translated)> {
        let condition = *self;
        let is_of_attribute = self.forms == Known::Here && self.subject.attribute_in(self.expr).is_some();
        let of = move |known: Known| {
            let fits =
                move |form: &&Form| form.known == known && is_of_attribute == std::ptr::eq(*form, &attribute::FORM);
            ALL.iter().copied().filter(fits)
        };
        let ours = (self.forms == Known::Here).then(|| of(Known::Here)).into_iter().flatten();
        of(Known::TerraSchema).chain(ours).map(move |form| (form, (form.translate)(&condition)))
    }

    /// The keywords of the first form that it has.
    pub fn translated(&self) -> Translated {
        self.attempts().find_map(|(_, result)| result.ok()).ok_or(Cow::Borrowed("no form fits"))
    }

    /// The call of a function that it is.
    pub fn call(&self, name: &str) -> Option<&'c Call> {
        call(self.expr, name)
    }

    /// The parts between an operator, however they are put in parentheses.
    pub fn parts(&self, operator: Operator) -> Vec<&'c Expr> {
        let mut parts = Vec::new();
        let mut open = vec![self.expr];
        while let Some(expr) = open.pop() {
            match &bare(expr).kind {
                ExprKind::Binary(found, sides) if *found == operator => open.extend(sides.iter().rev()),
                _ => parts.push(expr),
            }
        }
        parts
    }

    /// The two sides of a comparison, one of which is what is asked for; where that is the right one, they are swapped.
    pub fn comparison(&self, is_left: impl Fn(&Expr) -> bool) -> Option<(Operator, &'c Expr, &'c Expr)> {
        let ExprKind::Binary(operator, sides) = &bare(self.expr).kind else { return None };
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

    /// Of a comparison with the subject: the operator and the constant.
    pub fn compared(&self) -> Option<(Operator, Value)> {
        let (operator, _, other) = self.comparison(|expr| self.subject.is(expr))?;
        Some((operator, constant(other)?))
    }
}

/// The call of a function that an expression is, without a list of further arguments.
pub fn call<'e>(expr: &'e Expr, name: &str) -> Option<&'e Call> {
    match &bare(expr).kind {
        ExprKind::Call(call)
            if !call.expand && call.name.text.strip_prefix("core::").unwrap_or(&call.name.text) == name =>
        {
            Some(call)
        }
        _ => None,
    }
}

/// The value of an expression that is written out.
pub fn constant(expr: &Expr) -> Option<Value> {
    is_constant(expr).then(|| fixed(expr).ok())?
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Parentheses(inner) | ExprKind::Wrapped(inner) | ExprKind::Minus(inner) => is_constant(inner),
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

/// All keywords at once.
pub fn together(parts: impl IntoIterator<Item = Object>) -> Object {
    let mut made = Object::new();
    parts.into_iter().for_each(|part| merge(&mut made, part));
    made
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
