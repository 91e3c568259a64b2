//! New mistakes are shown, however similar to known ones. `BASELINE_MISTAKES=10000` tries more.

use std::collections::{BTreeMap, BTreeSet};

use cfn_warden::engine::baseline::apply;
use cfn_warden::engine::{Cache, Run};
use cfn_warden_secrets::MASK;
use cfn_warden_syntax::finding::{Aspect, Engine, Finding, Severity};
use serde_json::Value;

use super::changes::{Changed, changed};
use super::{Existing, checked, count, entries_of, templates};
use crate::secrets::generate::Random;

/// What a finding is about: its rule, path, and the missing key or the value; the message if it has no value, and for
/// Guard. The messages of lint also have words about other parts of the template.
type Shown = (String, Option<String>, String, Option<String>);

fn shown(finding: &Finding, document: &Value) -> Shown {
    let value = finding
        .path
        .as_ref()
        .and_then(|path| document.pointer(&pointer(path)));
    let value = value.map(|value| match &finding.aspect {
        Aspect::Missing(key) => key.clone(),
        _ => value.to_string(),
    });
    let is_message = value.is_none() || finding.engine == Engine::Guard;
    let message = if is_message {
        finding.message.to_string()
    } else {
        String::new()
    };
    (
        finding.rule.id.to_string(),
        finding.path.as_ref().map(ToString::to_string),
        message,
        value,
    )
}

fn pointer(path: &cfn_warden_syntax::Path) -> String {
    path.0
        .iter()
        .map(|step| {
            format!(
                "/{}",
                step.to_string().replace('~', "~0").replace('/', "~1")
            )
        })
        .collect()
}

/// Whether a finding is about a secret: another secret in its place is the same mistake, as baselines do not have values of
/// secrets.
fn is_secret(finding: &Finding) -> bool {
    finding
        .fingerprint
        .as_ref()
        .is_some_and(|fingerprint| fingerprint.value.contains(MASK))
}

fn counts<'f>(
    findings: impl Iterator<Item = &'f Finding>,
    document: &Value,
) -> BTreeMap<Shown, usize> {
    let mut counts = BTreeMap::new();
    for finding in
        findings.filter(|finding| finding.severity >= Severity::Warning && !is_secret(finding))
    {
        *counts.entry(shown(finding, document)).or_default() += 1;
    }
    counts
}

/// Returns the findings that a run has more often than the one before, and those of them that the baseline hides.
fn swallowed(before: &Run<'_>, old: &Value, after: &Run<'_>, new: &Value) -> (usize, Vec<Shown>) {
    let known = &after.baseline.as_ref().unwrap().known;
    let before = counts(before.findings.iter(), old);
    let hidden = counts(known.iter(), new);
    let all = counts(after.findings.iter().chain(known), new);
    let earlier = |shown: &Shown| before.get(shown).copied().unwrap_or_default();
    let added = all
        .iter()
        .map(|(shown, count)| count.saturating_sub(earlier(shown)))
        .sum();
    (
        added,
        hidden
            .into_iter()
            .filter(|(shown, count)| *count > earlier(shown))
            .map(|(shown, _)| shown)
            .collect(),
    )
}

#[test]
fn new_mistakes_are_shown() {
    let (templates, cache) = (templates(), Cache::default());
    let (mut mistakes, mut number) = (0, 0);
    let wanted = count("BASELINE_MISTAKES", 300);
    let mut random = Random(11);
    let mut failures = Vec::new();
    while mistakes < wanted {
        number += 1;
        let template = &templates[random.below(templates.len())];
        let Some(Changed { value, what }) = changed(&template.value, number, &mut random) else {
            continue;
        };
        let (old, new) = (template.value.to_string(), value.to_string());
        let before = checked(&[("t.json", &old)], &cache);
        let mut after = checked(&[("t.json", &new)], &cache);
        apply(
            &mut after,
            "baseline.json",
            entries_of(&before),
            &Existing(BTreeSet::from(["t.json"])),
        );
        let (added, hidden) = swallowed(&before, &template.value, &after, &value);
        mistakes += added;
        failures.extend(
            hidden
                .into_iter()
                .map(|shown| format!("{}: {what}: {shown:?}", template.name)),
        );
    }
    println!(
        "{mistakes} mistakes, {} swallowed\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(
        failures.is_empty(),
        "{} of {mistakes} are swallowed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn a_copy_of_a_template_has_new_mistakes() {
    let (templates, cache) = (templates(), Cache::default());
    let (mut copies, mut random) = (0, Random(13));
    while copies < count("BASELINE_COPIES", 20) {
        let template = &templates[random.below(templates.len())];
        let text = template.text.as_str();
        let entries = entries_of(&checked(&[("a.yaml", text)], &cache));
        if entries.is_empty() {
            continue;
        }
        copies += 1;
        let mut run = checked(&[("a.yaml", text), ("b.yaml", text)], &cache);
        let both = Existing(BTreeSet::from(["a.yaml", "b.yaml"]));
        apply(&mut run, "baseline.json", entries.clone(), &both);
        let known = &run.baseline.as_ref().unwrap().known;
        assert_eq!(known.len(), entries.len(), "{}", template.name);
        assert!(known.iter().all(|finding| finding.file == "a.yaml"));
        // Also if only the copy is checked.
        let mut run = checked(&[("b.yaml", text)], &cache);
        apply(&mut run, "baseline.json", entries, &both);
        let done = run.baseline.as_ref().unwrap();
        assert_eq!(
            (done.known.len(), done.stale.len()),
            (0, 0),
            "{}",
            template.name
        );
    }
}
