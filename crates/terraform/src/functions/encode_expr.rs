use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::hcl_text;
use crate::value::Value;

/// `provider::terraform::encode_expr(value)`: encodes a value as an expression.
pub static FUNCTION: Function = Function {
    name: "provider::terraform::encode_expr",
    parameters: &[Parameter::new("value", ParamType::Any).unknown()],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    if value.is_wholly_known() {
        call.text(hcl_text::expression(value))
    } else {
        Ok(call.unknown())
    }
}
