//! Rules on all deployments of a template: which deployments fail, and parameter values that show it.
//!
//! Which deployments a rule fails in comes from one evaluation of all of them. What to say about a failure comes from the
//! evaluation of one of them, so its words are those of any other finding.

mod findings;
mod java_pattern;
mod notes;

use std::cell::RefCell;
use std::collections::HashSet;

use bumpalo::Bump;

use self::findings::Evaluated;
use self::notes::{Findings, Patterns};
pub(super) use self::notes::{Key, add_keys, key, not_decided, unknown_values};
use super::compiled::Compiled;
use super::controls;
use super::coverage::{Kind, NotSeen, Policy as Coverage, RuleVerdict};
use super::policy::{Policy, note_readings};
use super::request::{DeploymentScope, Request, UnknownPolicy};
use super::run::{Run, ended_early, unread};
use super::view::Subject;
use cfn_warden_guard::deployments::{Points, VARIANTS, Varying, VaryingOutcome};
use cfn_warden_guard::{self as guard, Doc, EvalError, Profile};
use cfn_warden_syntax::deployments::{DeploymentSet, NODES};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{Known, LocationIndex, Text, Tree, text};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, Placeholder, VaryingTemplate, varying};
use cfn_warden_template::document::resource_types;
use cfn_warden_template::resolve::Defaults;

impl Policy<'_, '_> {
    /// Evaluates the rules for deployments on those of a document; returns whether a rule applied.
    pub(super) fn evaluate_deployments<'a>(
        &self,
        arena: &'a Bump,
        subject: &Subject<'_, 'a>,
        request: &Request<'_>,
        run: &mut Run<'_>,
    ) -> bool {
        let patterns = Patterns::default();
        let Some(template) = deployments_of(arena, subject, request, &patterns, run) else {
            return false;
        };
        let trees: Vec<&Tree<'_>> = subject
            .merged
            .iter()
            .copied()
            .chain([&template.tree])
            .collect();
        let doc = match Doc::new(arena, &trees, Profile::CloudFormation) {
            Ok(doc) => doc
                .with_limits(request.guard_limits, self.steps.get())
                .with_cancel(request.cancel),
            Err(error) => {
                run.incomplete.push(unread(subject.name, error));
                return false;
            }
        };
        let varying = Varying {
            sets: &template.space.deployments,
            valid: template.space.valid,
            variations: &template.variations,
            tree: u32::try_from(subject.merged.len()).unwrap_or(u32::MAX),
        };
        let points = Points::of(&doc, &varying);
        let options = guard::Options {
            now: request.now,
            ..guard::Options::default()
        };
        let (mut evaluated, mut applied) = (Vec::new(), false);
        let types: HashSet<&str> = resource_types(subject.tree).collect();
        let applies = |compiled: &&Compiled<'_>| {
            compiled.deployments == Some(subject.scope)
                && (compiled.controls.is_empty()
                    || compiled
                        .controls
                        .iter()
                        .any(|control| controls::applies(control, &types)))
        };
        let chosen = self.rules.iter().filter(applies);
        let chosen: Vec<_> = chosen
            .filter_map(|compiled| Some((compiled, self.rules_of(compiled)?)))
            .collect();
        for (compiled, rules) in &chosen {
            match guard::evaluate_deployments(rules, &doc, &varying, &points, &options) {
                Ok(outcome) => {
                    applied |= count(compiled, &outcome, run);
                    note_gaps(
                        compiled.name,
                        &outcome,
                        |set| format!(" ({})", template.space.describe(set)),
                        run,
                    );
                    evaluated.push(Evaluated {
                        compiled,
                        rules,
                        outcome,
                    });
                }
                Err(error) => run.incomplete.push(ended_early(compiled.name, &error)),
            }
        }
        let before = run.coverage.not_seen.len();
        note_readings(&doc, &trees, subject.name, request, run);
        for part in run.coverage.not_seen.iter_mut().skip(before) {
            part.path = part
                .path
                .take()
                .map(|path| template.path_in_deployments(&path));
        }
        // Findings have their own work.
        template.space.deployments.mark();
        let notes = RefCell::default();
        let (template, patterns) = (&template, &patterns);
        let places = LocationIndex::of(&template.tree, template.tree.root);
        let findings = Findings {
            template,
            doc: &doc,
            trees: &trees,
            places,
            subject,
            request,
            options,
            patterns,
            secrets: &self.resolved_secrets,
            notes,
        };
        let mut found = findings.failures(&evaluated);
        found.extend(evaluated.iter().flat_map(|one| findings.unknowns(one)));
        let controls = chosen.iter().flat_map(|(compiled, _)| compiled.controls);
        let unknown = UnknownPolicy::of_templates(request.unknown);
        let described = controls::describe(found, controls, unknown);
        // If the request does not say how these rules count, the policy for values that are not known does.
        if request.unknown.is_none() && request.coverage.of(Kind::Unresolved) == Coverage::Fail {
            note_undecided(&described, request, run);
        }
        run.findings.extend(described);
        if template.space.deployments.is_limited() {
            let why = "not all findings were described: they depend on too many parameters and conditions at once; supply \
                       values for some parameters, or check fewer rules at once";
            run.incomplete.push(super::not_checked(subject.name, why));
        }
        self.steps.set(doc.steps_taken());
        applied
    }
}

