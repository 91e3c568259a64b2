use std::collections::HashMap;

use super::{Check, CheckInput, Report};
use crate::check::walk::Item;
use crate::syntax::ast::Span;
use cfn_warden_syntax::finding::Severity;

/// Rules that depend on themselves.
pub static CHECK: Check = Check {
    id: "circular-rule",
    title: "Rule depends on itself",
    description: "A rule that refers to itself, directly or through other rules, has no verdict.",
    severity: Severity::Error,
    run,
};

/// The references of each rule, with their spans.
type Uses<'f> = HashMap<&'f str, Vec<(&'f str, Span)>>;

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    let mut uses = Uses::new();
    input.walk(|item, scope| {
        let (name, span) = match item {
            Item::Reference(one) => (one.rule.as_ref(), one.span),
            Item::Call(one) => (one.rule.rule.as_ref(), one.rule.span),
            _ => return,
        };
        if let Some(rule) = scope.rule {
            uses.entry(rule).or_default().push((name, span));
        }
    });
    let mut rules: Vec<_> = uses.keys().copied().collect();
    rules.sort_unstable();
    for rule in rules {
        for (name, span) in uses.get(rule).into_iter().flatten() {
            if reaches(&uses, name, rule) {
                report.add(
                    *span,
                    format!("rule `{rule}` depends on itself through this reference to `{name}`"),
                );
            }
        }
    }
}

/// Whether a rule refers to another, directly or through other rules.
fn reaches(uses: &Uses<'_>, from: &str, to: &str) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![from];
    while let Some(rule) = open.pop() {
        if rule == to {
            return true;
        }
        if seen.insert(rule) {
            open.extend(uses.get(rule).into_iter().flatten().map(|(name, _)| *name));
        }
    }
    false
}
