use std::rc::Rc;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::json;
use crate::value::{Kind, Refinement, Type, Value};

/// `jsonencode(val)`: encodes a value as JSON.
pub static FUNCTION: Function = Function {
    name: "jsonencode",
    parameters: &[Parameter::new("val", ParamType::Any).nullable().unknown()],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    if !value.is_wholly_known() {
        let prefix = json::prefix(value);
        let refinement = Refinement {
            not_null: true,
            prefix: prefix.map(Rc::from),
            ..Refinement::default()
        };
        return Ok(Kind::Unknown(Type::String, refinement).into());
    }
    // A text is repeated where it is shared, and an escape has at most six bytes.
    call.text(json::encode(value, call.budget)?)
}
