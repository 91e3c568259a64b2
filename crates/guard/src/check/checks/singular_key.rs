use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::compile::{to_class_case, to_pascal_case};
use crate::syntax::ast::{QueryPart, Test, Unary};
use cfn_warden_syntax::finding::Severity;

/// Keys that are also looked up in the singular.
pub static CHECK: Check = Check {
    id: "singular-key",
    title: "Missing key is also looked up in the singular",
    description: "A key that a map lacks is looked up in other forms, including the English singular. If a resource \
                  has no `Tags` but a `Tag`, the clause applies to `Tag`.",
    severity: Severity::Informational,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    // Reported once for each key, because most rules of a file repeat the same tests.
    let mut reported = std::collections::HashSet::new();
    input.walk(|item, _| {
        let Item::Comparison(one) = item else { return };
        if !matches!(
            one.test,
            Test::Unary {
                operator: Unary::Exists | Unary::Empty,
                ..
            }
        ) {
            return;
        }
        let Some(QueryPart::Key(key)) = one.query.parts.last() else {
            return;
        };
        if **key == *"Resources" {
            return;
        }
        let singular = to_class_case(key);
        if singular != to_pascal_case(key) && reported.insert(key.clone()) {
            report.add(
                one.query.span,
                format!("if `{key}` is missing, this applies to `{singular}`"),
            );
        }
    });
}
