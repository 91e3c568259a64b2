use super::{Check, CheckInput, Report};
use crate::check::walk::{Item, QueryUse};
use cfn_warden_syntax::finding::Severity;

/// `some` without effect.
pub static CHECK: Check = Check {
    id: "lost-some",
    title: "`some` has no effect",
    description: "`some` applies to the left side of a comparison, to the query of a block and to an assignment. On a \
                  right side and in an argument it is ignored.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        if let Item::Query(query, QueryUse::Right | QueryUse::Argument) = item
            && query.some
        {
            report.add(query.span, "`some` has no effect here");
        }
    });
}
