use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::yaml;
use crate::value::{Type, Value};

/// `yamldecode(src)`: decodes YAML.
pub static FUNCTION: Function = Function {
    name: "yamldecode",
    parameters: &[Parameter::new("src", ParamType::String)],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    yaml::decode(call.str(0)?, call.budget)
}
