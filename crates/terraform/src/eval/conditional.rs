//! The conditional operator, `a ? b : c`.

use super::{Evaluator, Frame, budget_error};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::source::Range;
use crate::syntax::ast::{Expr, ExprKind};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, Operand, Text, text};

impl Evaluator<'_> {
    /// Evaluates `a ? b : c`. Both results are evaluated because they must have a common type; errors of a result that is
    /// not chosen, or not chosen yet, are ignored unless they are invalid references.
    pub(super) fn conditional(
        &self,
        parts: &[Expr; 3],
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let [condition, yes, no] = parts;
        let condition_value = self.eval(condition, frame);
        let (yes_value, no_value) = (self.eval(yes, frame), self.eval(no, frame));
        let condition_value = condition_value?;
        for errors in [&yes_value, &no_value]
            .into_iter()
            .filter_map(|value| value.as_ref().err())
        {
            if errors.iter().any(|error| error.invalid_reference) {
                return Err(errors.clone());
            }
        }
        if condition_value.is_null() {
            let detail = "The condition value is null. Conditions must either be true or false.";
            return fail("Null condition", detail, condition.range);
        }
        let wrong_type = || {
            Diagnostic::error(
                "Incorrect condition type",
                "The condition expression must be of type bool.",
                condition.range,
            )
        };
        let marks = condition_value.marks_deep();
        let value = |value: &Result<Value, Errors>, expr: &Expr| match value {
            Ok(value) => value.clone(),
            Err(_) => Value::unknown(self.failed_type(expr, frame)),
        };
        let (yes, no) = (value(&yes_value, yes), value(&no_value, no));
        for result in [&yes, &no] {
            self.budget
                .visit(result.size())
                .map_err(budget_error(range))?;
        }
        let ty = common(&yes, &no, range)?;
        if !condition_value.is_known() {
            let marks = marks.and(yes.marks()).and(no.marks());
            return Ok(Value::either(&yes, &no, ty).marked(marks));
        }
        let condition_value =
            convert(&condition_value, &Type::Bool).map_err(|_| vec![wrong_type()])?;
        let choice = condition_value.bool() == Some(true);
        let chosen = if choice { yes_value? } else { no_value? };
        let converted = convert(&chosen, &ty).map_err(|message| {
            let which = if choice { "true" } else { "false" };
            let detail = text!(
                "The {} result value has the wrong type: {}.",
                which,
                message
            );
            vec![Diagnostic::error(
                "Inconsistent conditional result types",
                detail,
                range,
            )]
        })?;
        self.budget
            .spend(converted.bytes_of_conversion(&chosen))
            .map_err(budget_error(range))?;
        Ok(converted.marked(marks))
    }

    /// Returns the type that an expression has although it fails.
    fn failed_type(&self, expr: &Expr, frame: &Frame<'_>) -> Type {
        let of = |expr: &Expr| {
            self.eval(expr, frame)
                .map_or_else(|_| self.failed_type(expr, frame), |value| value.ty())
        };
        match &expr.kind {
            ExprKind::Binary(operator, _) => operator.result(),
            ExprKind::Not(_) => Type::Bool,
            ExprKind::Minus(_) => Type::Number,
            ExprKind::Template(_) => Type::String,
            ExprKind::Conditional(parts) => {
                let [_, yes, no] = &**parts;
                let (yes, no) = (Value::unknown(of(yes)), Value::unknown(of(no)));
                common(&yes, &no, expr.range).unwrap_or(Type::Dynamic)
            }
            ExprKind::Parentheses(inner) => self.failed_type(inner, frame),
            ExprKind::Tuple(items) => Type::Tuple(items.iter().map(of).collect()),
            ExprKind::Object(items) => {
                let typed = items.iter().map(|(key, value)| {
                    Some((self.key(key, frame).ok()?.str()?.into(), of(value)))
                });
                typed
                    .collect::<Option<_>>()
                    .map_or(Type::Dynamic, Type::object)
            }
            _ => Type::Dynamic,
        }
    }
}

/// Returns the common type of both results; `Dynamic` if either may have any type.
fn common(yes: &Value, no: &Value, range: Range) -> Result<Type, Errors> {
    let (yes_type, no_type) = (yes.ty(), no.ty());
    if yes.is_untyped_null() {
        return Ok(no_type);
    }
    if no.is_untyped_null() {
        return Ok(yes_type);
    }
    if yes_type == Type::Dynamic || no_type == Type::Dynamic {
        return Ok(Type::Dynamic);
    }
    if let Some(ty) = unify(&[yes_type.clone(), no_type.clone()], Safety::Unsafe) {
        return Ok(ty);
    }
    let detail = text!(
        "The true and false result expressions must have consistent types. {}.",
        difference(&yes_type, &no_type)
    );
    fail("Inconsistent conditional result types", detail, range)
}

/// Describes how two types differ.
fn difference(yes: &Type, no: &Type) -> Text {
    match (yes, no) {
        (Type::Object(a), Type::Object(b)) => {
            if let Some(name) = a.types.keys().find(|name| !b.types.contains_key(*name)) {
                return text!(
                    "The 'true' value includes object attribute \"{}\", which is absent in the 'false' value",
                    Operand::Name(name)
                );
            }
            if let Some(name) = b.types.keys().find(|name| !a.types.contains_key(*name)) {
                return text!(
                    "The 'false' value includes object attribute \"{}\", which is absent in the 'true' value",
                    Operand::Name(name)
                );
            }
            for (name, a) in &a.types {
                if let Some(b) = b.types.get(name)
                    && unify(&[a.clone(), b.clone()], Safety::Unsafe).is_none()
                {
                    return text!(
                        "Type mismatch for object attribute \"{}\": {}",
                        Operand::Name(name),
                        difference(a, b)
                    );
                }
            }
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() != b.len() => {
            return text!(
                "The 'true' tuple has length {}, but the 'false' tuple has length {}",
                a.len(),
                b.len()
            );
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            for (at, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                if unify(&[a.clone(), b.clone()], Safety::Unsafe).is_none() {
                    return text!(
                        "Type mismatch for tuple element {}: {}",
                        at,
                        difference(a, b)
                    );
                }
            }
        }
        _ => {}
    }
    text!(
        "The 'true' value is {}, but the 'false' value is {}",
        Known(&yes.name()),
        Known(&no.name())
    )
}
