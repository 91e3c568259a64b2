use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::QueryPart;
use cfn_warden_syntax::finding::Severity;

/// Filters that do not apply to the elements of a list.
pub static CHECK: Check = Check {
    id: "filter-context",
    title: "Filter applies to the enclosing value, not to the elements",
    description: "After `[*]` on a list of maps, the clauses of a filter are evaluated on the value of the enclosing \
                  block. To filter the elements, apply the filter directly to the list: `List[ clauses ]` instead of \
                  `List[*][ clauses ]`.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::Query(query, _) = item else { return };
        // After a variable and at the start of a query, filters do apply to the elements.
        let all_then_filter = query.parts.windows(3).any(|parts| {
            matches!(
                parts,
                [
                    QueryPart::Key(_) | QueryPart::AllValues(_),
                    QueryPart::AllIndices(None),
                    QueryPart::Filter { .. }
                ]
            )
        });
        if all_then_filter {
            report.add(
                query.span,
                "after `[*]`, this filter does not apply to the elements of the list; remove `[*]`",
            );
        }
    });
}
