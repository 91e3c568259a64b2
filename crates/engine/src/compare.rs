//! Compares the run that decides with that of a candidate policy.

use std::collections::BTreeMap;

use super::policy_use::{Change, Effect};
use super::run::Run;
use cfn_warden_syntax::finding::{Finding, Identity};

/// A rule, a document, and what its finding is about.
type Key = (String, String, About);

/// What identifies a finding of a rule in a document: several findings may have one path, and one finding other paths.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Identity(Identity),
    /// The path of a finding that is about no document.
    Path(String),
}

/// The path that is shown, and the effects now and then.
type Effects = (String, Effect, Effect);

/// Returns what differs between the run that decides and the run of a candidate.
pub fn changes(now: &Run<'_>, then: &Run<'_>) -> Vec<Change> {
    let mut effects: BTreeMap<Key, Effects> = BTreeMap::new();
    for (key, path, effect) in each_effect(now) {
        let (_, entry, _) = effects.entry(key).or_insert_with(|| none(path));
        *entry = effect.max(*entry);
    }
    for (key, path, effect) in each_effect(then) {
        let (_, _, entry) = effects.entry(key).or_insert_with(|| none(path));
        *entry = effect.max(*entry);
    }
    let changed = effects
        .into_iter()
        .filter(|(_, (_, now, then))| now != then);
    changed
        .map(|((rule, file, _), (path, now, then))| Change {
            rule,
            file,
            path,
            now,
            then,
        })
        .collect()
}

fn none(path: String) -> Effects {
    (path, Effect::None, Effect::None)
}

fn each_effect<'r>(run: &'r Run<'_>) -> impl Iterator<Item = (Key, String, Effect)> + 'r {
    let about = |finding: &Finding, effect: Effect| {
        let path = finding.path.as_ref().map(ToString::to_string);
        let path = path.unwrap_or_default();
        let about = match finding.identity.as_deref() {
            Some(identity) => About::Identity(identity.clone()),
            None => About::Path(path.clone()),
        };
        let key = (finding.rule.id.to_string(), finding.file.clone(), about);
        (key, path, effect)
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
        .map(move |finding| about(finding, effect(finding)));
    found.chain(
        run.waived()
            .map(move |(finding, _)| about(finding, Effect::Waived)),
    )
}
