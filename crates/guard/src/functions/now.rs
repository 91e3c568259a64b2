use super::{Function, Input, NO_ORIGIN};
use crate::eval::error::EvalError;
use crate::value::{Kind, Origin, Value};

/// `now()`: returns the current time in seconds since 1970.
pub static FUNCTION: Function = Function { name: "now", call };

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    Ok(vec![Value {
        kind: Kind::Int(input.now),
        origin: Origin::Fixed(&NO_ORIGIN),
    }])
}
