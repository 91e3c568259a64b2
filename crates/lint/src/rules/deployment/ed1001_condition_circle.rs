//! Reports conditions that depend on themselves.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use crate::rules::values::visit_all;
use cfn_warden_schema::{InstancePath, Message, Step};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::{Function, lone_function};

pub static RULE: Rule =
    Rule { id: RuleId::new("ED1001"), tags: &["conditions"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let conditions = lint.template.root.get("Conditions").and_then(|section| section.as_map()).unwrap_or_default();
    let names: Vec<&str> = conditions.iter().map(|entry| entry.key.as_str().unwrap_or_default()).collect();
    let edges: Vec<Vec<usize>> = conditions.iter().map(|entry| used_conditions(entry, &names)).collect();
    for circle in circles(&edges) {
        let Some(first) = circle.first().and_then(|first| conditions.get(*first)) else { continue };
        let steps = circle.iter().chain(circle.first()).filter_map(|place| names.get(*place).copied());
        let steps = steps.collect::<Vec<_>>().join(" -> ");
        let message = match circle.as_slice() {
            [_] => format!("The condition refers to itself: {steps}"),
            _ => format!("The conditions depend on each other in a circle: {steps}"),
        };
        let path = InstancePath::ROOT.names(lint.arena, ["Conditions"]).step(lint.arena, Step::Key(first.key));
        sink.report(path, first.value, Message::text(lint.arena.alloc_str(&message)));
    }
}

/// Returns the conditions that a condition refers to, as indices into `names`.
fn used_conditions(condition: &Entry<'_>, names: &[&str]) -> Vec<usize> {
    let mut used = Vec::new();
    visit_all(condition.value, &mut Vec::new(), &mut |_, node| {
        let Some((Function::Condition, entry)) = lone_function(node) else { return };
        used.extend(entry.value.as_str().and_then(|name| names.iter().position(|other| *other == name)));
    });
    used
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open,
    Done,
}

/// Returns the circles of a graph that a depth-first search closes, each as the vertices from its first one.
fn circles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut visits = vec![Visit::New; edges.len()];
    let mut found = Vec::new();
    for start in 0..edges.len() {
        if visits.get(start) != Some(&Visit::New) {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let target = edges.get(*vertex).and_then(|targets| targets.get(*next)).copied();
            *next += 1;
            let state = if target.is_some() { Visit::Open } else { Visit::Done };
            if let Some(visit) = visits.get_mut(*vertex) {
                *visit = state;
            }
            match target.map(|target| (target, visits.get(target))) {
                None => _ = path.pop(),
                Some((target, Some(Visit::New))) => path.push((target, 0)),
                Some((target, Some(Visit::Open))) => {
                    found.push(path.iter().map(|(vertex, _)| *vertex).skip_while(|vertex| *vertex != target).collect());
                }
                Some(_) => {}
            }
        }
    }
    found
}
