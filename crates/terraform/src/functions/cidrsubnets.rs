use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::cidr;
use crate::value::Value;

/// `cidrsubnets(prefix, newbits...)`: returns consecutive subnets of a network.
pub static FUNCTION: Function = Function {
    name: "cidrsubnets",
    parameters: &[Parameter::new("prefix", ParamType::String)],
    rest: Some(Parameter::new("newbits", ParamType::Number)),
    returns: Returns::Fixed(ParamType::Strings),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let network = cidr::parse(call.str(0)?).map_err(|message| CallError::Argument(0, message))?;
    let mut subnets: Vec<cidr::Network> = Vec::new();
    for at in 1..call.arguments.len() {
        let bits = call.int(at)?;
        let next = network
            .next(subnets.last(), bits)
            .map_err(|message| CallError::Argument(at, message))?;
        subnets.push(next);
    }
    Ok(Value::strings(subnets.iter().map(ToString::to_string)))
}
