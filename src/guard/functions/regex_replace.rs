use super::{Function, Input};
use crate::guard::eval::stop::Stop;
use crate::guard::regex;
use crate::guard::value::{Kind, Value};

/// `regex_replace(query, expression, replacement)`: what the matches become; what did not match is dropped.
pub static FUNCTION: Function = Function { name: "regex_replace", call };

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, Stop> {
    let expression = text(input, 1, "second")?;
    let replacement = text(input, 2, "third")?;
    let compiled = std::cell::OnceCell::new();
    input.each_string(|text| {
        let compiled = compiled.get_or_init(|| regex::compile(expression)).as_ref().map_err(wrong)?;
        let mut replaced = String::new();
        for captures in compiled.captures_iter(text) {
            captures.map_err(Stop::regex)?.expand(replacement, &mut replaced);
        }
        Ok(Some(replaced))
    })
}

fn text<'e>(input: &Input<'_, 'e>, at: usize, which: &str) -> Result<&'e str, Stop> {
    match input.first(at).map(|value| value.kind) {
        Some(Kind::Str(text)) => Ok(text),
        _ => {
            let what = format_args!("regex_replace function requires the {which} argument to be a string");
            Err(Stop::argument(what))
        }
    }
}

/// An expression that is none ends the evaluation, as in the reference; one that takes too many steps fails its clause.
fn wrong(error: &String) -> Stop {
    Stop { unevaluatable: false, ..Stop::regex(error) }
}
