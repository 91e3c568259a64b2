use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::pattern;
use crate::value::Value;

/// `replace(str, substr, replace)`: replaces all occurrences of a substring, or of a regular expression written between
/// slashes.
pub static FUNCTION: Function = Function {
    name: "replace",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("substr", ParamType::String),
        Parameter::new("replace", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (text, wanted, by) = (call.str(0)?, call.str(1)?, call.str(2)?);
    let between = wanted
        .strip_prefix('/')
        .and_then(|rest| rest.strip_suffix('/'));
    let Some(source) = between else {
        let count = if wanted.is_empty() {
            text.chars().count().saturating_add(1)
        } else {
            text.matches(wanted).count()
        };
        call.budget.bytes(count.saturating_mul(by.len()))?;
        return call.text(text.replace(wanted, by));
    };
    let pattern = pattern::compile(source).map_err(|error| CallError::Call(error.go_message()))?;
    call.text(pattern.replace(text, by, call.budget)?)
}
