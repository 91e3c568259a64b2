use std::collections::HashSet;

use super::{Check, CheckInput, Report};
use crate::check::walk::{Item, QueryUse};
use crate::syntax::ast::{Query, QueryPart};
use cfn_warden_syntax::finding::Severity;

/// Uses of undefined variables.
pub static CHECK: Check = Check {
    id: "undefined-variable",
    title: "Use of an undefined variable",
    description: "A variable is visible in the block that assigns it and in nested blocks, but not in the conditions \
                  before the block. Using any other variable ends the evaluation of the whole file with an error.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    let mut captured = HashSet::new();
    let mut assigned = HashSet::new();
    input.walk(|item, _| match item {
        Item::Assignment(one) => {
            assigned.insert(one.name.as_ref());
        }
        Item::Query(query, _) => captured.extend(query.parts.iter().filter_map(capture)),
        _ => {}
    });
    input.walk(|item, scope| {
        let Item::Query(query, what) = item else {
            return;
        };
        for name in variables(query) {
            // A rule with parameters also sees the variables of its callers, which may be any variable of the file.
            let from_caller = scope.has_parameters && assigned.contains(name);
            if !scope.sees(name) && !captured.contains(name) && !from_caller {
                let elsewhere = if assigned.contains(name) {
                    "; it is assigned in another block"
                } else {
                    ""
                };
                let shown = if what == QueryUse::Message {
                    "; the message will show its name"
                } else {
                    ""
                };
                report.add(
                    query.span,
                    format!("undefined variable `%{name}`{elsewhere}{shown}"),
                );
            }
        }
    });
}

fn capture(part: &QueryPart) -> Option<&str> {
    match part {
        QueryPart::AllValues(capture)
        | QueryPart::AllIndices(capture)
        | QueryPart::Filter { capture, .. } => capture.as_deref(),
        _ => None,
    }
}

fn variables(query: &Query) -> impl Iterator<Item = &str> {
    query.parts.iter().filter_map(|part| match part {
        QueryPart::Variable(name) => Some(name.as_ref()),
        _ => None,
    })
}
