use super::{Check, Facts, Report};
use crate::check::literals::name;
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand};
use cfn_warden_syntax::finding::Severity;

/// Arguments of a kind that a function does not take.
pub static CHECK: Check = Check {
    id: "argument-kind",
    title: "A function is given what it does not take",
    description: "A delimiter, an expression, a replacement and bounds of the wrong kind end the evaluation of the whole file with an \
                  error; a first argument of the wrong kind is dropped, so that there is no result.",
    severity: Severity::Error,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, _| {
        let Item::Function(call) = item else { return };
        let wanted = wanted(call.function.name);
        for (argument, wanted) in call.arguments.iter().zip(wanted) {
            let Operand::Literal(literal, span) = argument else { continue };
            let fits = match *wanted {
                "a string" => matches!(literal, Literal::String(_)),
                "a number" => matches!(literal, Literal::Int(_) | Literal::Float(_)),
                _ => true,
            };
            if !fits {
                report.add(*span, format!("`{}` takes {wanted} here, not {}", call.function.name, name(literal)));
            }
        }
    });
}

/// What a function takes, argument by argument; empty where anything may stand.
fn wanted(function: &str) -> &'static [&'static str] {
    match function {
        "join" => &["", "a string"],
        "substring" => &["a string", "a number", "a number"],
        "regex_replace" => &["a string", "a string", "a string"],
        "json_parse" | "parse_epoch" | "to_lower" | "to_upper" | "url_decode" => &["a string"],
        _ => &[],
    }
}
