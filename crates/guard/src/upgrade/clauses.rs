//! Finds the clauses of a rule that have different results in two versions. Causes are reported without their
//! consequences, as far as the two can be separated.

use std::collections::{BTreeMap, HashMap};

use crate::compile::program::Location;
use crate::findings::{ValueLocation, value_location};
use crate::outcome::{Check, Context, Record};
use crate::value::Origin;
use crate::{Detail, Doc, Options, Rules, Status, evaluate};
use cfn_warden_syntax::{LocationIndex, Path, Position, Span, Tree};

/// The longest clause text that is shown, in characters.
const MAX_TEXT: usize = 100;

/// A document to evaluate both versions on.
#[derive(Debug, Clone, Copy)]
pub struct Data<'d> {
    /// The document.
    pub doc: &'d Doc<'d>,
    /// The tree that the document was made from.
    pub tree: &'d Tree<'d>,
    /// The time that `now()` returns, in seconds since 1970.
    pub now: i64,
}

/// A clause with different results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseDifference {
    /// The position in the rules file.
    pub at: Position,
    /// The text of the clause, on one line.
    pub text: String,
    /// The result in the current version; `None` if the clause was not evaluated.
    pub from: Option<Status>,
    /// The result in the target version; `None` if the clause was not evaluated.
    pub to: Option<Status>,
    /// The values on which the clause fails in one version only; if there are none, the values on which it fails.
    pub data: Vec<DataLocation>,
}

/// A value of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataLocation {
    /// The path of the value.
    pub path: Path,
    /// The span of the key, or of the value if it has no key.
    pub at: Option<Span>,
}

/// The results of all evaluations of one clause.
#[derive(Default)]
struct ClauseResults {
    text: String,
    statuses: Vec<Status>,
    failing: Vec<DataLocation>,
}

type Clauses = BTreeMap<(u32, u32), ClauseResults>;

/// Returns the clauses of a rule that differ.
pub fn differing(
    rules: [&Rules; 2],
    text: &str,
    key: &(String, usize),
    data: Data<'_>,
) -> Vec<ClauseDifference> {
    let [from, to] = rules.map(|rules| clause_results(rules, text, key, data));
    let positions: std::collections::BTreeSet<_> = from.keys().chain(to.keys()).copied().collect();
    let nothing = ClauseResults::default();
    let differ: Vec<_> = positions
        .into_iter()
        .filter(|at| side(&from, at) != side(&to, at))
        .collect();
    // A clause that was evaluated equally often in both versions has a different result of its own; other clauses may
    // differ only because they were evaluated more or less often.
    let causes: Vec<_> = differ
        .iter()
        .copied()
        .filter(|at| side(&from, at).len() == side(&to, at).len())
        .collect();
    let chosen = if causes.is_empty() { differ } else { causes };
    let difference = |at: (u32, u32)| {
        let (left, right) = (
            from.get(&at).unwrap_or(&nothing),
            to.get(&at).unwrap_or(&nothing),
        );
        ClauseDifference {
            at: Position {
                line: at.0,
                column: at.1,
            },
            text: if right.text.is_empty() {
                left.text.clone()
            } else {
                right.text.clone()
            },
            from: together(&left.statuses),
            to: together(&right.statuses),
            data: failing(left, right),
        }
    };
    chosen.into_iter().map(difference).collect()
}

fn side<'c>(clauses: &'c Clauses, at: &(u32, u32)) -> &'c [Status] {
    clauses.get(at).map_or(&[], |results| &results.statuses)
}

fn together(statuses: &[Status]) -> Option<Status> {
    statuses.iter().copied().reduce(Status::and)
}

fn failing(left: &ClauseResults, right: &ClauseResults) -> Vec<DataLocation> {
    let only = |one: &ClauseResults, other: &ClauseResults| -> Vec<DataLocation> {
        one.failing
            .iter()
            .filter(|location| !other.failing.contains(location))
            .cloned()
            .collect()
    };
    let mut found = only(right, left);
    found.append(&mut only(left, right));
    if found.is_empty() {
        found = if right.failing.is_empty() {
            left.failing.clone()
        } else {
            right.failing.clone()
        };
    }
    found
}

/// Evaluates the rules and returns the results of all comparisons and references of one rule, by position.
fn clause_results(rules: &Rules, text: &str, key: &(String, usize), data: Data<'_>) -> Clauses {
    let mut clauses = Clauses::new();
    let options = Options {
        detail: Detail::Full,
        now: data.now,
    };
    let Ok(outcome) = evaluate(rules, data.doc, &options) else {
        return clauses;
    };
    let mut names = std::collections::HashMap::new();
    for (name, _, events) in outcome.rule_events() {
        if numbered(name, &mut names) != *key {
            continue;
        }
        for event in events {
            let (at, status) = match (event.context, event.record) {
                (Context::Comparison(clause), Record::Comparison(status, ..)) => {
                    (clause.at, status)
                }
                (Context::Reference(reference), record) => {
                    (reference.at, reference_status(&record))
                }
                (Context::Value(clause), Record::Check(check)) => {
                    let entry = clauses
                        .entry((clause.at.start.line, clause.at.start.column))
                        .or_default();
                    entry
                        .failing
                        .extend(origin(check).and_then(|origin| data_location(origin, data)));
                    continue;
                }
                _ => continue,
            };
            let entry = clauses.entry((at.start.line, at.start.column)).or_default();
            entry.statuses.push(status);
            if entry.text.is_empty() {
                entry.text = clause_text(text, at);
            }
        }
    }
    clauses
}

fn reference_status(record: &Record<'_>) -> Status {
    match record {
        Record::Check(Check::Success) => Status::Pass,
        Record::Comparison(status, ..) => *status,
        _ => Status::Fail,
    }
}

/// The text of a clause, on one line and cut to [`MAX_TEXT`].
fn clause_text(text: &str, at: Location) -> String {
    let clause = text
        .get(at.span.start as usize..at.span.end as usize)
        .unwrap_or_default();
    let line = clause.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_TEXT) {
        None => line,
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
    }
}

/// The origin of the value that a check failed on.
fn origin<'e>(check: &Check<'e>) -> Option<Origin<'e>> {
    match check {
        Check::Binary { from, .. } | Check::In { from, .. } | Check::Unary { from, .. } => {
            Some(from.origin())
        }
        _ => None,
    }
}

fn data_location(origin: Origin<'_>, data: Data<'_>) -> Option<DataLocation> {
    let ValueLocation { path, key, value } = value_location(
        data.doc,
        Some(&LocationIndex::of(data.tree, data.tree.root)),
        1,
        origin,
    )?;
    Some(DataLocation {
        path,
        at: key.or(value),
    })
}

/// Returns a rule's name with the number of preceding rules of the same name.
pub fn numbered<'n>(name: &'n str, counts: &mut HashMap<&'n str, usize>) -> (String, usize) {
    let count = counts.entry(name).or_default();
    let before = *count;
    *count = before.saturating_add(1);
    (name.to_owned(), before)
}
