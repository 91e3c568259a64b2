use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::{files, template};
use crate::value::{Type, Value};

/// `templatefile(path, vars)`: a file's text as a template.
pub static FUNCTION: Function = Function {
    name: "templatefile",
    parameters: &[Parameter::new("path", Want::String), Parameter::new("vars", Want::Any).unknown().marked()],
    rest: None,
    returns: Returns::Perhaps(result),
    call: How::Values(call),
};

fn result(_: &[Value]) -> Result<Type, Failure> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    if call.evaluator.texts.is_inside() {
        return Err(Failure::call("cannot recursively call templatefile from inside templatefile or templatestring"));
    }
    template::render(call.evaluator, call.str(0)?, &files::text(call)?, call.value(1)?)
}
