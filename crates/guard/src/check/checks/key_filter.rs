use super::{Check, CheckInput, Report};
use crate::check::literals::{Kind, kind, name};
use crate::check::walk::Item;
use crate::syntax::ast::{KeyOperator, Literal, Operand};
use cfn_warden_syntax::finding::Severity;

/// Key filters that select nothing.
pub static CHECK: Check = Check {
    id: "key-filter",
    title: "Key filter selects nothing",
    description: "Keys are strings. With `==` or `!=`, a key is neither equal nor unequal to a list, unless the list \
                  has one element. Use `in`.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, _| {
        let Item::KeyFilter(filter, _) = item else {
            return;
        };
        let Operand::Literal(right, span) = &filter.right else {
            return;
        };
        match (filter.operator, right) {
            (KeyOperator::Equals, Literal::List(items)) if items.len() != 1 => {
                report.add(
                    *span,
                    "`==` and `!=` do not compare a key with a list; use `in` or `not in`",
                );
            }
            (KeyOperator::In, Literal::List(items))
                if items.iter().any(|item| kind(item) == Kind::Text) => {}
            (_, Literal::List(_)) if filter.negated => {}
            (_, Literal::List(items)) if items.iter().all(|item| kind(item) != Kind::Text) => {
                report.add(*span, "keys are strings, but this list contains no strings");
            }
            (_, other) if !matches!(kind(other), Kind::Text | Kind::List) => {
                report.add(
                    *span,
                    format!(
                        "keys are strings and cannot be compared with {}",
                        name(other)
                    ),
                );
            }
            _ => {}
        }
    });
}
