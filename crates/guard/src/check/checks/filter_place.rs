use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::QueryPart;
use cfn_warden_syntax::finding::Severity;

/// Filters in positions where cfn-guard cannot apply them to maps.
pub static CHECK: Check = Check {
    id: "filter-place",
    title: "Filter in a position where cfn-guard fails on maps",
    description: "On a map, cfn-guard supports filters only after a key, `.*` or `[*]`. After an index, `this` or \
                  another filter, it ends the whole run. Combine the clauses of both filters, or assign the first \
                  selection to a variable.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::Query(query, _) = item else { return };
        for pair in query.parts.windows(2) {
            let [before, QueryPart::Filter { .. }] = pair else {
                continue;
            };
            let what = match before {
                QueryPart::Index(_) => "an index",
                QueryPart::This => "`this`",
                QueryPart::Filter { .. } | QueryPart::KeyFilter(_) => "another filter",
                _ => continue,
            };
            report.add(
                query.span,
                format!("cfn-guard fails on a map if a filter follows {what}"),
            );
        }
    });
}
