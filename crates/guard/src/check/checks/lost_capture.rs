use super::{Check, Facts, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Query, QueryPart};
use cfn_warden_syntax::finding::Severity;

/// Captures that capture nothing.
pub static CHECK: Check = Check {
    id: "lost-capture",
    title: "A capture has no effect",
    description: "A name before a filter's clauses captures the keys of a map where the filter stands directly after \
                  the map's own key. After `.*` or `[*]`, and in filters on keys, the name is read and forgotten.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, _| match item {
        Item::KeyFilter(filter, query) => {
            if let Some(name) = &filter.capture {
                report.add(query.span, format!("`{name} |` captures nothing in a filter on keys"));
            }
        }
        Item::Query(query, _) => filters(query, report),
        _ => {}
    });
}

fn filters(query: &Query, report: &mut Report<'_>) {
    for pair in query.parts.windows(2) {
        let [before, QueryPart::Filter { capture: Some(name), .. }] = pair else { continue };
        if matches!(before, QueryPart::AllValues(_) | QueryPart::AllIndices(_)) {
            report.add(query.span, format!("`{name} |` captures nothing after `.*` or `[*]`"));
        }
    }
}
