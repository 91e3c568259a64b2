use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand, QueryPart};
use cfn_warden_syntax::finding::Severity;

/// `[*]` after a variable whose value is one list.
pub static CHECK: Check = Check {
    id: "not-iterating",
    title: "`[*]` after a variable does not iterate over a list",
    description: "The first `[*]` after a variable iterates over the values of the variable, and a list is a single \
                  value. To iterate over its elements, write `%name.*` or `%name[*][*]`.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    input.walk(|item, scope| {
        let Item::Query(query, _) = item else { return };
        let [QueryPart::Variable(name), QueryPart::AllIndices(None), QueryPart::Key(key), ..] = query.parts.as_slice()
        else {
            return;
        };
        // The parser inserts a missing `[*]`; only an explicit one shows the author's intention.
        let written = input.text_of(query.span).split_once(name.as_ref()).is_some_and(|(_, rest)| {
            rest.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('*'))
        });
        let holds_list =
            scope.find(name).is_some_and(|found| matches!(&found.value, Operand::Literal(Literal::List(_), _)));
        if written && holds_list {
            report.add(
                query.span,
                format!(
                    "`%{name}` is a single list, so `{key}` is looked up in the list itself; write `%{name}.*.{key}`"
                ),
            );
        }
    });
}
