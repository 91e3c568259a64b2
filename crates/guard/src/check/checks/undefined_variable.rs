use std::collections::{HashMap, HashSet};

use super::{Check, CheckInput, Report};
use crate::check::walk::{Item, QueryUse};
use crate::syntax::ast::{Query, QueryPart, RulesFile};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::nearest;

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
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    input.walk(|item, scope| match item {
        Item::Assignment(one) => {
            assigned.insert(one.name.as_ref());
        }
        Item::Query(query, _) => captured.extend(query.parts.iter().filter_map(capture)),
        Item::Call(call) => callers
            .entry(&call.rule.rule)
            .or_default()
            .extend(scope.rule),
        _ => {}
    });
    input.walk(|item, scope| {
        let Item::Query(query, what) = item else {
            return;
        };
        for name in variables(query) {
            if scope.sees(name) || captured.contains(name) {
                continue;
            }
            // A rule with parameters also sees the parameters and variables of its callers. The variables may be any of the file.
            let from_caller = scope.has_parameters
                && (assigned.contains(name)
                    || parameters_of_callers(input.file, &callers, scope.rule).contains(name));
            if !from_caller {
                let elsewhere = if assigned.contains(name) {
                    "; it is assigned in another block".to_owned()
                } else {
                    let names = assigned.iter().chain(&captured).copied();
                    let similar = nearest(name, scope.parameters().chain(names));
                    similar
                        .filter(|similar| scope.sees(similar) || captured.contains(similar))
                        .map_or_else(String::new, |similar| {
                            format!("; did you mean `%{similar}`?")
                        })
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

/// Returns the parameters of the rules that call a rule, directly or through others.
fn parameters_of_callers<'f>(
    file: &'f RulesFile,
    callers: &HashMap<&'f str, Vec<&'f str>>,
    rule: Option<&'f str>,
) -> HashSet<&'f str> {
    let callers_of = |rule: &str| callers.get(rule).map(Vec::as_slice).unwrap_or_default();
    let mut pending: Vec<&str> = rule.map(callers_of).unwrap_or_default().to_vec();
    let mut seen = HashSet::new();
    while let Some(caller) = pending.pop() {
        if seen.insert(caller) {
            pending.extend(callers_of(caller));
        }
    }
    let calling = file
        .parameterized
        .iter()
        .filter(|one| seen.contains(&*one.rule.name));
    calling
        .flat_map(|one| one.parameters.iter().map(|name| &**name))
        .collect()
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
