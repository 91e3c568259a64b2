use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `bcrypt(str, cost)`: returns a bcrypt hash with a random salt.
pub static FUNCTION: Function = Function {
    name: "bcrypt",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: Some(Parameter::new("cost", ParamType::Number)),
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

/// The highest cost that is computed; each increment doubles the time. Above it, the result is unknown.
const COST: i64 = 10;

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let cost = if call.arguments.len() > 1 { call.int(1)? } else { 10 };
    if call.arguments.len() > 2 {
        return Err(CallError::call("bcrypt() takes no more than two arguments"));
    }
    let Some(rng) = &call.host.rng else { return Ok(call.unknown()) };
    if cost > 31 {
        let message =
            format!("error occured generating password crypto/bcrypt: cost {cost} is outside allowed range (4,31)");
        return Err(CallError::call(message));
    }
    if cost > COST {
        return Ok(call.unknown());
    }
    // Charges for the computing time.
    call.budget.bytes(4_000_000)?;
    let cost = if cost < 4 { 10 } else { u32::try_from(cost).unwrap_or(10) };
    let parts = bcrypt::hash_with_salt(call.str(0)?, cost, rng.bytes())
        .map_err(|error| CallError::call(format!("error occured generating password {error}")))?;
    call.text(parts.format_for_version(bcrypt::Version::TwoA))
}
