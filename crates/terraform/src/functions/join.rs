use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::value::Value;
use cfn_warden_syntax::text;

/// `join(separator, lists...)`: joins the strings of all lists.
pub static FUNCTION: Function = Function {
    name: "join",
    parameters: &[Parameter::new("separator", ParamType::String)],
    rest: Some(Parameter::new("lists", ParamType::Strings).unknown()),
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let separator = call.str(0)?;
    // Items can share one long text, so the result is counted before it is made.
    let length = |item: &Value| {
        item.str()
            .map_or(0, str::len)
            .saturating_add(separator.len())
    };
    let items = call.arguments.iter().skip(1).filter_map(known_items);
    let bytes = items.flatten().map(length).fold(0, usize::saturating_add);
    call.budget.room(bytes)?;
    let mut text = String::new();
    let mut first = true;
    if call.arguments.len() == 1 {
        return Err(CallError::call("at least one list is required"));
    }
    for (list, argument) in call.arguments.iter().skip(1).enumerate() {
        let Some(items) = known_items(argument) else {
            return Ok(call.unknown());
        };
        for (at, item) in items.iter().enumerate() {
            if !std::mem::take(&mut first) {
                text.push_str(separator);
            }
            match item.str() {
                Some(item) => text.push_str(item),
                None if item.is_null() => {
                    let message = if call.arguments.len() == 2 {
                        text!("element {} is null; cannot concatenate null values", at)
                    } else {
                        text!(
                            "element {} of list {} is null; cannot concatenate null values",
                            at,
                            list.saturating_add(1)
                        )
                    };
                    return Err(CallError::Argument(list.saturating_add(1), message));
                }
                None => return Ok(call.unknown()),
            }
        }
    }
    call.text(text)
}
