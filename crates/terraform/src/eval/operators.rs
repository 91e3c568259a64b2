//! Unary and binary operators.

use super::{Evaluator, Frame, both, budget_error};
use crate::diagnostic::{Diagnostic, Errors, fail};
use crate::host::Language;
use crate::number::{Number, NumberError};
use crate::source::Range;
use crate::syntax::ast::{Expr, Operator};
use crate::value::convert::convert;
use crate::value::{Marks, Type, Value};
use cfn_warden_syntax::text;

impl Operator {
    /// Returns the type that both operands are converted to.
    fn operands(self) -> Type {
        match self {
            Operator::Or | Operator::And => Type::Bool,
            Operator::Equal | Operator::NotEqual => Type::Dynamic,
            _ => Type::Number,
        }
    }

    /// Returns the type of the result.
    pub(super) fn result(self) -> Type {
        match self {
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo => Type::Number,
            _ => Type::Bool,
        }
    }
}

/// Converts an operand to the operator's type.
fn operand(value: &Value, ty: &Type, which: &'static str, range: Range) -> Result<Value, Errors> {
    convert(value, ty).map_err(|message| {
        let detail = text!("Unsuitable value for {} operand: {}.", which, message);
        vec![Diagnostic::error("Invalid operand", detail, range)]
    })
}

fn failed<T>(why: &'static str, range: Range) -> Result<T, Errors> {
    fail(
        "Operation failed",
        text!("Error during operation: {}.", why),
        range,
    )
}

impl Evaluator<'_> {
    /// Evaluates a binary operation.
    pub(super) fn binary(
        &self,
        operator: Operator,
        sides: &[Expr; 2],
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let [left, right] = sides;
        let want = operator.operands();
        let side = |expr: &Expr, which| match self.eval(expr, frame) {
            Ok(value) => operand(&value, &want, which, expr.range).map(Ok),
            Err(errors) => Ok(Err(errors)),
        };
        let (left, right) = both(side(left, "left"), side(right, "right"))?;
        if self.host.language >= Language::V1_15
            && let Some(decided) = short_circuit(operator, &left, &right)
        {
            return decided;
        }
        let (left, right) = both(left, right)?;
        for side in [&left, &right] {
            self.budget
                .visit(side.size())
                .map_err(budget_error(range))?;
        }
        let equality = want == Type::Dynamic;
        let (left, right, marks) = if equality {
            let marks = left.marks_deep().and(right.marks_deep());
            (left, right, marks)
        } else {
            let marks = left.marks().and(right.marks());
            (left, right, marks)
        };
        let value = if equality {
            match left.equals(&right) {
                Some(equal) => Value::from(equal == (operator == Operator::Equal)),
                None => Value::unknown_not_null(Type::Bool),
            }
        } else {
            if left.is_null() || right.is_null() {
                return failed("argument must not be null", range);
            }
            if left.is_known() && right.is_known() {
                match known(operator, &left, &right) {
                    Ok(value) => value,
                    Err(error) => return failed(error.message(), range),
                }
            } else {
                undecided(operator, &left, &right)
                    .map_or_else(|| Value::unknown_not_null(operator.result()), Value::from)
            }
        };
        Ok(value.marked(marks))
    }

    /// Evaluates `!a`.
    pub(super) fn not(
        &self,
        expr: &Expr,
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let value = operand(&self.eval(expr, frame)?, &Type::Bool, "unary", expr.range)?;
        if value.is_null() {
            return failed("argument must not be null", range);
        }
        let result = value.bool().map_or_else(
            || Value::unknown_not_null(Type::Bool),
            |held| Value::from(!held),
        );
        Ok(result.marked(value.marks()))
    }

    /// Evaluates `-a`.
    pub(super) fn minus(
        &self,
        expr: &Expr,
        range: Range,
        frame: &Frame<'_>,
    ) -> Result<Value, Errors> {
        let value = operand(&self.eval(expr, frame)?, &Type::Number, "unary", expr.range)?;
        if value.is_null() {
            return failed("argument must not be null", range);
        }
        let negated = value.number().map(Number::negated);
        let result = negated.map_or_else(|| Value::unknown_not_null(Type::Number), Value::from);
        Ok(result.marked(value.marks()))
    }
}

