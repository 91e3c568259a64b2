use cfn_warden_syntax::{Operand, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::value::{Marks, Type, Value};

/// `merge(maps...)`: merges maps and objects. Later elements override earlier ones with the same key.
pub static FUNCTION: Function = Function {
    name: "merge",
    parameters: &[],
    rest: Some(
        Parameter::new("maps", ParamType::Any)
            .nullable()
            .unknown()
            .marked(),
    ),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.is_empty() {
        return Ok(Type::object(BTreeMap::new()));
    }
    let mut first: Option<Type> = None;
    let mut same = true;
    let mut types: BTreeMap<Rc<str>, Type> = BTreeMap::new();
    let mut whole = true;
    for argument in arguments {
        let ty = argument.ty();
        match &ty {
            Type::Dynamic if argument.is_null() => {
                same = false;
                continue;
            }
            Type::Dynamic => return Ok(Type::Dynamic),
            Type::Object(attributes) => {
                types.extend(
                    attributes
                        .types
                        .iter()
                        .map(|(name, ty)| (Rc::clone(name), ty.clone())),
                );
            }
            Type::Map(_) => match argument.elements() {
                Some(elements) => {
                    types.extend(
                        elements
                            .iter()
                            .map(|(name, value)| (Rc::clone(name), value.ty())),
                    );
                }
                None => whole &= argument.is_null(),
            },
            other => {
                let message = text!(
                    "arguments must be maps or objects, got {}",
                    Operand::Value(&go::quoted(&other.name()))
                );
                return Err(CallError::Call(message));
            }
        }
        same &= first.as_ref().is_none_or(|first| *first == ty);
        first.get_or_insert(ty);
    }
    match first {
        Some(ty) if same && matches!(ty, Type::Map(_)) => Ok(ty),
        Some(Type::Object(attributes)) if same && arguments.len() == 1 => {
            Ok(Type::Object(attributes))
        }
        _ if !whole => Ok(Type::Dynamic),
        _ => Ok(Type::object(types)),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let mut merged = BTreeMap::new();
    let mut marks = Marks::NONE;
    for argument in &call.arguments {
        marks = marks.and(argument.marks());
        if !argument.is_known() {
            return Ok(Value::unknown_not_null(call.result.clone()).marked(marks));
        }
        let Some(elements) = argument.elements() else {
            continue;
        };
        call.budget.map(elements.len())?;
        merged.extend(
            elements
                .iter()
                .map(|(name, value)| (Rc::clone(name), value.clone())),
        );
    }
    Ok(match &call.result {
        Type::Map(element) => Value::map((**element).clone(), merged),
        _ => Value::object(merged),
    }
    .marked(marks))
}
