use super::{Check, CheckInput, Report};
use crate::check::literals::name;
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand};
use cfn_warden_syntax::finding::Severity;

/// Arguments of the wrong type.
pub static CHECK: Check = Check {
    id: "argument-kind",
    title: "Function argument has the wrong type",
    description: "A delimiter, regular expression, replacement or bound of the wrong type ends the evaluation of the \
                  whole file with an error. A first argument of the wrong type is dropped, so the function returns \
                  nothing.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::Function(call) = item else { return };
        let expected_types = expected_types(call.function.name);
        for (argument, expected) in call.arguments.iter().zip(expected_types) {
            let Operand::Literal(literal, span) = argument else {
                continue;
            };
            let fits = match *expected {
                "a string" => matches!(literal, Literal::String(_)),
                "a number" => matches!(literal, Literal::Int(_) | Literal::Float(_)),
                _ => true,
            };
            if !fits {
                report.add(
                    *span,
                    format!(
                        "`{}` expects {expected} here, not {}",
                        call.function.name,
                        name(literal)
                    ),
                );
            }
        }
    });
}

/// Returns the types of the arguments of a function; empty if any type is allowed.
fn expected_types(function: &str) -> &'static [&'static str] {
    match function {
        "join" => &["", "a string"],
        "substring" => &["a string", "a number", "a number"],
        "regex_replace" => &["a string", "a string", "a string"],
        "json_parse" | "parse_epoch" | "to_lower" | "to_upper" | "url_decode" => &["a string"],
        _ => &[],
    }
}
