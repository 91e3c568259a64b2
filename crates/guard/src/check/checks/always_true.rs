use super::{Check, CheckInput, Report};
use crate::check::literals::is_range;
use crate::check::walk::Item;
use crate::syntax::ast::{Binary, Literal, Operand, Test};
use cfn_warden_syntax::finding::Severity;

/// Comparisons that every value passes.
pub static CHECK: Check = Check {
    id: "always-true",
    title: "Comparison holds for every value",
    description: "No value is in an empty list, and ranges in a list are not evaluated, so every value passes `not \
                  in`.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        if let Item::Comparison(one) = item
            && let Test::Binary {
                operator: Binary::In,
                negated,
                right: Operand::Literal(Literal::List(items), span),
            } = &one.test
            && *negated != one.negated
            && items.iter().all(is_range)
        {
            let what = if items.is_empty() {
                "an empty list"
            } else {
                "a list of ranges"
            };
            report.add(*span, format!("every value passes `not in` {what}"));
        }
    });
}
