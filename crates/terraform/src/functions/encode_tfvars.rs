use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::{go, hcl_text};
use crate::value::{Type, Value};
use cfn_warden_syntax::{Operand, text};

/// `provider::terraform::encode_tfvars(value)`: encodes an object as a `.tfvars` file.
pub static FUNCTION: Function = Function {
    name: "provider::terraform::encode_tfvars",
    parameters: &[Parameter::new("value", ParamType::Any).unknown()],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    if !matches!(value.ty(), Type::Object(_) | Type::Map(_) | Type::Dynamic) {
        return Err(CallError::call(
            "invalid value to encode: must be an object whose attribute names will become the encoded variable names",
        ));
    }
    if !value.is_wholly_known() {
        return Ok(call.unknown());
    }
    let elements = || {
        value
            .elements()
            .into_iter()
            .flatten()
            .map(|(name, value)| (&**name, value))
    };
    if let Some((name, _)) = elements().find(|(name, _)| !hcl_text::is_identifier(name)) {
        return Err(CallError::call(text!(
            "invalid variable name {}: must be a valid identifier, per Terraform's rules for input variable declarations",
            Operand::Value(&go::quoted(name))
        )));
    }
    call.text(hcl_text::arguments(elements()))
}
