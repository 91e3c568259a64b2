use std::rc::Rc;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::csv;
use crate::support::go;
use crate::value::{Type, Value};

/// `csvdecode(str)`: decodes CSV to a list of objects. The first record names the attributes.
pub static FUNCTION: Function = Function {
    name: "csvdecode",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Dynamic)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let mut records = csv::records(call.str(0)?)
        .map_err(CallError::Call)?
        .into_iter();
    let header = records
        .next()
        .ok_or_else(|| CallError::call("missing header line"))?;
    for (at, name) in header.iter().enumerate() {
        if header.iter().take(at).any(|other| other == name) {
            return Err(CallError::call(format!(
                "duplicate column name {}",
                go::quoted(name)
            )));
        }
    }
    let names: Vec<Rc<str>> = header.iter().map(|name| Rc::from(name.as_str())).collect();
    let ty = Type::object(
        names
            .iter()
            .map(|name| (Rc::clone(name), Type::String))
            .collect(),
    );
    let mut rows = Vec::new();
    for record in records {
        call.budget.values(record.len())?;
        rows.push(Value::object(
            names
                .iter()
                .map(Rc::clone)
                .zip(record.into_iter().map(Value::from))
                .collect(),
        ));
    }
    Ok(Value::list(ty, rows))
}
