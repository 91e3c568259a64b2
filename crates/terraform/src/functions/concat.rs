use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Marks, Type, Value};
use cfn_warden_syntax::{Known, text};

/// `concat(seqs...)`: concatenates lists and tuples.
pub static FUNCTION: Function = Function {
    name: "concat",
    parameters: &[],
    rest: Some(Parameter::new("seqs", ParamType::Any).marked()),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let types: Vec<Type> = arguments.iter().map(Value::ty).collect();
    if types.is_empty() {
        return Err(CallError::call("at least one argument is required"));
    }
    if let Some((at, other)) = types
        .iter()
        .enumerate()
        .find(|(_, ty)| !matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Dynamic))
    {
        return Err(CallError::argument(
            at,
            text!(
                "all arguments must be lists or tuples; got {}",
                Known(&other.name())
            ),
        ));
    }
    if types.iter().all(|ty| matches!(ty, Type::List(_)))
        && let Some(ty) = unify(&types, Safety::Unsafe)
    {
        return Ok(ty);
    }
    let mut items = Vec::new();
    for (argument, ty) in arguments.iter().zip(&types) {
        match ty {
            Type::Tuple(more) => items.extend(more.iter().cloned()),
            _ => match known_items(argument) {
                Some(more) => items.extend(more.iter().map(Value::ty)),
                None => return Ok(Type::Dynamic),
            },
        }
    }
    Ok(Type::Tuple(items.into()))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let mut marks = Marks::NONE;
    let mut items: Vec<Value> = Vec::new();
    for argument in &call.arguments {
        marks = marks.and(argument.marks());
        let argument = if matches!(call.result, Type::List(_)) {
            convert(argument, &call.result).map_err(CallError::Call)?
        } else {
            argument.clone()
        };
        let more = known_items(&argument).unwrap_or(&[]);
        call.budget.values(more.len())?;
        items.extend(more.iter().cloned());
    }
    Ok(match &call.result {
        Type::List(item) => Value::list((**item).clone(), items),
        _ => Value::tuple(items),
    }
    .marked(marks))
}
