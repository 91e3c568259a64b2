use super::{CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::eval::{Evaluator, Frame};
use crate::support::template;
use crate::syntax::ast::{Expr, ExprKind};
use crate::value::convert::convert;
use crate::value::{Type, Value};

/// `templatestring(template, vars)`: renders the template that a reference evaluates to.
pub static FUNCTION: Function = Function {
    name: "templatestring",
    parameters: &[
        Parameter::new("template", ParamType::String),
        Parameter::new("vars", ParamType::Any),
    ],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Expressions(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::String)
}

fn call(
    evaluator: &Evaluator<'_>,
    frame: &Frame<'_>,
    expressions: &[Expr],
) -> Result<Value, CallError> {
    let [template, vars] = expressions else {
        return Err(CallError::call("two arguments are required"));
    };
    if !matches!(template.kind, ExprKind::Traversal(..) | ExprKind::Index(..)) {
        return Err(CallError::argument(
            0,
            "invalid template expression: templatestring is only for rendering templates retrieved dynamically from elsewhere, and so does not support providing a literal template; consider using a template string expression instead",
        ));
    }
    if evaluator.texts.is_inside() {
        return Err(CallError::call(
            "cannot recursively call templatestring from inside templatefile or templatestring",
        ));
    }
    let text = evaluator.eval(template, frame).map_err(CallError::Errors)?;
    let (text, marks) = convert(&text, &Type::String)
        .map_err(|message| CallError::Argument(0, message))?
        .unmarked();
    let vars = evaluator.eval(vars, frame).map_err(CallError::Errors)?;
    if vars.is_null() {
        return Err(CallError::argument(1, "argument must not be null"));
    }
    let Some(text) = text.str() else {
        if text.is_null() {
            return Err(CallError::argument(0, "argument must not be null"));
        }
        return Ok(Value::unknown_not_null(Type::String).marked(marks));
    };
    let rendered = template::render(evaluator, "<templatestring argument>", text, &vars)?;
    Ok(convert(&rendered, &Type::String)
        .map_err(CallError::Call)?
        .marked(marks))
}