/// Returns the result of `&&` or `||` if an operand decides it: errors of the other one do not count then. `None` if both
/// operands are needed, and for other operators.
fn short_circuit(
    operator: Operator,
    left: &Result<Value, Errors>,
    right: &Result<Value, Errors>,
) -> Option<Result<Value, Errors>> {
    let decisive = match operator {
        Operator::Or => true,
        Operator::And => false,
        _ => return None,
    };
    let is_reference = |side: &Result<Value, Errors>| {
        side.as_ref()
            .is_err_and(|errors| errors.iter().any(|error| error.invalid_reference))
    };
    if is_reference(left) || is_reference(right) {
        return None;
    }
    let (known, marks) = {
        let of = |side: &Result<Value, Errors>| side.as_ref().ok().and_then(Value::bool);
        let marks = |side: &Result<Value, Errors>| side.as_ref().map_or(Marks::NONE, Value::marks);
        ((of(left), of(right)), marks(left).and(marks(right)))
    };
    let errors_of = |side: &Result<Value, Errors>, value: Value| match side {
        Ok(_) => Ok(value.marked(marks)),
        Err(errors) => Err(errors.clone()),
    };
    let is_unknown =
        |side: &Result<Value, Errors>| side.as_ref().map_or(true, |value| !value.is_known());
    let unknown = || Value::unknown_not_null(Type::Bool);
    match known {
        _ if is_unknown(left) && is_unknown(right) => {
            left.is_ok().then(|| Ok(unknown().marked(marks)))
        }
        (Some(value), _) if value == decisive => errors_of(left, decisive.into()).into(),
        (_, Some(value)) if value == decisive => errors_of(right, decisive.into()).into(),
        (_, Some(_)) if is_unknown(left) => errors_of(left, unknown()).into(),
        (Some(_), _) if is_unknown(right) => errors_of(right, unknown()).into(),
        _ => None,
    }
}

/// Compares numbers. One is unknown, so only their ranges can decide.
fn undecided(operator: Operator, left: &Value, right: &Value) -> Option<bool> {
    let ((low, high), (other_low, other_high)) = (left.number_range(), right.number_range());
    let is_below = matches!((&high, &other_low), (Some(high), Some(low)) if high < low);
    let is_above = matches!((&low, &other_high), (Some(low), Some(high)) if low > high);
    match operator {
        Operator::Less | Operator::LessOrEqual if is_below => Some(true),
        Operator::Greater | Operator::GreaterOrEqual if is_above => Some(true),
        Operator::Less if is_above => Some(false),
        Operator::Greater if is_below => Some(false),
        // Terraform reads `a <= b` as `a < b || a == b`.
        Operator::LessOrEqual if is_above => left.equals(right).filter(|equal| !equal),
        Operator::GreaterOrEqual if is_below => left.equals(right).filter(|equal| !equal),
        _ => None,
    }
}

fn known(operator: Operator, left: &Value, right: &Value) -> Result<Value, NumberError> {
    if let (Some(left), Some(right)) = (left.bool(), right.bool()) {
        return Ok(Value::from(if operator == Operator::And {
            left && right
        } else {
            left || right
        }));
    }
    let (Some(left), Some(right)) = (left.number(), right.number()) else {
        return Ok(Value::dynamic());
    };
    Ok(match operator {
        Operator::Less => (left < right).into(),
        Operator::Greater => (left > right).into(),
        Operator::LessOrEqual => (left <= right).into(),
        Operator::GreaterOrEqual => (left >= right).into(),
        Operator::Add => left.add(right)?.into(),
        Operator::Subtract => left.subtract(right)?.into(),
        Operator::Multiply => left.multiply(right)?.into(),
        Operator::Divide => left.divide(right)?.into(),
        Operator::Modulo => left.modulo(right)?.into(),
        Operator::Or | Operator::And | Operator::Equal | Operator::NotEqual => Value::dynamic(),
    })
}
