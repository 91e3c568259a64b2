use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::hcl_text;
use crate::value::Value;

/// `provider::terraform::encode_expr(value)`: the expression that makes a value.
pub static FUNCTION: Function = Function {
    name: "provider::terraform::encode_expr",
    parameters: &[Parameter::new("value", Want::Any).unknown()],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let value = call.value(0)?;
    if value.is_wholly_known() { call.text(hcl_text::expression(value)) } else { Ok(call.unknown()) }
}
