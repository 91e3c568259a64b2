use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use cfn_warden_syntax::finding::Severity;

/// Blocks without clauses.
pub static CHECK: Check = Check {
    id: "checks-nothing",
    title: "Block has no clauses",
    description: "A block that only assigns variables is skipped; a rule that consists of these blocks neither passes \
                  nor fails.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        if let Item::Body {
            span,
            is_empty: true,
            ..
        } = item
        {
            report.add(span, "this block assigns variables but has no clauses");
        }
    });
}
