use super::{Function, Input, NO_ORIGIN};
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::value::{Kind, Origin, Value};

/// `count(query)`: the number of resolved results. A list counts as one.
pub static FUNCTION: Function = Function {
    name: "count",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let results = input.argument(0);
    let found = results
        .iter()
        .filter(|result| result.value().is_some())
        .count();
    let origin = match results.first() {
        Some(QueryResult::Resolved(value) | QueryResult::Literal(value)) => value.origin,
        Some(QueryResult::Missing(missing)) => missing.at.origin,
        None => Origin::Fixed(&NO_ORIGIN),
    };
    Ok(vec![Value {
        kind: Kind::Int(i64::try_from(found).unwrap_or(i64::MAX)),
        origin,
    }])
}
