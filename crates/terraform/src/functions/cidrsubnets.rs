use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::cidr;
use crate::value::Value;

/// `cidrsubnets(prefix, newbits...)`: networks in a network, one after the other.
pub static FUNCTION: Function = Function {
    name: "cidrsubnets",
    parameters: &[Parameter::new("prefix", Want::String)],
    rest: Some(Parameter::new("newbits", Want::Number)),
    returns: Returns::Always(Want::Strings),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let network = cidr::parse(call.str(0)?).map_err(|message| Failure::Argument(0, message))?;
    let mut made: Vec<cidr::Network> = Vec::new();
    for at in 1..call.arguments.len() {
        let bits = call.int(at)?;
        let next = network.next(made.last(), bits).map_err(|message| Failure::Argument(at, message))?;
        made.push(next);
    }
    Ok(Value::strings(made.iter().map(ToString::to_string)))
}
