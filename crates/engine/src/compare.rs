//! Compares the run that decides with that of a candidate policy.

use std::collections::BTreeMap;

use super::policy_use::{Change, Effect};
use super::run::Run;
use cfn_warden_syntax::finding::Finding;

/// A rule, a document and a path in it.
type Key = (String, String, String);

/// Returns what differs between the run that decides and the run of a candidate.
pub fn changes(now: &Run<'_>, then: &Run<'_>) -> Vec<Change> {
    let mut effects: BTreeMap<Key, (Effect, Effect)> = BTreeMap::new();
    for (key, effect) in each_effect(now) {
        let entry = &mut effects.entry(key).or_default().0;
        *entry = effect.max(*entry);
    }
    for (key, effect) in each_effect(then) {
        let entry = &mut effects.entry(key).or_default().1;
        *entry = effect.max(*entry);
    }
    let changed = effects.into_iter().filter(|(_, (now, then))| now != then);
    changed
        .map(|((rule, file, path), (now, then))| Change {
            rule,
            file,
            path,
            now,
            then,
        })
        .collect()
}

fn each_effect<'r>(run: &'r Run<'_>) -> impl Iterator<Item = (Key, Effect)> + 'r {
    let key = |finding: &Finding| {
        let path = finding
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        (finding.rule.id.to_string(), finding.file.clone(), path)
    };
    let effect = |finding: &Finding| {
        if run.fail_on.counts(finding) {
            Effect::Fails
        } else {
            Effect::Warns
        }
    };
    let found = run
        .findings
        .iter()
        .map(move |finding| (key(finding), effect(finding)));
    found.chain(
        run.waived()
            .map(move |(finding, _)| (key(finding), Effect::Waived)),
    )
}
