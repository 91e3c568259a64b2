use crate::check_type::Check;
use crate::value_type::KeyError;
use crate::visit::{Event, visit};
use cfn_warden_guard::check::{CheckInput, Report};
use cfn_warden_guard::syntax::ast::QueryPart;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::nearest;

/// Reference to a property that does not exist.
pub static CHECK: Check = Check {
    id: "unknown-property",
    title: "Property does not exist",
    description: "The schema of the resource type does not have the property at this path, so the query finds nothing in a template that \
                  deploys.",
    severity: Severity::Error,
    run,
};

fn run(knowledge: &Knowledge, facts: &CheckInput<'_>, report: &mut Report<'_>) {
    visit(knowledge, facts.file, &mut |event| {
        let Event::Missing {
            query,
            key,
            before,
            error,
            is_right,
        } = event
        else {
            return;
        };
        let holder = before.iter().rev().find_map(|part| match part {
            QueryPart::Key(key) => Some(format!("`{key}`")),
            QueryPart::Variable(name) => Some(format!("`%{name}`")),
            _ => None,
        });
        let holder = holder.unwrap_or_else(|| "the value of this block".to_owned());
        let mut message = match error {
            KeyError::Names(names) => match nearest(key, names.iter().copied()) {
                Some(near) => format!("{holder} has no `{key}`: did you mean `{near}`?"),
                None if names.contains(&"Properties") => {
                    format!("{holder} has no `{key}`: did you mean `Properties.{key}`?")
                }
                None => format!("{holder} has no `{key}`"),
            },
            KeyError::List => {
                format!(
                    "{holder} is a list, which has no `{key}`: write `[*].{key}` for that of its items"
                )
            }
            KeyError::Scalar(kind) => format!("{holder} is of type {kind}, and has no `{key}`"),
        };
        if is_right && before.is_empty() {
            message.push_str(&format!("; text is written in quotes: `\"{key}\"`"));
        }
        report.add(query.span, message);
    });
}
