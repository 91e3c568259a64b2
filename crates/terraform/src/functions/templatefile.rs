use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::{files, template};
use crate::value::{Type, Value};

/// `templatefile(path, vars)`: reads a file and renders it as a template.
pub static FUNCTION: Function = Function {
    name: "templatefile",
    parameters: &[
        Parameter::new("path", ParamType::String),
        Parameter::new("vars", ParamType::Any).unknown().marked(),
    ],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    if call.evaluator.texts.is_inside() {
        return Err(CallError::call(
            "cannot recursively call templatefile from inside templatefile or templatestring",
        ));
    }
    template::render(
        call.evaluator,
        call.str(0)?,
        &files::text(call)?,
        call.value(1)?,
    )
}
