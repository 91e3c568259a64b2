use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::yaml;
use crate::value::{Type, Value};

/// `yamlencode(value)`: encodes a value as YAML.
pub static FUNCTION: Function = Function {
    name: "yamlencode",
    parameters: &[Parameter::new("value", ParamType::Any).nullable().unknown()],
    rest: None,
    returns: Returns::Nullable(|_| Ok(Type::String)),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    if !value.is_wholly_known() {
        return Ok(Value::unknown(Type::String));
    }
    // A text is repeated where it is shared. Lines have at most 80 columns, and an escape has at most six bytes.
    call.budget.room(value.text_bytes())?;
    call.text(yaml::encode(value).map_err(CallError::Call)?)
}
