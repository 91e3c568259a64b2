use super::{Function, Input};
use crate::guard::eval::stop::Stop;
use crate::guard::value::{Kind, Value};

/// `substring(query, from, to)`: characters from one offset up to another; strings that are shorter are dropped.
pub static FUNCTION: Function = Function { name: "substring", call };

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, Stop> {
    let from = offset(input, 1, "second")?;
    let to = offset(input, 2, "third")?;
    input.each_string(|text| {
        let inside = from < to && to <= text.chars().count();
        Ok(inside.then(|| text.chars().take(to).skip(from).collect()))
    })
}

fn offset(input: &Input<'_, '_>, at: usize, which: &str) -> Result<usize, Stop> {
    let int = match input.first(at).map(|value| value.kind) {
        Some(Kind::Int(int)) => int,
        Some(Kind::Float(float)) if float.is_finite() => float as i64,
        _ => {
            let what = format_args!("substring function requires the {which} argument to be a number");
            return Err(Stop::argument(what));
        }
    };
    usize::try_from(int).map_err(|_| {
        Stop::argument(format_args!(
            "substring function requires the {which} argument to be an offset into the string, which {int} is not"
        ))
    })
}
