use super::{CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::eval::{Evaluator, Frame, constant_value};
use crate::module::constraint;
use crate::syntax::ast::Expr;
use crate::value::Type;
use crate::value::Value;
use crate::value::convert::convert;

/// `convert(value, type)`: converts a value to a type, which is written as in the declaration of a variable. From Terraform 1.15.
pub static FUNCTION: Function = Function {
    name: "convert",
    parameters: &[
        Parameter::new("value", ParamType::Any),
        Parameter::new("type", ParamType::Any),
    ],
    rest: None,
    returns: Returns::Nullable(|_| Ok(Type::Dynamic)),
    call: Implementation::Expressions(call),
};

fn call(
    evaluator: &Evaluator<'_>,
    frame: &Frame<'_>,
    arguments: &[Expr],
) -> Result<Value, CallError> {
    let [value, ty] = arguments else {
        return Err(CallError::call("a value and a type are required"));
    };
    let value = evaluator.eval(value, frame).map_err(CallError::Errors)?;
    let constraint = constraint(ty, &constant_value).map_err(CallError::Errors)?;
    let value = if value.is_null() {
        value
    } else {
        constraint.defaults.apply(&value)
    };
    let converted =
        convert(&value, &constraint.ty).map_err(|message| CallError::Argument(0, message))?;
    evaluator.budget.visit(value.size())?;
    evaluator
        .budget
        .spend(converted.bytes_of_conversion(&value))?;
    Ok(converted)
}
