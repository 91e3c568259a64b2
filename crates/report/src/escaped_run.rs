//! A run whose texts have no characters that are not visible.
//!
//! The formats write what they get; the texts of documents are escaped here, once for all of them. The text of a document stays:
//! excerpts need its columns, and the writer escapes what they show.

use std::borrow::Cow;

use cfn_warden_engine::baseline::BaselineUse;
use cfn_warden_engine::{Document, PlanNote, Run};
use cfn_warden_syntax::escape::{escape, is_invisible};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Path, Text};

/// Calls a function with the run, escaped if that is needed.
pub fn with_escaped<T>(run: &Run<'_>, use_run: impl FnOnce(&Run<'_>) -> T) -> T {
    if !needs_escape(run) {
        return use_run(run);
    }
    let names: Vec<Cow<'_, str>> = all_documents(run)
        .map(|document| escape(document.name))
        .collect();
    let plan_names: Vec<Cow<'_, str>> = run.plans.iter().map(|plan| escape(plan.name)).collect();
    let (own_names, source_names) = names
        .split_at_checked(run.documents.len())
        .unwrap_or((&names, &[]));
    let mut escaped = Run {
        documents: renamed(&run.documents, own_names),
        sources: renamed(&run.sources, source_names),
        plans: run
            .plans
            .iter()
            .zip(&plan_names)
            .map(|(plan, name)| PlanNote { name, ..*plan })
            .collect(),
        findings: run.findings.clone(),
        incomplete: run.incomplete.clone(),
        accepted: run.accepted.clone(),
        fail_on: run.fail_on,
        rules: run.rules,
        suppressions: run.suppressions.clone(),
        waivers_in_place: Default::default(),
        turned_off: run.turned_off.clone(),
        waivers: run.waivers.clone(),
        baseline: run.baseline.as_ref().map(|used| BaselineUse {
            file: used.file.clone(),
            known: used.known.clone(),
            waived: used.waived.clone(),
            stale: used.stale.clone(),
        }),
        policy: run.policy.clone(),
        coverage: run.coverage.clone(),
        records: run.records.clone(),
        records_shortened: run.records_shortened,
        origin: run.origin.clone(),
        rules_in_documents: run.rules_in_documents,
        max_findings: run.max_findings,
        notes: run.notes,
        detail: run.detail,
    };
    edit::run(&mut escaped, &mut Escape);
    use_run(&escaped)
}

fn all_documents<'a, 'r>(run: &'a Run<'r>) -> impl Iterator<Item = &'a Document<'r>> {
    run.documents.iter().chain(&run.sources)
}

