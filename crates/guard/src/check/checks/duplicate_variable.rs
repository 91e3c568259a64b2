use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::Let;
use cfn_warden_syntax::finding::Severity;

/// Variables that are assigned twice in one block.
pub static CHECK: Check = Check {
    id: "duplicate-variable",
    title: "Variable assigned twice in one block",
    description: "Only one of several assignments takes effect, for the whole block: literals take precedence over \
                  function calls, and these over queries; among assignments of the same kind, the last one wins.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    twice(&input.file.assignments, report);
    input.walk(|item, _| {
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
                format!(
                    "`{}` is assigned twice in this block; only one assignment takes effect",
                    one.name
                ),
            );
        }
    }
}
