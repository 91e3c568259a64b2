use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `indent(spaces, str)`: indents all lines but the first.
pub static FUNCTION: Function = Function {
    name: "indent",
    parameters: &[
        Parameter::new("spaces", ParamType::Number),
        Parameter::new("str", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(1)?;
    let spaces = usize::try_from(call.int(0)?)
        .map_err(|_| CallError::argument(0, "the number of spaces must not be negative"))?;
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    call.budget.bytes(lines.saturating_mul(spaces))?;
    let pad = format!("\n{}", " ".repeat(if lines == 0 { 0 } else { spaces }));
    call.text(text.replace('\n', &pad))
}
