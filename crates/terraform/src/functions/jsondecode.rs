use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::json;
use crate::value::{Type, Value};

/// `jsondecode(str)`: decodes JSON.
pub static FUNCTION: Function = Function {
    name: "jsondecode",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    json::decode(call.str(0)?, call.budget)
}
