//! Applies waivers to a run.

use std::collections::{HashMap, HashSet};

use super::in_place::InvalidWaiver;
use super::names::Names;
use super::scope::{Scope, item_around, matches};
use super::waiver::{SourceKind, Waiver, WaiverState, WaiverUse};
use crate::error::Mistake;
use crate::request::{Request, WaiverCheck};
use crate::run::{Incomplete, IncompleteKind, Run};
use cfn_warden_lint as lint;
use cfn_warden_lint::select::is_mandatory;
use cfn_warden_syntax::finding::{Finding, Suppression, SuppressionKind, TemplateSuppressions};
use cfn_warden_syntax::{Operand, Span, text};

/// Applies the waivers of the request and of the documents to a run: moves waived findings to [`Run::waivers`], and adds the
/// text of expired waivers to their findings. Invalid waivers become [`Incomplete`] entries.
pub(crate) fn waive(run: &mut Run<'_>, request: &Request<'_>) {
    if request.waiver_check == WaiverCheck::Off {
        return;
    }
    let in_place = std::mem::take(&mut run.waivers_in_place);
    let mut waivers = of_request(run, request);
    match request.lint_settings.suppressions {
        TemplateSuppressions::Deny => run.suppressions.extend(in_place.waivers.iter().map(denied)),
        TemplateSuppressions::Allow => {
            waivers.extend(in_place.waivers);
            run.incomplete
                .extend(in_place.errors.into_iter().map(invalid));
        }
    }
    if waivers.is_empty() {
        return;
    }
    let must_be_known = |waiver: &Waiver| !is_shared(waiver, request);
    if waivers.iter().any(must_be_known) {
        let names = Names::of(run, request);
        let mut unknown = Vec::new();
        waivers.retain(|waiver| {
            match names
                .unknown(&waiver.rule)
                .filter(|_| must_be_known(waiver))
            {
                Some(words) => {
                    unknown.push(invalid(InvalidWaiver::of(&waiver.source, words)));
                    false
                }
                None => true,
            }
        });
        if request.waiver_check != WaiverCheck::Shared {
            run.incomplete.extend(unknown);
        }
    }
    let today = lint::Input {
        now: request.now,
        ..lint::Input::default()
    }
    .today();
    let state = |waiver: &Waiver| match &waiver.until {
        Some(until) if *until < today => WaiverState::Expired,
        _ => WaiverState::Unused,
    };
    let used = waivers.into_iter().map(|waiver| WaiverUse {
        state: state(&waiver),
        waiver,
        findings: Vec::new(),
    });
    let mut uses: Vec<WaiverUse> = used.collect();
    let target = request.target.or_parameters(&request.lint_settings);
    let is_protected = |waiver: &Waiver, finding: &Finding| {
        ![SourceKind::File, SourceKind::Policy].contains(&waiver.source.kind)
            && is_mandatory(&finding.rule.id, &request.lint_settings)
    };
    let covers = |waiver: &Waiver, finding: &Finding| {
        waiver.covers(finding, &target) && !is_protected(waiver, finding)
    };
    let by_rule = ByRule::of(&uses);
    let items = items_around(&uses, &run.findings, &by_rule);
    for finding in std::mem::take(&mut run.findings) {
        let candidates = by_rule.candidates(&finding.rule.id);
        let covers = |index: usize, waiver: &Waiver, finding: &Finding| match items.get(&index) {
            Some(item) if waiver.is_written_in(finding, *item) => !is_protected(waiver, finding),
            _ => covers(waiver, finding),
        };
        if let Some(finding) = apply(finding, &mut uses, &candidates, &covers) {
            run.findings.push(finding);
        }
    }
    uses.retain(|one| !is_shared(&one.waiver, request) || !one.findings.is_empty());
    run.waivers = uses;
}

/// Returns whether a waiver also serves other runs, so that this one need not use it, or know its rule.
fn is_shared(waiver: &Waiver, request: &Request<'_>) -> bool {
    match waiver.source.kind {
        SourceKind::Policy => true,
        SourceKind::File => request.waiver_check != WaiverCheck::Complete,
        SourceKind::Comment | SourceKind::Metadata => false,
    }
}

/// Returns the waivers of the request; of those that also serve other runs, those of rules with findings.
fn of_request(run: &Run<'_>, request: &Request<'_>) -> Vec<Waiver> {
    let found: HashSet<&str> = run
        .findings
        .iter()
        .map(|finding| finding.rule.id.as_ref())
        .collect();
    let is_needed = |rule: &str| {
        found.contains(rule) || rule.contains('*') && found.iter().any(|id| matches(rule, id))
    };
    let of_run = |waiver: &&Waiver| !is_shared(waiver, request) || is_needed(&waiver.rule);
    request.waivers.iter().filter(of_run).cloned().collect()
}

