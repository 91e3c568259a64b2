use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::support::format;
use crate::value::{Type, Value};
use cfn_warden_syntax::text;

/// `formatlist(format, args...)`: formats one string for each position of the list arguments.
pub static FUNCTION: Function = Function {
    name: "formatlist",
    parameters: &[Parameter::new("format", ParamType::String)],
    rest: Some(Parameter::new("args", ParamType::Any).nullable().unknown()),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let typeless = arguments
        .iter()
        .any(|argument| argument.ty() == Type::Dynamic);
    Ok(if typeless {
        Type::Dynamic
    } else {
        Type::list(Type::String)
    })
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    if call.result == Type::Dynamic {
        return Ok(Value::dynamic());
    }
    let arguments = call.arguments.get(1..).unwrap_or(&[]);
    let mut count: Option<(usize, usize)> = None;
    let mut unknown = false;
    for (at, argument) in arguments.iter().enumerate() {
        if !matches!(argument.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_))
            || argument.is_null()
        {
            continue;
        }
        let (least, most) = argument.length_range();
        let Some(items) = known_items(argument).filter(|_| least == most) else {
            unknown = true;
            continue;
        };
        match count {
            Some((first, length)) if length != items.len() => {
                let message = text!(
                    "argument {} has length {}, which is inconsistent with argument {} of length {}",
                    at.saturating_add(1),
                    items.len(),
                    first,
                    length
                );
                return Err(CallError::Argument(at.saturating_add(1), message));
            }
            Some(_) => {}
            None => count = Some((at.saturating_add(1), items.len())),
        }
    }
    if unknown {
        return Ok(call.unknown());
    }
    let length = count.map_or(1, |(_, length)| length);
    let mut texts = Vec::new();
    for row in 0..length {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|argument| {
                known_items(argument)
                    .and_then(|items| items.get(row))
                    .unwrap_or(argument)
                    .clone()
            })
            .collect();
        if !arguments.iter().all(Value::is_wholly_known) {
            texts.push(Value::unknown_not_null(Type::String));
            continue;
        }
        let text =
            format::format(call.str(0)?, &arguments, call.budget).map_err(|error| match error {
                CallError::Call(message) => {
                    CallError::Call(text!("error on format iteration {}: {}", row, message))
                }
                other => other,
            })?;
        texts.push(text);
    }
    Ok(Value::list(Type::String, texts))
}
