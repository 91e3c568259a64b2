use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `upper(str)`: converts a string to uppercase.
pub static FUNCTION: Function = Function {
    name: "upper",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    // A character whose uppercase form is several characters stays unchanged, as in Go.
    let capital = |c: char| {
        let mut upper = c.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(one), None) => one,
            _ => c,
        }
    };
    call.text(call.str(0)?.chars().map(capital).collect::<String>())
}
