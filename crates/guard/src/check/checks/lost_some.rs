use super::{Check, Facts, Report};
use crate::check::walk::{Item, Use};
use cfn_warden_syntax::finding::Severity;

/// `some` where it says nothing.
pub static CHECK: Check = Check {
    id: "lost-some",
    title: "`some` has no effect",
    description: "`some` counts on the left side of a comparison, before a block, and in an assignment. On a right side and in an argument \
                  it is read and forgotten.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, _| {
        if let Item::Query(query, Use::Right | Use::Argument) = item
            && query.some
        {
            report.add(query.span, "`some` has no effect here");
        }
    });
}
