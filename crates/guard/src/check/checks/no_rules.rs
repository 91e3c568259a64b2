use super::{Check, CheckInput, Report};
use crate::syntax::ast::Span;
use cfn_warden_syntax::finding::Severity;

/// Files without rules.
pub static CHECK: Check = Check {
    id: "no-rules",
    title: "File has no rules",
    description: "An empty file, or a file with only comments and variables, checks nothing, so every document is \
                  compliant.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    if input.file.rules.is_empty() {
        let what = match (
            input.file.parameterized.is_empty(),
            input.file.assignments.is_empty(),
        ) {
            (false, _) => "has only rules with parameters, which are never called",
            (true, false) => "has only variables",
            (true, true) if input.text.trim().is_empty() => "is empty",
            (true, true) => "has only comments",
        };
        report.add(Span::default(), format!("the file {what}: expected a rule"));
    }
}
