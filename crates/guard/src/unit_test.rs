//! Unit tests of rules in cfn-guard's format: a list of inputs, each with the expected verdicts of rules.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::{Outcome, Status};
use cfn_warden_syntax::names::nearest;
use cfn_warden_syntax::{Entry, Node, Span, Style, Tree, Value};

/// A test case.
#[derive(Debug)]
pub struct Case<'a> {
    /// The name of the test case.
    pub name: Option<&'a str>,
    /// The document, as a node of the test file.
    pub input: Node<'a>,
    /// The expected verdicts by rule name, as written.
    pub expectations: BTreeMap<&'a str, &'a str>,
    /// The statuses by rule name that differ on all deployments of the document, as written: cfn-guard ignores them.
    pub in_deployments: BTreeMap<&'a str, &'a str>,
}

/// The result of an expectation for one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectationResult {
    /// The rule has the expected verdict.
    Matched(Status),
    /// The expected verdict, and the verdicts of all rules of that name.
    Mismatched(Status, Vec<Status>),
    /// The test case expects nothing of the rule.
    NotExpected,
}

/// Reads the test cases of a file; an empty file has none.
///
/// # Errors
/// Why the file is not a valid test file.
pub fn cases<'a>(tree: &Tree<'a>) -> Result<Vec<Case<'a>>, String> {
    let is_empty = tree
        .info(tree.root.id)
        .is_some_and(|info| info.style == Style::Implied);
    if is_empty && tree.root.as_map().is_some_and(<[_]>::is_empty) {
        return Ok(Vec::new());
    }
    if let Some((key, at)) = repeated_key(tree) {
        return Err(format!(
            "duplicate entry with key {key} at line {} column {}",
            at.start.line, at.start.column
        ));
    }
    let items = tree.root.as_list().ok_or("expected a list of tests")?;
    items
        .iter()
        .zip(1..)
        .map(|(item, at)| case(tree, *item).map_err(|what| format!("test {at}: {what}")))
        .collect()
}

/// Returns the first repeated key of a map. cfn-guard reads tests with serde_yaml, which rejects repeated keys, unlike
/// cfn-guard's loader of data files.
fn repeated_key(tree: &Tree<'_>) -> Option<(String, Span)> {
    // With aliases, a node can have several parents.
    let mut seen = vec![false; tree.len()];
    let mut open = vec![tree.root];
    while let Some(node) = open.pop() {
        match seen.get_mut(node.id.0 as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        match node.value {
            Value::List(items) => open.extend(items.iter().rev()),
            Value::Map(merged) => {
                let entries = tree.unmerged(node.id).unwrap_or(merged);
                if let Some(key) = repeated_key_in(entries) {
                    return Some((
                        format!("{:?}", key.as_str().unwrap_or_default()),
                        tree.span(key.id),
                    ));
                }
                open.extend(entries.iter().rev().map(|entry| entry.value));
            }
            _ => {}
        }
    }
    None
}

/// Keys are compared as strings: rules cannot refer to keys of other types.
fn repeated_key_in<'a>(entries: &[Entry<'a>]) -> Option<Node<'a>> {
    let mut names = HashSet::with_capacity(entries.len());
    entries
        .iter()
        .map(|entry| entry.key)
        .find(|key| key.as_str().is_some_and(|name| !names.insert(name)))
}

fn case<'a>(tree: &Tree<'a>, item: Node<'a>) -> Result<Case<'a>, String> {
    let input = item.get("input").ok_or("missing field `input`")?;
    let expectations = item
        .get("expectations")
        .ok_or("missing field `expectations`")?;
    let rules = expectations
        .get("rules")
        .ok_or("missing field `expectations.rules`")?;
    let rules = rules.as_map().ok_or("`expectations.rules` must be a map")?;
    let others = expectations
        .get("deployments")
        .and_then(|others| others.as_map())
        .unwrap_or_default();
    let text = |entry: &Entry<'a>| Some((entry.key.as_str()?, entry.value.as_str()?));
    let in_deployments = others.iter().filter_map(text).collect();
    let expectations = rules.iter().map(|entry| {
        // A rule can be named `yes` or `null`, which YAML does not read as strings.
        let rule = entry
            .key
            .as_str()
            .or_else(|| tree.raw(entry.key.id))
            .ok_or("rule names in `expectations.rules` must be strings")?;
        let verdict = entry
            .value
            .as_str()
            .ok_or_else(|| format!("the expected verdict of rule `{rule}` must be a string"))?;
        Ok((rule, verdict))
    });
    let expectations = expectations.collect::<Result<_, String>>()?;
    Ok(Case {
        name: item.get("name").and_then(|name| name.as_str()),
        input,
        expectations,
        in_deployments,
    })
}

/// Compares the verdicts of a test case with the expectations, by rule name in alphabetical order.
///
/// # Errors
/// An expectation that is not a verdict, with cfn-guard's message.
pub fn check<'e>(
    case: &Case<'_>,
    outcome: &Outcome<'e>,
) -> Result<Vec<(&'e str, ExpectationResult)>, String> {
    let mut by_rule: BTreeMap<&str, Vec<Status>> = BTreeMap::new();
    for (rule, status) in outcome.rules() {
        by_rule.entry(rule).or_default().push(status);
    }
    let checks = by_rule
        .into_iter()
        .map(|(rule, found)| match case.expectations.get(rule) {
            None => Ok((rule, ExpectationResult::NotExpected)),
            Some(expected) => Ok((rule, compare(status(expected)?, found))),
        });
    checks.collect()
}

/// Returns cfn-guard's message for each expectation of a rule that does not exist.
pub fn unknown_rule_messages(case: &Case<'_>, outcome: &Outcome<'_>) -> Vec<String> {
    let sentence =
        |name| format!("No rule named {name} is in this file, so its expectation was not checked");
    unknown_rules(case, outcome)
        .into_iter()
        .map(|(name, _)| sentence(name))
        .collect()
}

/// Returns the names in the expectations that are not rules, each with the most similar rule name.
pub fn unknown_rules<'a, 'e>(
    case: &Case<'a>,
    outcome: &Outcome<'e>,
) -> Vec<(&'a str, Option<&'e str>)> {
    let rules: BTreeSet<&str> = outcome.rules().map(|(rule, _)| rule).collect();
    let missing = case
        .expectations
        .keys()
        .filter(|rule| !rules.contains(*rule));
    missing
        .map(|name| (*name, nearest(name, rules.iter().copied())))
        .collect()
}

/// `PASS` and `FAIL` must match one of the rules of the name; `SKIP` must match all of them.
fn compare(expected: Status, found: Vec<Status>) -> ExpectationResult {
    let matches = match expected {
        Status::Skip => found.iter().all(|status| *status == Status::Skip),
        _ => found.contains(&expected),
    };
    if matches {
        ExpectationResult::Matched(expected)
    } else {
        ExpectationResult::Mismatched(expected, found)
    }
}

fn status(word: &str) -> Result<Status, String> {
    match word {
        "PASS" => Ok(Status::Pass),
        "FAIL" => Ok(Status::Fail),
        "SKIP" => Ok(Status::Skip),
        _ => Err(format!(
            "Types or variable assignments are incompatible `Status code is incorrect {word}`"
        )),
    }
}