fn renamed<'a>(documents: &'a [Document<'_>], names: &'a [Cow<'a, str>]) -> Vec<Document<'a>> {
    let renamed = |(document, name): (&'a Document<'_>, &'a Cow<'a, str>)| Document {
        name,
        text: Cow::Borrowed(&document.text),
        is_template: document.is_template,
        resources: document.resources.clone(),
        guard: document.guard.clone(),
        resolution: document.resolution.clone(),
        linted: document.linted.clone(),
        secrets: document.secrets.clone(),
    };
    documents.iter().zip(names).map(renamed).collect()
}

fn needs_escape(run: &Run<'_>) -> bool {
    let mut check = Check(false);
    let names = all_documents(run).map(|document| document.name);
    names
        .chain(run.plans.iter().map(|plan| plan.name))
        .for_each(|name| check.0 |= name.contains(is_invisible));
    read::run(run, &mut check);
    check.0
}

/// Finds whether a text needs escapes.
struct Check(bool);

/// Escapes texts.
struct Escape;

impl Check {
    fn finding(&mut self, finding: &Finding) {
        self.0 |= finding.needs_escape();
    }

    fn path(&mut self, path: &Path) {
        self.0 |= path.needs_escape();
    }

    fn text(&mut self, text: &Text) {
        self.0 |= text.needs_escape();
    }

    fn string(&mut self, text: &str) {
        self.0 |= text.contains(is_invisible);
    }
}

impl Escape {
    fn finding(&mut self, finding: &mut Finding) {
        finding.escape();
    }

    fn path(&mut self, path: &mut Path) {
        path.escape();
    }

    fn text(&mut self, text: &mut Text) {
        text.escape();
    }

    fn string(&mut self, text: &mut String) {
        if let Cow::Owned(escaped) = escape(text) {
            *text = escaped;
        }
    }
}

/// Defines functions that visit all texts of a run, to read or to change them: a text that is read and not changed would be
/// an escape that is missing.
macro_rules! visitors {
    ($module:ident, $visitor:ident $(, $mutable:tt)?) => {
        mod $module {
            use crate::escaped_run::*;
            use cfn_warden_engine::{FoundResource, Incomplete};
            use cfn_warden_engine::coverage::NotSeen;
            use cfn_warden_engine::waivers::Waiver;
            use cfn_warden_template::resolve::{Origin, Resolution};

            pub fn run(run: &$($mutable)? Run<'_>, visitor: &mut $visitor) {
                for document in &$($mutable)? run.documents {
                    self::document(document, visitor);
                }
                for document in &$($mutable)? run.sources {
                    self::document(document, visitor);
                }
                for finding in &$($mutable)? run.findings {
                    visitor.finding(finding);
                }
                for issue in &$($mutable)? run.incomplete {
                    incomplete(issue, visitor);
                }
                for accepted in &$($mutable)? run.accepted {
                    incomplete(&$($mutable)? accepted.issue, visitor);
                    visitor.string(&$($mutable)? accepted.acceptance.reason);
                    if let Some(owner) = &$($mutable)? accepted.acceptance.owner {
                        visitor.string(owner);
                    }
                }
                for one in &$($mutable)? run.suppressions {
                    visitor.string(&$($mutable)? one.file);
                    if let Some(path) = &$($mutable)? one.path {
                        visitor.path(path);
                    }
                    for name in &$($mutable)? one.names {
                        visitor.string(name);
                    }
                }
                for used in &$($mutable)? run.waivers {
                    waiver(&$($mutable)? used.waiver, visitor);
                    for finding in &$($mutable)? used.findings {
                        visitor.finding(finding);
                    }
                }
                if let Some(used) = &$($mutable)? run.baseline {
                    visitor.string(&$($mutable)? used.file);
                    for finding in &$($mutable)? used.known {
                        visitor.finding(finding);
                    }
                }
                if let Some(used) = &$($mutable)? run.policy {
                    if let Some(problem) = &$($mutable)? used.problem {
                        visitor.string(problem);
                    }
                    if let Some(candidate) = &$($mutable)? used.candidate {
                        if let Some(problem) = &$($mutable)? candidate.problem {
                            visitor.string(problem);
                        }
                        for change in &$($mutable)? candidate.changes {
                            visitor.string(&$($mutable)? change.file);
                            visitor.string(&$($mutable)? change.path);
                        }
                    }
                }
                for part in &$($mutable)? run.coverage.not_seen {
                    not_seen(part, visitor);
                }
                for skipped in &$($mutable)? run.coverage.skipped {
                    visitor.string(&$($mutable)? skipped.file);
                }
                if let Some(project) = &$($mutable)? run.origin.project {
                    visitor.string(project);
                }
            }

            fn document(document: &$($mutable)? Document<'_>, visitor: &mut $visitor) {
                for resource in &$($mutable)? document.resources {
                    self::resource(resource, visitor);
                }
                if let Some(resolution) = &$($mutable)? document.resolution {
                    self::resolution(resolution, visitor);
                }
            }

            fn resource(resource: &$($mutable)? FoundResource, visitor: &mut $visitor) {
                visitor.string(&$($mutable)? resource.logical_id);
                if let Some(name) = &$($mutable)? resource.type_name {
                    visitor.string(name);
                }
                if let Some(construct) = &$($mutable)? resource.construct {
                    visitor.string(&$($mutable)? construct.path);
                    if let Some(stack) = &$($mutable)? construct.stack {
                        visitor.string(stack);
                    }
                    if let Some(source) = &$($mutable)? construct.source {
                        visitor.string(&$($mutable)? source.file);
                    }
                }
            }

            fn resolution(resolution: &$($mutable)? Resolution, visitor: &mut $visitor) {
                for known in &$($mutable)? resolution.parameters {
                    visitor.string(&$($mutable)? known.name);
                    visitor.string(&$($mutable)? known.value);
                    if let Origin::Given { file: Some(file), .. } = &$($mutable)? known.origin {
                        visitor.string(file);
                    }
                }
                for (name, _) in &$($mutable)? resolution.conditions {
                    visitor.string(name);
                }
                for (path, condition) in &$($mutable)? resolution.removed {
                    visitor.path(path);
                    visitor.string(condition);
                }
                for (name, _) in &$($mutable)? resolution.unknown {
                    visitor.string(name);
                }
                for replaced in &$($mutable)? resolution.replaced {
                    visitor.path(&$($mutable)? replaced.path);
                    visitor.string(&$($mutable)? replaced.function);
                    for cause in &$($mutable)? replaced.causes {
                        visitor.string(cause);
                    }
                }
            }

            fn incomplete(issue: &$($mutable)? Incomplete, visitor: &mut $visitor) {
                visitor.text(&$($mutable)? issue.message);
                visitor.string(&$($mutable)? issue.file);
            }

            fn waiver(waiver: &$($mutable)? Waiver, visitor: &mut $visitor) {
                visitor.string(&$($mutable)? waiver.rule);
                visitor.string(&$($mutable)? waiver.reason);
                if let Some(owner) = &$($mutable)? waiver.owner {
                    visitor.string(owner);
                }
                visitor.string(&$($mutable)? waiver.source.file);
            }

            fn not_seen(part: &$($mutable)? NotSeen, visitor: &mut $visitor) {
                visitor.string(&$($mutable)? part.file);
                if let Some(path) = &$($mutable)? part.path {
                    visitor.path(path);
                }
                visitor.text(&$($mutable)? part.reason);
            }
        }
    };
}

visitors!(read, Check);
visitors!(edit, Escape, mut);
