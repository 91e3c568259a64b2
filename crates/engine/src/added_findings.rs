//! Comparison of the findings of a text before and after an edit.

use std::collections::HashMap;

use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Path, Step};
use cfn_warden_template::Function;

/// Rule, subject, and what fails in the subject.
type Key<'f> = (&'f str, &'f str, String);

/// Returns the findings that are about something that no finding was about before the edit.
///
/// An edit changes the values of the list items around it, the indices of the items after it, functions around values, and keys. So
/// findings are the same if they have the same part, else the same path, else the same keys on their paths, else the same message.
pub(crate) fn find<'f>(before: &[Finding], after: &'f [Finding]) -> Vec<&'f Finding> {
    let mut earlier: Vec<&Finding> = before.iter().collect();
    let mut added: Vec<&Finding> = after.iter().collect();
    for key in [by_part, by_path, by_keys, by_message] {
        if added.is_empty() {
            break;
        }
        let mut counts: HashMap<Key<'_>, usize> = HashMap::new();
        for finding in &added {
            let count = counts.entry(key(finding)).or_default();
            *count = count.saturating_add(1);
        }
        let mut matched: HashMap<Key<'_>, usize> = HashMap::new();
        earlier.retain(|finding| {
            let key = key(finding);
            let is_matched = take(&mut counts, &key);
            if is_matched {
                let count = matched.entry(key).or_default();
                *count = count.saturating_add(1);
            }
            !is_matched
        });
        added.retain(|finding| !take(&mut matched, &key(finding)));
    }
    added
}

/// Counts one less of a key; `false` if there is none.
fn take<'f>(counts: &mut HashMap<Key<'f>, usize>, key: &Key<'f>) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count = count.saturating_sub(1);
            true
        }
        _ => false,
    }
}

fn by_part(finding: &Finding) -> Key<'_> {
    let part = finding.identity.as_deref().map(|identity| &identity.part);
    (
        rule(finding),
        subject(finding),
        part.map(ToString::to_string).unwrap_or_default(),
    )
}

fn by_path(finding: &Finding) -> Key<'_> {
    let path = finding.path.as_ref().map(ToString::to_string);
    (rule(finding), subject(finding), path.unwrap_or_default())
}

fn by_keys(finding: &Finding) -> Key<'_> {
    let steps = finding.path.as_ref().map(|Path(steps)| steps.as_slice());
    let keys = steps
        .unwrap_or_default()
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) if Function::named(key).is_none() => Some(key.as_str()),
            Step::Key(_) | Step::Index(_) => None,
        });
    let keys: Vec<&str> = keys.collect();
    (rule(finding), subject(finding), keys.join("/"))
}

fn by_message(finding: &Finding) -> Key<'_> {
    (rule(finding), subject(finding), finding.message.to_string())
}

fn rule(finding: &Finding) -> &str {
    &finding.rule.id
}

fn subject(finding: &Finding) -> &str {
    finding
        .identity
        .as_deref()
        .map(|identity| identity.subject.name())
        .unwrap_or_default()
}
