use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns, known_items};
use crate::value::{Marks, Type, Value};

/// `flatten(list)`: replaces nested lists, sets and tuples with their items.
pub static FUNCTION: Function = Function {
    name: "flatten",
    parameters: &[Parameter::new("list", ParamType::Any).marked()],
    rest: None,
    returns: Returns::Some(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, Failure> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let list = call.value(0)?;
    if !matches!(list.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_)) {
        return Err(Failure::call("can only flatten lists, sets and tuples"));
    }
    let mut made = Flat { items: Vec::new(), marks: list.marks() };
    let known = flatten(list, &mut made, call)?;
    Ok(if known { Value::tuple(made.items) } else { Value::dynamic() }.marked(made.marks))
}

struct Flat {
    items: Vec<Value>,
    marks: Marks,
}

/// Adds the items of a sequence. Returns false if an item may turn out to be a sequence whose items are unknown.
fn flatten(list: &Value, made: &mut Flat, call: &Call<'_>) -> Result<bool, Failure> {
    let Some(items) = known_items(list) else { return Ok(false) };
    let mut known = true;
    for item in items {
        call.budget.values(1)?;
        match item.ty() {
            Type::List(_) | Type::Set(_) | Type::Tuple(_) if !item.is_null() => {
                made.marks = made.marks.and(item.marks());
                known &= flatten(item, made, call)?;
            }
            Type::Dynamic if !item.is_known() => known = false,
            _ => made.items.push(item.clone()),
        }
    }
    Ok(known)
}
