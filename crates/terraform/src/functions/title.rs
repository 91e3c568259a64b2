use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::value::Value;

/// `title(str)`: capitalizes the first letter of each word.
pub static FUNCTION: Function = Function {
    name: "title",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.room_for(call.str(0)?, 2)?;
    let mut titled = String::new();
    let mut before = ' ';
    for c in call.str(0)?.chars() {
        if separates(before) {
            titled.push(go::title(c));
        } else {
            titled.push(c);
        }
        before = c;
    }
    call.text(titled)
}

fn separates(c: char) -> bool {
    if c.is_ascii() {
        !c.is_ascii_alphanumeric() && c != '_'
    } else {
        !c.is_alphanumeric() && c.is_whitespace()
    }
}
