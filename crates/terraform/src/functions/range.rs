use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::{Type, Value};
use cfn_warden_syntax::text;

/// `range(start, limit, step)`: returns a list of numbers from `start` (inclusive) to `limit` (exclusive).
pub static FUNCTION: Function = Function {
    name: "range",
    parameters: &[],
    rest: Some(Parameter::new("params", ParamType::Number)),
    returns: Returns::Fixed(ParamType::Numbers),
    call: Implementation::Values(call),
};

/// Terraform's limit on the number of values.
const MOST: usize = 1024;

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (zero, one) = (Number::of_int(0), Number::of_int(1));
    let numbers: Vec<Number> = call
        .arguments
        .iter()
        .filter_map(Value::number)
        .cloned()
        .collect();
    let (start, end, step) = match numbers.as_slice() {
        [end] => (
            zero.clone(),
            end.clone(),
            if end.is_negative() {
                one.negated()
            } else {
                one
            },
        ),
        [start, end] => (
            start.clone(),
            end.clone(),
            if end < start { one.negated() } else { one },
        ),
        [start, end, step] => (start.clone(), end.clone(), step.clone()),
        _ => return Err(CallError::call("must have one, two, or three arguments")),
    };
    let many = || {
        CallError::call(text!(
            "more than {} values were generated; either decrease the difference between start and end or use a smaller step",
            MOST
        ))
    };
    if step.is_zero() && start == end {
        return Ok(Value::list(Type::Number, Vec::new()));
    }
    let down = step.is_negative();
    if down && start < end {
        return Err(CallError::argument(
            0,
            "end must be less than start when step is negative",
        ));
    }
    if !down && start > end {
        return Err(CallError::argument(
            0,
            "end must be greater than start when step is positive",
        ));
    }
    let mut values = Vec::new();
    let mut next = start;
    while if down { next > end } else { next < end } {
        if values.len() >= MOST {
            return Err(many());
        }
        values.push(Value::from(next.clone()));
        next = next.add(&step)?;
    }
    Ok(Value::list(Type::Number, values))
}
