//! String templates.

use cfn_warden_syntax::text;
use std::rc::Rc;

use super::{Evaluator, Frame, budget_error};
use crate::diagnostic::{Diagnostic, Errors, fail, gather};
use crate::source::Range;
use crate::syntax::ast::{Expr, Part};
use crate::value::convert::convert;
use crate::value::{Kind, Marks, Refinement, Type, Value};

/// A string under construction. Text after the first unknown part is dropped.
#[derive(Debug, Default)]
struct Text {
    known: String,
    unknown: bool,
    marks: Marks,
}

impl Text {
    fn push(&mut self, text: &str) {
        if !self.unknown {
            self.known.push_str(text);
        }
    }
}

impl Evaluator<'_> {
    /// Evaluates a template to a string.
    pub(super) fn template(
        &self,
        parts: &[Part],
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let mut text = Text::default();
        self.parts(parts, frame, &mut text)?;
        self.budget
            .bytes(text.known.len())
            .map_err(budget_error(range))?;
        let value = if text.unknown {
            let prefix = (!text.known.is_empty()).then(|| Rc::from(safe_prefix(&text.known)));
            Value::from(Kind::Unknown(
                Type::String,
                Refinement {
                    not_null: true,
                    prefix,
                    ..Refinement::default()
                },
            ))
        } else {
            Value::from(text.known)
        };
        Ok(value.marked(text.marks))
    }

    fn parts(&self, parts: &[Part], frame: &Frame<'_>, text: &mut Text) -> Result<(), Errors> {
        let mut errors = Errors::new();
        for part in parts {
            if let Err(more) = self.part(part, frame, text) {
                gather(&mut errors, more);
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    fn part(&self, part: &Part, frame: &Frame<'_>, text: &mut Text) -> Result<(), Errors> {
        match part {
            Part::Text(held) => {
                self.budget
                    .bytes(held.len())
                    .map_err(budget_error(Range::default()))?;
                text.push(held);
                Ok(())
            }
            Part::Interpolation(expr) => self.interpolation(expr, frame, text),
            Part::If(condition, yes, no, range) => {
                self.choice(condition, yes, no, *range, frame, text)
            }
            Part::For(key, value, source, body, _) => {
                let (held, marks) = self.eval(source, frame)?.unmarked();
                text.marks = text.marks.and(marks);
                let Some(pairs) = self.pairs(&held, source)? else {
                    text.unknown = true;
                    return Ok(());
                };
                for (at, item) in &pairs {
                    let with_key = match key {
                        Some(name) => frame.with(&name.text, at),
                        None => *frame,
                    };
                    self.parts(body, &with_key.with(&value.text, item), text)?;
                }
                Ok(())
            }
        }
    }

    fn interpolation(&self, expr: &Expr, frame: &Frame<'_>, text: &mut Text) -> Result<(), Errors> {
        let invalid = |detail: cfn_warden_syntax::Text| {
            fail("Invalid template interpolation value", detail, expr.range)
        };
        let (value, marks) = self.eval(expr, frame)?.unmarked();
        text.marks = text.marks.and(marks);
        if value.is_null() {
            return invalid(
                "The expression result is null. Cannot include a null value in a string template."
                    .into(),
            );
        }
        let value = match convert(&value, &Type::String) {
            Ok(value) => value,
            Err(message) => {
                return invalid(text!(
                    "Cannot include the given value in a string template: {}.",
                    message
                ));
            }
        };
        match value.kind() {
            Kind::String(held) => {
                self.budget
                    .bytes(held.len())
                    .map_err(budget_error(expr.range))?;
                text.push(held);
            }
            Kind::Unknown(_, refinement) => {
                text.push(refinement.prefix.as_deref().unwrap_or(""));
                text.unknown = true;
            }
            _ => text.unknown = true,
        }
        Ok(())
    }

    fn choice(
        &self,
        condition: &Expr,
        yes: &[Part],
        no: &[Part],
        range: Range,
        frame: &Frame<'_>,
        text: &mut Text,
    ) -> Result<(), Errors> {
        let (value, marks) = self.eval(condition, frame)?.unmarked_deep();
        text.marks = text.marks.and(marks);
        if value.is_null() {
            let detail = "The condition value is null. Conditions must either be true or false.";
            return fail("Null condition", detail, condition.range);
        }
        let value = convert(&value, &Type::Bool).map_err(|_| {
            let detail = "The condition expression must be of type bool.";
            vec![Diagnostic::error("Incorrect condition type", detail, range)]
        })?;
        match value.bool() {
            Some(true) => self.parts(yes, frame, text),
            Some(false) => self.parts(no, frame, text),
            None => {
                text.unknown = true;
                Ok(())
            }
        }
    }
}

/// Returns the part of a prefix that further text cannot change: without its last character if that is not ASCII,
/// because following characters may combine with it during normalization.
fn safe_prefix(text: &str) -> &str {
    match text.chars().next_back() {
        Some(last) if !last.is_ascii() => text
            .get(..text.len().saturating_sub(last.len_utf8()))
            .unwrap_or(""),
        _ => text,
    }
}
