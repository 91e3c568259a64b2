use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Marks, Type, Value};
use cfn_warden_syntax::Text;

/// `setproduct(sets...)`: returns the Cartesian product of sets or lists.
pub static FUNCTION: Function = Function {
    name: "setproduct",
    parameters: &[],
    rest: Some(Parameter::new("sets", ParamType::Any).unknown().marked()),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.len() < 2 {
        return Err(CallError::call("at least two arguments are required"));
    }
    let mut items = Vec::new();
    let mut lists = true;
    for (at, argument) in arguments.iter().enumerate() {
        match argument.ty() {
            Type::Set(item) => {
                lists = false;
                items.push((*item).clone());
            }
            Type::List(item) => items.push((*item).clone()),
            Type::Tuple(types) => {
                let item = if types.is_empty() {
                    Some(Type::Dynamic)
                } else {
                    unify(&types, Safety::Unsafe)
                };
                items.push(item.ok_or_else(|| {
                    CallError::argument(at, "all elements must be of the same type")
                })?);
            }
            Type::Dynamic => return Ok(Type::Dynamic),
            _ => return Err(CallError::argument(at, "a set or a list is required")),
        }
    }
    let tuple = Type::Tuple(items.into());
    Ok(if lists {
        Type::list(tuple)
    } else {
        Type::set(tuple)
    })
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let Some(Type::Tuple(types)) = call.result.element() else {
        return Ok(call.unknown());
    };
    let mut marks = Marks::NONE;
    if !call.arguments.iter().all(has_known_length) {
        return Ok(undecided(call));
    }
    let mut columns: Vec<Vec<Value>> = Vec::new();
    let mut count = 1usize;
    for (argument, ty) in call.arguments.iter().zip(types.iter()) {
        marks = marks.and(argument.marks());
        let items: Result<Vec<Value>, Text> = call
            .items(columns.len())?
            .iter()
            .map(|item| convert(item, ty))
            .collect();
        let items = items.map_err(|message| CallError::Argument(columns.len(), message))?;
        count = count.saturating_mul(items.len());
        columns.push(items);
    }
    call.budget
        .values(count.saturating_mul(columns.len().saturating_add(1)))?;
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for column in &columns {
        rows = rows
            .iter()
            .flat_map(|row| {
                column
                    .iter()
                    .map(move |item| row.iter().chain([item]).cloned().collect())
            })
            .collect();
    }
    let tuple = Type::Tuple(types.iter().cloned().collect());
    let rows: Vec<Value> = rows.into_iter().map(Value::tuple).collect();
    let product = if matches!(call.result, Type::Set(_)) {
        Value::set(tuple, rows)
    } else {
        Value::list(tuple, rows)
    };
    Ok(product.marked(marks))
}

fn has_known_length(value: &Value) -> bool {
    let (least, most) = value.length_range();
    value.is_known() && least == most
}

/// Returns the product of sets whose length is unknown. Greater lengths than these are not tracked, as in go-cty.
fn undecided(call: &Call<'_>) -> Value {
    let marks = call
        .arguments
        .iter()
        .fold(Marks::NONE, |marks, argument| marks.and(argument.marks()));
    let mut longest = 1usize;
    for argument in &call.arguments {
        let (least, most) = argument.length_range();
        let unclear = argument.is_known() && least != most;
        longest = longest.saturating_mul(most);
        if unclear || most > 1024 || longest > 2048 {
            return call.unknown().marked(marks);
        }
    }
    Value::collection_between(call.result.clone(), longest.min(1), longest, true).marked(marks)
}
