use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::cidr;
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// `cidrnetmask(prefix)`: returns the netmask of an IPv4 network.
pub static FUNCTION: Function = Function {
    name: "cidrnetmask",
    parameters: &[Parameter::new("prefix", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let prefix = call.str(0)?;
    let network = cidr::parse(prefix).map_err(CallError::Call)?;
    let mask = network.mask().ok_or_else(|| {
        CallError::call(text!(
            "IPv6 addresses cannot have a netmask: {}",
            Operand::Value(prefix)
        ))
    })?;
    call.text(mask)
}
