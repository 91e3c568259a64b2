use super::{CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::eval::{Evaluator, Frame};
use crate::syntax::ast::Expr;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, Text, text};

/// `try(expressions...)`: returns the first expression that evaluates without an error.
pub static FUNCTION: Function = Function {
    name: "try",
    parameters: &[],
    rest: Some(Parameter::new("expressions", ParamType::Any)),
    returns: Returns::Nullable(result),
    call: Implementation::Expressions(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(
    evaluator: &Evaluator<'_>,
    frame: &Frame<'_>,
    expressions: &[Expr],
) -> Result<Value, CallError> {
    if expressions.is_empty() {
        return Err(CallError::call("at least one argument is required"));
    }
    let mut message = Text::own("no expression succeeded:\n");
    for expression in expressions {
        match evaluator.eval(expression, frame) {
            // An unknown value may still fail or have another type when it is known.
            Ok(value) if !value.is_wholly_known() => return Ok(Value::dynamic()),
            Ok(value) => return Ok(value),
            // An invalid reference is an error in the configuration that no value can fix.
            Err(errors) if errors.iter().any(|error| error.invalid_reference) => {
                return Err(CallError::Errors(errors));
            }
            Err(errors) => {
                for error in errors {
                    message.push(text!(
                        "- {} (at {})\n  {}\n",
                        Known(&error.summary),
                        Known(&evaluator.location(error.range)),
                        error.detail
                    ));
                }
            }
        }
    }
    message.push("\nAt least one expression must produce a successful result");
    Err(CallError::Call(message))
}
