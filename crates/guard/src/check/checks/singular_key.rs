use cruet::case::{to_class_case, to_pascal_case};

use super::{Check, Facts, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{QueryPart, Test, Unary};
use cfn_warden_syntax::finding::Severity;

/// Keys that are also found in the singular.
pub static CHECK: Check = Check {
    id: "singular-key",
    title: "A missing key is also looked for in the singular",
    description: "A key that a map does not have is looked for in other spellings, one of which is the English singular: where there are no \
                  `Tags`, `Tag` is found, so that this clause speaks of it.",
    severity: Severity::Informational,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    // Once for each key: the same tests stand in most rules of a file.
    let mut said = std::collections::HashSet::new();
    facts.walk(|item, _| {
        let Item::Comparison(one) = item else { return };
        if !matches!(one.test, Test::Unary { operator: Unary::Exists | Unary::Empty, .. }) {
            return;
        }
        let Some(QueryPart::Key(key)) = one.query.parts.last() else { return };
        if **key == *"Resources" {
            return;
        }
        let singular = to_class_case(key);
        if singular != to_pascal_case(key) && said.insert(key.clone()) {
            report.add(one.query.span, format!("where there is no `{key}`, this speaks of `{singular}`"));
        }
    });
}
