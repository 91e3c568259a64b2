use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::eval::result::Res;
use crate::value::{Fixed, Kind, Origin, Place, Value};

/// `count(query)`: the number of resolved results. A list counts as one.
pub static FUNCTION: Function = Function { name: "count", call };

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    static NOWHERE: Fixed<'static> = Fixed { path: "", place: Place { line: 0, column: 0 } };
    let results = input.argument(0);
    let found = results.iter().filter(|result| result.value().is_some()).count();
    let origin = match results.first() {
        Some(Res::Resolved(value) | Res::Literal(value)) => value.origin,
        Some(Res::Missing(missing)) => missing.at.origin,
        None => Origin::Fixed(&NOWHERE),
    };
    Ok(vec![Value { kind: Kind::Int(i64::try_from(found).unwrap_or(i64::MAX)), origin }])
}
