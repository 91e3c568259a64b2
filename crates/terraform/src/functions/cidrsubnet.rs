use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::cidr;
use crate::value::Value;

/// `cidrsubnet(prefix, newbits, netnum)`: returns a subnet of a network.
pub static FUNCTION: Function = Function {
    name: "cidrsubnet",
    parameters: &[
        Parameter::new("prefix", ParamType::String),
        Parameter::new("newbits", ParamType::Number),
        Parameter::new("netnum", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let network = cidr::parse(call.str(0)?).map_err(CallError::Call)?;
    let bits = call.int(1)?;
    if network.is_shorter_than(bits.saturating_neg()) {
        // Terraform prints a network without a mask.
        return call.text("<nil>");
    }
    let number = call
        .number(2)?
        .whole()
        .ok_or_else(|| CallError::call("value must be a whole number"))?;
    let subnet = network.subnet(bits, &number).map_err(CallError::Call)?;
    call.text(subnet.to_string())
}
