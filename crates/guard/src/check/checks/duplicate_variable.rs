use super::{Check, Facts, Report};
use crate::check::walk::Item;
use crate::syntax::ast::Let;
use cfn_warden_syntax::finding::Severity;

/// Variables assigned twice in one block.
pub static CHECK: Check = Check {
    id: "duplicate-variable",
    title: "A variable is assigned twice in one block",
    description: "Of several assignments one counts, for the whole block: a literal before a function's result before a query, and of \
                  two of a kind the last.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    twice(&facts.file.assignments, report);
    facts.walk(|item, _| {
        if let Item::Body { assignments, .. } = item {
            twice(assignments, report);
        }
    });
}

fn twice(assignments: &[Let], report: &mut Report<'_>) {
    let mut seen = std::collections::HashSet::new();
    for one in assignments {
        if !seen.insert(one.name.as_ref()) {
            report.add(
                one.span,
                format!("`{}` is assigned twice in this block, and only one assignment counts", one.name),
            );
        }
    }
}
