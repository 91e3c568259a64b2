//! Reports conditions that depend on themselves.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::values::visit_all;
use cfn_warden_schema::{InstancePath, Message, Step};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_template::function::{Function, lone_function};

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1001"),
    tags: &["conditions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// The number of circles that are reported, and of names in a message.
const MOST_CIRCLES: usize = 50;
const MOST_NAMES: usize = 20;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let conditions = conditions(lint);
    let names: Vec<&str> = conditions
        .iter()
        .map(|entry| entry.key.as_str().unwrap_or_default())
        .collect();
    for circle in circles_of(lint) {
        let Some(first) = circle.first().and_then(|first| conditions.get(*first)) else {
            continue;
        };
        let name = |place: &usize| names.get(*place).copied();
        let more = if circle.len() > MOST_NAMES {
            Some("...")
        } else {
            None
        };
        let steps = circle
            .iter()
            .take(MOST_NAMES)
            .filter_map(name)
            .chain(more)
            .chain(circle.first().and_then(name));
        let steps = steps.collect::<Vec<_>>().join(" -> ");
        let message = match circle.as_slice() {
            [_] => format!("the condition refers to itself: {steps}"),
            _ => format!("the conditions depend on each other in a circle: {steps}"),
        };
        let path = InstancePath::ROOT
            .names(lint.arena, ["Conditions"])
            .step(lint.arena, Step::Key(first.key));
        sink.report(
            path,
            first.value,
            Message::text(lint.arena.alloc_str(&message)),
        );
    }
}

fn conditions<'a>(lint: &Lint<'a, '_>) -> &'a [Entry<'a>] {
    lint.template
        .root
        .get("Conditions")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
}

/// Returns the circles of conditions, each as the indices of its conditions.
pub(super) fn circles_of(lint: &Lint<'_, '_>) -> Vec<Vec<usize>> {
    let conditions = conditions(lint);
    let index: HashMap<&str, usize> = conditions
        .iter()
        .zip(0..)
        .filter_map(|(entry, place)| Some((entry.key.as_str()?, place)))
        .collect();
    let edges: Vec<Vec<usize>> = conditions
        .iter()
        .map(|entry| used_conditions(entry, &index))
        .collect();
    circles(&edges)
}

/// Returns the conditions that a condition refers to, by the index of their names.
fn used_conditions(condition: &Entry<'_>, index: &HashMap<&str, usize>) -> Vec<usize> {
    let mut used = Vec::new();
    visit_all(condition.value, &mut Vec::new(), &mut |_, node| {
        let Some((Function::Condition, entry)) = lone_function(node) else {
            return;
        };
        used.extend(entry.value.as_str().and_then(|name| index.get(name)));
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
            if found.len() >= MOST_CIRCLES {
                return found;
            }
            let target = edges
                .get(*vertex)
                .and_then(|targets| targets.get(*next))
                .copied();
            *next += 1;
            let state = if target.is_some() {
                Visit::Open
            } else {
                Visit::Done
            };
            if let Some(visit) = visits.get_mut(*vertex) {
                *visit = state;
            }
            match target.map(|target| (target, visits.get(target))) {
                None => _ = path.pop(),
                Some((target, Some(Visit::New))) => path.push((target, 0)),
                Some((target, Some(Visit::Open))) => {
                    found.push(
                        path.iter()
                            .map(|(vertex, _)| *vertex)
                            .skip_while(|vertex| *vertex != target)
                            .collect(),
                    );
                }
                Some(_) => {}
            }
        }
    }
    found
}
