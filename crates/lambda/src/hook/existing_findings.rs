//! Comparison of findings before and after an operation.

use std::collections::HashMap;

use cfn_warden_engine::baseline::{BaselineUse, finding_effect};
use cfn_warden_engine::{KnownFindings, Run};
use cfn_warden_syntax::Path;
use cfn_warden_syntax::finding::Finding;

/// What reports have as the name of the baseline's file.
const BEFORE: &str = "the state before the operation";

/// The findings on the deployed state, counted by what they are about and its effect.
#[derive(Debug, Default, Clone)]
pub struct ExistingFindings(HashMap<Key, usize>);

/// What identifies a finding: the digest and effect of its fingerprint, or else the rule, the path and the message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Fingerprint(String, String),
    Place(String, Option<Path>, String),
}

impl ExistingFindings {
    /// Adds the findings on one variant of the deployed state. For several variants, the highest count applies.
    pub fn add(&mut self, findings: &[Finding]) {
        let mut counts: HashMap<Key, usize> = HashMap::new();
        for finding in findings {
            let count = counts.entry(key(finding)).or_default();
            *count = count.saturating_add(1);
        }
        for (key, count) in counts {
            let known = self.0.entry(key).or_default();
            *known = count.max(*known);
        }
    }

    /// Returns whether a finding existed before.
    pub fn contains(&self, finding: &Finding) -> bool {
        self.0.contains_key(&key(finding))
    }

    /// Returns the findings as a session takes them.
    pub fn as_known(&mut self) -> &mut dyn KnownFindings {
        self
    }

    /// Returns whether a finding existed before. Each earlier finding accounts for one.
    fn accounts_for(&mut self, finding: &Finding) -> bool {
        match self.0.get_mut(&key(finding)) {
            Some(count) if *count > 0 => {
                *count = count.saturating_sub(1);
                true
            }
            _ => false,
        }
    }
}

impl KnownFindings for ExistingFindings {
    /// Takes the findings that existed before out of a run, which counts them as those of a baseline.
    fn take_from(&mut self, run: &mut Run<'_>) {
        let (known, new) = std::mem::take(&mut run.findings)
            .into_iter()
            .partition(|finding| self.accounts_for(finding));
        run.findings = new;
        run.baseline = Some(BaselineUse {
            file: BEFORE.to_owned(),
            known,
            ..BaselineUse::default()
        });
    }
}

fn key(finding: &Finding) -> Key {
    match finding_effect(finding) {
        Some((digest, effect)) => Key::Fingerprint(digest, effect),
        None => Key::Place(
            finding.rule.id.to_string(),
            finding.path.clone(),
            finding.message.to_string(),
        ),
    }
}
