use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Binary, Operand, QueryPart, Test};
use cfn_warden_syntax::finding::Severity;

/// Operators used as the right side of a comparison, where they are property names.
pub static CHECK: Check = Check {
    id: "operator-as-name",
    title: "Comparison with a property named like an operator",
    description: "`exists`, `empty` and the `is_` operators follow a query directly. After `==`, `!=` or `in`, the \
                  word is the name of a property that documents do not have: an assertion fails, and a condition \
                  never holds.",
    severity: Severity::Error,
    run,
};

const OPERATORS: &[&str] = &[
    "exists",
    "empty",
    "is_string",
    "is_list",
    "is_struct",
    "is_bool",
    "is_int",
    "is_float",
    "is_null",
];

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::Comparison(one) = item else { return };
        let Test::Binary {
            operator,
            negated,
            right: Operand::Query(right),
        } = &one.test
        else {
            return;
        };
        let [QueryPart::Key(name)] = right.parts.as_slice() else {
            return;
        };
        let Some(word) = OPERATORS
            .iter()
            .find(|word| word.eq_ignore_ascii_case(name))
        else {
            return;
        };
        let query = input.text_of(one.query.span);
        let not = if *negated { "!" } else { "" };
        let meant = match operator {
            Binary::Equals | Binary::In => format!("; write `{query} {not}{word}`"),
            _ => String::new(),
        };
        report.add(
            right.span,
            format!("this compares with a property named `{name}`{meant}"),
        );
    });
}
