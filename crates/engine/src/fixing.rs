//! Applies the fixes of findings to a document.
//!
//! Each round applies the fixes that do not overlap, and checks the result: the fixed findings must be gone, and no
//! others may appear, except those that the next round fixes. Fixes that fail this are left out. Findings are compared by what
//! they are about: a new one is not made up for by another one of its rule that is gone.

use std::collections::BTreeMap;

use bumpalo::Bump;

use super::{Cache, Input, Request, Session, added_findings, view};
use cfn_warden_secrets::{Secrets, Values};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::{Fix, Safety, apply};

/// The maximum number of rounds.
const ROUNDS: usize = 10;

/// A document after its fixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// The findings that are fixed, in the order of the fixes.
    pub findings: Vec<Finding>,
}

/// Applies the fixes of the findings in a document that are at most as unsafe as `most`. `None` if nothing is to be
/// changed. The settings of the request must ask for fixes.
pub fn fix(request: &Request<'_>, input: Input<'_>, most: Safety, cache: &Cache) -> Option<Fixed> {
    let text = std::str::from_utf8(input.content).ok()?;
    let arena = Bump::new();
    let fixer = Fixer {
        session: Session::open(request, cache, &arena),
        name: input.name,
        most,
    };
    let (mut now, mut findings) = (fixer.check(text.to_owned()), Vec::new());
    for _ in 0..ROUNDS {
        let mut fixed = fixer.run(&now, Uncovered::Fixed);
        if !fixed.1.is_no_worse(&now) {
            fixed = fixer.run(&now, Uncovered::None);
        }
        if fixed.0.is_empty() {
            break;
        }
        findings.append(&mut fixed.0);
        now = fixed.1;
    }
    (now.text != text).then_some(Fixed {
        text: now.text,
        findings,
    })
}

/// Returns the secrets of a text that the request checks, for texts that are printed outside of a run.
pub fn secrets_of(request: &Request<'_>, name: &str, text: &str) -> Secrets {
    if request.values == Values::Shown {
        return Secrets::default();
    }
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    let settings = &request.lint_settings;
    let mut secrets = Secrets::of(text, &parsed, &settings.knowledge, &settings.parameter_sets);
    if let Some(expanded) = parsed
        .tree
        .as_ref()
        .and_then(|tree| view::expansion(&arena, tree, request)?.into_tree())
    {
        secrets.add_resolved(&expanded, &settings.knowledge);
    }
    secrets
}

/// The findings that fixes may uncover: a condition that is removed was the last use of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Uncovered {
    /// Those that have fixes.
    Fixed,
    /// No findings.
    None,
}

struct Fixer<'f, 'r> {
    session: Session<'f, 'r>,
    name: &'f str,
    most: Safety,
}

/// A text and its findings.
struct Checked {
    text: String,
    findings: Vec<Finding>,
    /// The number of incomplete checks.
    incomplete: usize,
}

impl Checked {
    /// Whether it has no findings, and no incomplete checks, that another text does not have.
    fn is_no_worse(&self, than: &Checked) -> bool {
        self.incomplete <= than.incomplete
            && added_findings::find(&than.findings, &self.findings).is_empty()
    }
}

impl Fixer<'_, '_> {
    fn check(&self, text: String) -> Checked {
        let document = Input {
            name: self.name,
            content: text.as_bytes(),
        };
        let part = self.session.check(document);
        // Waived findings are accepted as they are, and a rule that is off has nothing to fix.
        let run = self.session.finish([part], None);
        let (findings, incomplete) = (run.findings, run.incomplete.len());
        Checked {
            text,
            findings,
            incomplete,
        }
    }

    /// Returns the fix of a finding, if it may be applied.
    fn fix_of<'c>(&self, finding: &'c Finding) -> Option<&'c Fix> {
        finding.fix.as_deref().filter(|fix| fix.safety <= self.most)
    }

    fn run(&self, first: &Checked, uncovered: Uncovered) -> (Vec<Finding>, Checked) {
        let mut fixed = Vec::new();
        let (text, incomplete) = (first.text.clone(), first.incomplete);
        let mut now = Checked {
            text,
            findings: first.findings.clone(),
            incomplete,
        };
        for _ in 0..ROUNDS {
            let candidates: Vec<&Finding> = now
                .findings
                .iter()
                .filter(|finding| self.fix_of(finding).is_some())
                .collect();
            let mut accepted = Accepted::default();
            self.accept(&now, &candidates, uncovered, &mut accepted);
            let Some(next) = accepted.checked else { break };
            fixed.extend(accepted.findings.into_iter().cloned());
            now = next;
        }
        (fixed, now)
    }

    /// Adds those of the candidates that can be applied together with the accepted ones. Tries all of them, then each
    /// half.
    fn accept<'c>(
        &self,
        base: &Checked,
        candidates: &[&'c Finding],
        uncovered: Uncovered,
        accepted: &mut Accepted<'c>,
    ) {
        if candidates.is_empty() {
            return;
        }
        let all: Vec<&'c Finding> = accepted
            .findings
            .iter()
            .chain(candidates)
            .copied()
            .collect();
        let (text, applied) = apply(
            &base.text,
            all.iter().filter_map(|finding| self.fix_of(finding)),
        );
        let applied: Vec<&'c Finding> = all
            .iter()
            .zip(applied)
            .filter(|(_, applied)| *applied)
            .map(|(finding, _)| *finding)
            .collect();
        if applied.len() == accepted.findings.len() {
            return;
        }
        let checked = self.check(text);
        if self.is_right(base, &checked, &applied, uncovered) {
            *accepted = Accepted {
                findings: applied,
                checked: Some(checked),
            };
        } else if let (one @ [_, ..], other @ [_, ..]) = candidates.split_at(candidates.len() / 2) {
            self.accept(base, one, uncovered, accepted);
            self.accept(base, other, uncovered, accepted);
        }
    }

    /// Whether the applied findings are gone, and no others were uncovered.
    fn is_right(
        &self,
        before: &Checked,
        after: &Checked,
        applied: &[&Finding],
        uncovered: Uncovered,
    ) -> bool {
        let messages = |findings: &[&Finding]| {
            count(
                findings
                    .iter()
                    .map(|finding| (finding.rule.id.to_string(), finding.message.to_string())),
            )
        };
        let (was, is) = (
            messages(&before.findings.iter().collect::<Vec<_>>()),
            messages(&after.findings.iter().collect::<Vec<_>>()),
        );
        let of = |counts: &BTreeMap<(String, String), usize>, key: &(String, String)| {
            counts.get(key).copied().unwrap_or_default()
        };
        if after.incomplete > before.incomplete
            || messages(applied)
                .iter()
                .any(|(key, fixed)| of(&is, key).saturating_add(*fixed) > of(&was, key))
        {
            return false;
        }
        let may_be_added = |finding: &Finding| match uncovered {
            Uncovered::Fixed => self.fix_of(finding).is_some(),
            Uncovered::None => false,
        };
        added_findings::find(&before.findings, &after.findings)
            .into_iter()
            .all(may_be_added)
    }
}

/// The findings of a round whose fixes are applied, and the result.
#[derive(Default)]
struct Accepted<'c> {
    findings: Vec<&'c Finding>,
    checked: Option<Checked>,
}

fn count<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        let count: &mut usize = counts.entry(key).or_default();
        *count = count.saturating_add(1);
    }
    counts
}
