use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `title(str)`: capitalizes the first letter of each word.
pub static FUNCTION: Function = Function {
    name: "title",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Always(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let mut made = String::new();
    let mut before = ' ';
    for c in call.str(0)?.chars() {
        if separates(before) {
            made.extend(c.to_uppercase());
        } else {
            made.push(c);
        }
        before = c;
    }
    call.text(made)
}

fn separates(c: char) -> bool {
    if c.is_ascii() { !c.is_ascii_alphanumeric() && c != '_' } else { !c.is_alphanumeric() && c.is_whitespace() }
}
