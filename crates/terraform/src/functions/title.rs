use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `title(str)`: each word with a capital letter.
pub static FUNCTION: Function = Function {
    name: "title",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
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
