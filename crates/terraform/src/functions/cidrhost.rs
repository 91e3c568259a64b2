use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::cidr;
use crate::value::Value;

/// `cidrhost(prefix, hostnum)`: the address of a host in a network.
pub static FUNCTION: Function = Function {
    name: "cidrhost",
    parameters: &[Parameter::new("prefix", Want::String), Parameter::new("hostnum", Want::Number)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let network = cidr::parse(call.str(0)?).map_err(Failure::Call)?;
    let number = call.number(1)?.whole().ok_or_else(|| Failure::call("value must be a whole number"))?;
    call.text(network.host(&number).map_err(Failure::Call)?)
}