/// The indices of waivers by the rule that they name.
#[derive(Default)]
struct ByRule {
    named: HashMap<String, Vec<usize>>,
    /// Those whose rule has a `*`.
    patterns: Vec<usize>,
}

impl ByRule {
    fn of(uses: &[WaiverUse]) -> ByRule {
        let mut by_rule = ByRule::default();
        for (index, one) in uses.iter().enumerate() {
            match one.waiver.rule.contains('*') {
                true => by_rule.patterns.push(index),
                false => by_rule
                    .named
                    .entry(one.waiver.rule.clone())
                    .or_default()
                    .push(index),
            }
        }
        by_rule
    }

    /// Returns the waivers that may cover findings of a rule, in order.
    fn candidates(&self, rule: &str) -> Vec<usize> {
        let mut indices = self.patterns.clone();
        indices.extend(self.named.get(rule).into_iter().flatten());
        indices.sort_unstable();
        indices
    }
}

/// Returns the lines of the list item that a waiver is about, for each waiver in a comment that has no finding on its own lines:
/// of the items around it that fail, the innermost.
fn items_around(
    uses: &[WaiverUse],
    findings: &[Finding],
    by_rule: &ByRule,
) -> HashMap<usize, (u32, u32)> {
    let mut items: HashMap<usize, (u32, u32)> = HashMap::new();
    let mut with_findings: HashSet<usize> = HashSet::new();
    if !uses
        .iter()
        .any(|one| matches!(one.waiver.scope, Scope::Lines(..)))
    {
        return items;
    }
    for finding in findings {
        for index in by_rule.candidates(&finding.rule.id) {
            let Some(Waiver {
                scope: Scope::Lines(first, last),
                source,
                ..
            }) = uses.get(index).map(|one| &one.waiver)
            else {
                continue;
            };
            let lines = (*first, *last);
            if finding.file == source.file && (*first..=*last).contains(&finding.span.start.line) {
                with_findings.insert(index);
            } else if let Some(item) = item_around(finding, &source.file, lines) {
                let size = |(start, end): (u32, u32)| end.saturating_sub(start);
                let innermost = items.entry(index).or_insert(item);
                if size(item) < size(*innermost) {
                    *innermost = item;
                }
            }
        }
    }
    items.retain(|index, _| !with_findings.contains(index));
    items
}

/// Applies the first of the waivers that covers a finding; returns the finding if it is not waived.
fn apply(
    mut finding: Finding,
    uses: &mut [WaiverUse],
    candidates: &[usize],
    covers: &dyn Fn(usize, &Waiver, &Finding) -> bool,
) -> Option<Finding> {
    let (mut first, mut expired) = (None, None);
    for index in candidates {
        let Some(one) = uses
            .get_mut(*index)
            .filter(|one| covers(*index, &one.waiver, &finding))
        else {
            continue;
        };
        if one.state == WaiverState::Expired {
            expired.get_or_insert(*index);
            continue;
        }
        one.state = WaiverState::Applied;
        first.get_or_insert(*index);
    }
    if let Some(one) = first.and_then(|index| uses.get_mut(index)) {
        one.findings.push(finding);
        return None;
    }
    if let Some(one) = expired.and_then(|index| uses.get_mut(index)) {
        one.findings.push(finding.clone());
        finding.message = text!(
            "{}; {}",
            finding.message.trimmed_end(),
            Operand::Value(&one.waiver.expiry())
        );
    }
    Some(finding)
}

/// Returns the entry of a waiver that the settings do not allow.
fn denied(waiver: &Waiver) -> Suppression {
    Suppression {
        kind: SuppressionKind::Waiver,
        file: waiver.source.file.clone(),
        path: None,
        span: Span {
            start: waiver.source.at,
            end: waiver.source.at,
        },
        names: vec![waiver.rule.clone()],
        denied: true,
        removed: 0,
    }
}

fn invalid(InvalidWaiver { file, at, message }: InvalidWaiver) -> Incomplete {
    incomplete(&file, Mistake { at, message })
}

/// Returns the entry of a mistake in a waiver of a file.
pub fn incomplete(file: &str, Mistake { at, message }: Mistake) -> Incomplete {
    let message = text!("invalid waiver: {}", Operand::Value(&message));
    Incomplete {
        kind: IncompleteKind::Waiver,
        message,
        file: file.to_owned(),
        at: Some(at),
    }
}