/// Returns a template in the deployments of the request; records if there is none.
fn deployments_of<'a>(
    arena: &'a Bump,
    subject: &Subject<'_, 'a>,
    request: &Request<'_>,
    patterns: &Patterns,
    run: &mut Run<'_>,
) -> Option<VaryingTemplate<'a>> {
    let none = ParameterSet::default();
    let given = request.lint_settings.parameter_sets.first();
    let parameter_values = given
        .filter(|_| subject.scope != DeploymentScope::Any)
        .unwrap_or(&none);
    let defaults = if subject.scope == DeploymentScope::Default {
        Defaults::Used
    } else {
        Defaults::Unknown
    };
    let regions: Vec<&str> = request
        .lint_settings
        .regions
        .iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let matches = |pattern: &str, text: &str| patterns.matches(pattern, text);
    let placeholder = request.placeholder.map(|placeholder| {
        let nodes = placeholder.paths.iter();
        let nodes = nodes.filter_map(|path| Some(subject.tree.root.at(path)?.id));
        Placeholder {
            text: placeholder.text,
            nodes: nodes.collect(),
        }
    });
    let template = varying(
        arena,
        subject.tree,
        &Inputs {
            parameter_values,
            defaults,
            regions: &regions,
            placeholder: placeholder.as_ref(),
            matches: &matches,
            limits: request.derivation_limits(),
        },
    );
    if template.space.deployments.is_limited() {
        let why = text!(
            "the deployments were not checked: the limit of {} nodes for sets of deployments, or of the work on them, was \
             exceeded, because conditions and values depend on too many parameters at once; supply values for some \
             parameters, or split the template",
            NODES
        );
        run.incomplete.push(super::not_checked(subject.name, why));
        return None;
    }
    if template.limited {
        let why = text!(
            "not all deployments were distinguished: some values depend on too many parameters and conditions, or are \
             too long (the limit is {} bytes for the texts and lists of all functions) or nested too deep, and were \
             treated as unknown; supply values for some parameters, or split the template",
            request.derivation_limits().functions
        );
        run.incomplete.push(super::not_checked(subject.name, why));
    }
    if template.space.valid.is_empty() {
        let why = "the template has no deployment: its Rules or the supplied parameter values exclude every one";
        run.incomplete.push(super::not_checked(subject.name, why));
        return None;
    }
    Some(template)
}

/// Counts the verdicts of rules.
pub(super) fn count(
    compiled: &Compiled<'_>,
    outcome: &VaryingOutcome<'_>,
    run: &mut Run<'_>,
) -> bool {
    let mut applied = false;
    for (rule, verdict) in outcome
        .rules
        .iter()
        .filter(|(rule, _)| compiled.counts(rule))
    {
        let verdict = RuleVerdict::of(verdict);
        compiled.record(rule, verdict, run);
        applied |= verdict != RuleVerdict::Skipped;
    }
    applied
}

/// Records the rules whose verdict depends on values that are not known.
fn note_undecided(findings: &[Finding], request: &Request<'_>, run: &mut Run<'_>) {
    for finding in findings {
        let unknowns = finding.deployments.iter().flat_map(|note| &note.unknowns);
        let unknowns: Vec<Text> = unknowns.cloned().collect();
        if unknowns.is_empty() || finding.severity == Severity::Error {
            continue;
        }
        let reason = text!(
            "rule {} is undecided: the value of {} is not known",
            Known(&finding.rule.id),
            Text::join(unknowns, ", ")
        );
        let part = NotSeen {
            path: finding.path.clone(),
            span: Some(finding.span),
            ..NotSeen::of(Kind::Unresolved, &finding.file, reason)
        };
        run.coverage.add(&request.coverage, part);
    }
}

/// Records what keeps the verdicts of a rules file from being exact.
pub(super) fn note_gaps(
    name: &str,
    outcome: &VaryingOutcome<'_>,
    describe: impl Fn(DeploymentSet) -> String,
    run: &mut Run<'_>,
) {
    if let Some((set, error)) = &outcome.error {
        run.incomplete.push(ended_early(
            name,
            &EvalError {
                message: format!("{error}{}", describe(*set)),
                ..error.clone()
            },
        ));
    }
    if let Some(rule) = outcome.limited {
        let why = format!(
            "not all deployments were distinguished: a value that rule `{rule}` reads, or the values that it compares at \
             once, differ in more than {VARIANTS} ways; in the other deployments, this rule and those after it are not \
             decided; supply values for some parameters, or compare fewer values at once"
        );
        run.incomplete
            .push(ended_early(name, &EvalError::fatal(why)));
    }
}
