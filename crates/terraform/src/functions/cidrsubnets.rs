use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::cidr;
use crate::value::Value;

/// `cidrsubnets(prefix, newbits...)`: returns consecutive subnets of a network.
pub static FUNCTION: Function = Function {
    name: "cidrsubnets",
    parameters: &[Parameter::new("prefix", ParamType::String)],
    rest: Some(Parameter::new("newbits", ParamType::Number)),
    returns: Returns::Always(ParamType::Strings),
    call: Implementation::Values(call),
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
