use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `indent(spaces, str)`: spaces before every line but the first.
pub static FUNCTION: Function = Function {
    name: "indent",
    parameters: &[Parameter::new("spaces", Want::Number), Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let text = call.str(1)?;
    let spaces = usize::try_from(call.int(0)?).unwrap_or(0);
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    call.budget.bytes(lines.saturating_mul(spaces))?;
    let pad = format!("\n{}", " ".repeat(if lines == 0 { 0 } else { spaces }));
    call.text(text.replace('\n', &pad))
}
