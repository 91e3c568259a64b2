use cfn_warden_syntax::{Operand, text};
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

/// The bytes of a field while it is parsed.
const FIELD: usize = 64;

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    // A field is a text, at first of its own.
    let text = call.str(0)?;
    let fields = text
        .bytes()
        .filter(|byte| matches!(byte, b',' | b'\n'))
        .count();
    call.budget
        .room(fields.saturating_mul(FIELD).saturating_add(text.len()))?;
    let mut records = csv::records(call.str(0)?)
        .map_err(CallError::Call)?
        .into_iter();
    let header = records
        .next()
        .ok_or_else(|| CallError::call("missing header line"))?;
    for (at, name) in header.iter().enumerate() {
        if header.iter().take(at).any(|other| other == name) {
            return Err(CallError::call(text!(
                "duplicate column name {}",
                Operand::Value(&go::quoted(name))
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
        call.budget.map(record.len())?;
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
