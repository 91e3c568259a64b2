use super::{CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::eval::{Evaluator, Frame};
use crate::syntax::ast::Expr;
use crate::value::{Type, Value};

/// `can(expression)`: returns whether an expression evaluates without an error.
pub static FUNCTION: Function = Function {
    name: "can",
    parameters: &[Parameter::new("expression", ParamType::Any)],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Expressions(call),
};

fn call(
    evaluator: &Evaluator<'_>,
    frame: &Frame<'_>,
    expressions: &[Expr],
) -> Result<Value, CallError> {
    let Some(expression) = expressions.first() else {
        return Ok(false.into());
    };
    Ok(match evaluator.eval(expression, frame) {
        // An invalid reference is an error in the configuration that no value can fix.
        Err(errors) if errors.iter().any(|error| error.invalid_reference) => {
            return Err(CallError::Errors(errors));
        }
        Err(_) => false.into(),
        Ok(value) if value.is_wholly_known() => true.into(),
        Ok(_) => Value::unknown_not_null(Type::Bool),
    })
}
