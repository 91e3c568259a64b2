use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::yaml;
use crate::value::Value;

/// `yamlencode(value)`: a value as YAML.
pub static FUNCTION: Function = Function {
    name: "yamlencode",
    parameters: &[Parameter::new("value", Want::Any).nullable().unknown()],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let value = call.value(0)?;
    if !value.is_wholly_known() {
        return Ok(call.unknown());
    }
    call.text(yaml::encode(value).map_err(Failure::Call)?)
}
