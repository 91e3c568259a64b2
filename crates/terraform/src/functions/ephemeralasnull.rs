use std::rc::Rc;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Kind, Marks, Type, Value};

/// `ephemeralasnull(value)`: replaces ephemeral values with null.
pub static FUNCTION: Function = Function {
    name: "ephemeralasnull",
    parameters: &[Parameter::new("value", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(stored(call.value(0)?))
}

fn stored(value: &Value) -> Value {
    let marks = value.marks().without(Marks::EPHEMERAL);
    if value.marks().has(Marks::EPHEMERAL) {
        return Value::null(value.ty()).marked(marks);
    }
    let kind = match value.kind() {
        Kind::List(ty, items) => Kind::List(ty.clone(), items.iter().map(stored).collect()),
        Kind::Tuple(items) => Kind::Tuple(items.iter().map(stored).collect()),
        Kind::Map(ty, elements) => Kind::Map(
            ty.clone(),
            Rc::new(
                elements
                    .iter()
                    .map(|(name, value)| (Rc::clone(name), stored(value)))
                    .collect(),
            ),
        ),
        Kind::Object(elements) => Kind::Object(Rc::new(
            elements
                .iter()
                .map(|(name, value)| (Rc::clone(name), stored(value)))
                .collect(),
        )),
        _ => return value.clone(),
    };
    Value::from(kind).marked(marks)
}
