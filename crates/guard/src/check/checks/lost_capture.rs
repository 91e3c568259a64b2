use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Query, QueryPart};
use cfn_warden_syntax::finding::Severity;

/// Captures without effect.
pub static CHECK: Check = Check {
    id: "lost-capture",
    title: "Capture has no effect",
    description: "A name before the clauses of a filter captures the keys of a map only if the filter directly \
                  follows the key of the map. After `.*` or `[*]`, and in key filters, the name is ignored.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| match item {
        Item::KeyFilter(filter, query) => {
            if let Some(name) = &filter.capture {
                report.add(
                    query.span,
                    format!("`{name} |` captures nothing in a key filter"),
                );
            }
        }
        Item::Query(query, _) => filters(query, report),
        _ => {}
    });
}

fn filters(query: &Query, report: &mut Report<'_>) {
    for pair in query.parts.windows(2) {
        let [
            before,
            QueryPart::Filter {
                capture: Some(name),
                ..
            },
        ] = pair
        else {
            continue;
        };
        if matches!(before, QueryPart::AllValues(_) | QueryPart::AllIndices(_)) {
            report.add(
                query.span,
                format!("`{name} |` captures nothing after `.*` or `[*]`"),
            );
        }
    }
}
