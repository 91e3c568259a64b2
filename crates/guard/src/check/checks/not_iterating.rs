use super::{Check, Facts, Report};
use crate::check::walk::Item;
use crate::syntax::ast::{Literal, Operand, QueryPart};
use cfn_warden_syntax::finding::Severity;

/// `[*]` after a variable that holds one list.
pub static CHECK: Check = Check {
    id: "not-iterating",
    title: "`[*]` after a variable does not go through a list",
    description: "The first `[*]` after a variable stands for the variable's values, and one list is one value. To go through the list \
                  write `%name.*` or `%name[*][*]`.",
    severity: Severity::Warning,
    run,
};

fn run(facts: &Facts<'_>, report: &mut Report<'_>) {
    facts.walk(|item, scope| {
        let Item::Query(query, _) = item else { return };
        let [QueryPart::Variable(name), QueryPart::AllIndices(None), QueryPart::Key(key), ..] = query.parts.as_slice()
        else {
            return;
        };
        // The parser inserts the `[*]` where it is not written: only a written one shows what was meant.
        let written = facts.text_of(query.span).split_once(name.as_ref()).is_some_and(|(_, rest)| {
            rest.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('*'))
        });
        let holds_list =
            scope.find(name).is_some_and(|found| matches!(&found.value, Operand::Literal(Literal::List(_), _)));
        if written && holds_list {
            report.add(
                query.span,
                format!(
                    "`%{name}` is one list, so that `{key}` is looked for in the list itself: write `%{name}.*.{key}`"
                ),
            );
        }
    });
}
