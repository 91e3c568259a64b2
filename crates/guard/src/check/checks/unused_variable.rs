use std::collections::HashSet;

use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::QueryPart;
use cfn_warden_syntax::finding::Severity;

/// Variables that are never used.
pub static CHECK: Check = Check {
    id: "unused-variable",
    title: "Unused variable",
    description: "The file does not use a variable of this name.",
    severity: Severity::Informational,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    let mut used = HashSet::new();
    input.walk(|item, _| {
        if let Item::Query(query, _) = item {
            used.extend(query.parts.iter().filter_map(|part| match part {
                QueryPart::Variable(name) => Some(name.as_ref()),
                _ => None,
            }));
        }
    });
    input.walk(|item, _| {
        if let Item::Assignment(one) = item
            && !used.contains(one.name.as_ref())
        {
            report.add(one.span, format!("`%{}` is never used", one.name));
        }
    });
}
