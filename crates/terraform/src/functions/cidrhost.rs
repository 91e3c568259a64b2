use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::cidr;
use crate::value::Value;

/// `cidrhost(prefix, hostnum)`: returns the IP address of a host in a network.
pub static FUNCTION: Function = Function {
    name: "cidrhost",
    parameters: &[
        Parameter::new("prefix", ParamType::String),
        Parameter::new("hostnum", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let network = cidr::parse(call.str(0)?).map_err(CallError::Call)?;
    let number = call
        .number(1)?
        .whole()
        .ok_or_else(|| CallError::call("value must be a whole number"))?;
    call.text(network.host(&number).map_err(CallError::Call)?)
}
