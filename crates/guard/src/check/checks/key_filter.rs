use super::{Check, Facts, Report};
use crate::check::literals::{Kind, kind, name};
use crate::check::walk::Item;
use crate::syntax::ast::{KeyOperator, Literal, Operand};
use cfn_warden_syntax::finding::Severity;

/// Filters on keys that select nothing.
pub static CHECK: Check = Check {
    id: "key-filter",
    title: "A filter on keys selects nothing",
    description: "Keys are strings. Compared by `==` or `!=`, a key is never equal nor unequal to a list, except of one element: use `in`.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, _| {
        let Item::KeyFilter(filter, _) = item else { return };
        let Operand::Literal(right, span) = &filter.right else { return };
        match (filter.operator, right) {
            (KeyOperator::Equals, Literal::List(items)) if items.len() != 1 => {
                report.add(*span, "no key is compared with a whole list: use `in` or `not in`");
            }
            (KeyOperator::In, Literal::List(items)) if items.iter().any(|item| kind(item) == Kind::Text) => {}
            (_, Literal::List(_)) if filter.negated => {}
            (_, Literal::List(items)) if items.iter().all(|item| kind(item) != Kind::Text) => {
                report.add(*span, "keys are strings: none is in this list");
            }
            (_, other) if !matches!(kind(other), Kind::Text | Kind::List) => {
                report.add(*span, format!("keys are strings: none can be compared with {}", name(other)));
            }
            _ => {}
        }
    });
}
