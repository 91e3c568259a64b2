use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::value::{Marks, Type, Value};

/// `flatten(list)`: replaces nested lists, sets and tuples with their items.
pub static FUNCTION: Function = Function {
    name: "flatten",
    parameters: &[Parameter::new("list", ParamType::Any).marked()],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if !matches!(list.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_)) {
        return Err(CallError::call("can only flatten lists, sets and tuples"));
    }
    let mut flat = Flat {
        items: Vec::new(),
        marks: list.marks(),
    };
    let known = flatten(list, &mut flat, call)?;
    Ok(if known {
        Value::tuple(flat.items)
    } else {
        Value::dynamic()
    }
    .marked(flat.marks))
}

struct Flat {
    items: Vec<Value>,
    marks: Marks,
}

/// Adds the items of a sequence. Returns false if an item may turn out to be a sequence whose items are unknown.
fn flatten(list: &Value, flat: &mut Flat, call: &Call<'_>) -> Result<bool, CallError> {
    let (least, most) = list.length_range();
    let Some(items) = known_items(list).filter(|_| least == most) else {
        return Ok(false);
    };
    let mut known = true;
    for item in items {
        call.budget.values(1)?;
        match item.ty() {
            Type::List(_) | Type::Set(_) | Type::Tuple(_) if !item.is_null() => {
                flat.marks = flat.marks.and(item.marks());
                known &= flatten(item, flat, call)?;
            }
            Type::Dynamic if !item.is_known() => known = false,
            _ => flat.items.push(item.clone()),
        }
    }
    Ok(known)
}
