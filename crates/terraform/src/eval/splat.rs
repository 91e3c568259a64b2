//! Splat expressions: `source[*].name`.

use super::{Evaluator, Frame, ITEM, all, budget_error};
use crate::diagnostic::{Diagnostic, Errors};
use crate::syntax::ast::Expr;
use crate::value::{Type, Value};

impl Evaluator<'_> {
    /// Evaluates `source[*]...`.
    pub(super) fn splat(
        &self,
        source: &Expr,
        each: &Expr,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let (value, marks) = self.eval(source, frame)?.unmarked();
        self.budget
            .visit(value.size())
            .map_err(budget_error(source.range))?;
        let ty = value.ty();
        // A value that is not a sequence becomes a one-element tuple, or an empty one if it is null.
        let open = value.open_attributes().is_some();
        let upgraded = open
            || !matches!(
                ty,
                Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Dynamic
            );
        if value.is_null() {
            if !upgraded && !value.is_untyped_null() {
                let detail =
                    "Splat expressions (with the * symbol) cannot be applied to null sequences.";
                return Err(vec![Diagnostic::error(
                    "Splat of null value",
                    detail,
                    source.range,
                )]);
            }
            return Ok(Value::tuple(Vec::new()).marked(marks));
        }
        if (ty == Type::Dynamic && !open) || (upgraded && !value.is_never_null()) {
            return Ok(Value::dynamic().marked(marks));
        }
        let apply = |item: &Value| self.eval(each, &frame.with(ITEM, item));
        if upgraded {
            let value = value.marked(marks);
            return Ok(Value::tuple(vec![apply(&value)?]));
        }
        let Some(items) = value.items() else {
            let mapped = match &ty {
                Type::Tuple(items) => {
                    let types: Result<Vec<Value>, Errors> = items
                        .iter()
                        .map(|item| apply(&Value::unknown(item.clone())))
                        .collect();
                    Value::unknown(Type::Tuple(types?.iter().map(Value::ty).collect()))
                }
                _ => {
                    let item = apply(&Value::unknown(
                        ty.element().cloned().unwrap_or(Type::Dynamic),
                    ))?;
                    Value::unknown(Type::list(item.ty()))
                }
            };
            return Ok(mapped.marked(marks));
        };
        self.budget
            .values(items.len())
            .map_err(budget_error(source.range))?;
        let mapped = all(items.iter().map(apply))?;
        let one = match (&ty, mapped.first()) {
            (Type::Tuple(_), _) => None,
            (_, Some(first)) => {
                Some(first.ty()).filter(|ty| mapped.iter().all(|item| item.ty() == *ty))
            }
            (_, None) => {
                let item = ty.element().cloned().unwrap_or(Type::Dynamic);
                Some(apply(&Value::unknown(item))?.ty())
            }
        };
        let value = match one {
            Some(ty) => Value::list(ty, mapped),
            None => Value::tuple(mapped),
        };
        self.budget
            .spend(value.bytes_of_type())
            .map_err(budget_error(source.range))?;
        Ok(value.marked(marks))
    }
}
