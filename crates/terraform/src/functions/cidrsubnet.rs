use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::cidr;
use crate::value::Value;

/// `cidrsubnet(prefix, newbits, netnum)`: a network in a network.
pub static FUNCTION: Function = Function {
    name: "cidrsubnet",
    parameters: &[
        Parameter::new("prefix", Want::String),
        Parameter::new("newbits", Want::Number),
        Parameter::new("netnum", Want::Number),
    ],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let network = cidr::parse(call.str(0)?).map_err(Failure::Call)?;
    let bits = call.int(1)?;
    let number = call.number(2)?.whole().ok_or_else(|| Failure::call("value must be a whole number"))?;
    let subnet = network.subnet(bits, &number).map_err(Failure::Call)?;
    call.text(subnet.to_string())
}
