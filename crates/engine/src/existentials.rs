//! Findings of `some` queries: one for each list in which no item is as required.

use std::collections::HashMap;

use cfn_warden_syntax::finding::{Extent, Finding};
use cfn_warden_syntax::{Path, Text, text};

/// The largest number of reasons that a message lists.
const REASONS: usize = 3;

/// Joins the findings, from an index on, about the items of a list that fails as a whole.
pub(crate) fn join(findings: &mut Vec<Finding>, from: usize) {
    let own = findings.split_off(from.min(findings.len()));
    let mut lists: HashMap<Key, usize> = HashMap::new();
    let mut groups: Vec<Vec<Finding>> = Vec::with_capacity(own.len());
    for finding in own {
        let next = groups.len();
        let group = key(&finding).map_or(next, |key| *lists.entry(key).or_insert(next));
        match groups.get_mut(group) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    findings.extend(groups.into_iter().filter_map(joined));
}

/// The rule, the query, the list and the deployments.
type Key = (String, String, Path, Option<String>);

fn key(finding: &Finding) -> Option<Key> {
    let extent = finding.extent.as_deref()?;
    let deployments = finding.deployments.as_deref();
    Some((
        finding.rule.id.clone().into_owned(),
        extent.existential.clone()?,
        extent.path.clone(),
        deployments.map(|note| format!("{} {:?}", note.when, note.unknowns)),
    ))
}

fn joined(mut reasons: Vec<Finding>) -> Option<Finding> {
    if reasons.len() < 2 {
        return reasons.pop();
    }
    let first = reasons.first()?.clone();
    let mut messages: Vec<&Text> = Vec::new();
    for reason in &reasons {
        if !messages.contains(&&reason.message) {
            messages.push(&reason.message);
        }
    }
    let more = messages.len().saturating_sub(REASONS);
    messages.truncate(REASONS);
    let mut message = Text::join(messages.into_iter().cloned(), "; or ");
    if more > 0 {
        message = text!("{}; or {} more", message, more);
    }
    let extent = first.extent.as_deref().map(|extent| {
        Box::new(Extent {
            former: Some(first.clone().into()),
            ..extent.clone()
        })
    });
    Some(Finding {
        message,
        extent,
        children: reasons,
        ..first
    })
}
