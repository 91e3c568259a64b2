use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `alltrue(list)`: is none of them false or null?
pub static FUNCTION: Function = Function {
    name: "alltrue",
    parameters: &[Parameter::new("list", Want::Bools)],
    rest: None,
    returns: Returns::Always(Want::Bool),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    for item in call.items(0)? {
        if !item.is_known() {
            return Ok(call.unknown());
        }
        if item.bool() != Some(true) {
            return Ok(false.into());
        }
    }
    Ok(true.into())
}
