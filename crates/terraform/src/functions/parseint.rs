use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::support::list;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, Operand, text};

/// `parseint(number, base)`: parses an integer in the given base, 2 to 62.
pub static FUNCTION: Function = Function {
    name: "parseint",
    parameters: &[
        Parameter::new("number", ParamType::Any),
        Parameter::new("base", ParamType::Number),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        None | Some(Type::String) => Ok(Type::Number),
        Some(other) => Err(CallError::argument(
            0,
            text!(
                "first argument must be a string, not {}",
                Known(&other.name())
            ),
        )),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    let base = call.int(1)?;
    if !(2..=62).contains(&base) {
        return Err(CallError::argument(
            1,
            "base must be a whole number between 2 and 62 inclusive",
        ));
    }
    let invalid = || {
        CallError::argument(
            0,
            text!(
                "cannot parse {} as a base {} integer",
                Operand::Value(&go::quoted(text)),
                base
            ),
        )
    };
    let base = u32::try_from(base).map_err(|_| invalid())?;
    Ok(list::whole_number(text, base).ok_or_else(invalid)?.into())
}
