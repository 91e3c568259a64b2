//! Guard rules on the documents of a request.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

use bumpalo::Bump;
use serde_json::value::RawValue;

use super::compiled::Compiled;
use super::coverage::{Kind, NotSeen};
use super::full_record::full;
use super::run::{ended_early, unread};
use super::suppressions::Suppressions;
use super::{
    Cache, DeploymentScope, Document, Incomplete, IncompleteKind, Input, Record, Request, Run,
    View, suppressions, view,
};
use cfn_warden_guard::report::{FileReport, lambda};
use cfn_warden_guard::{self as guard, Detail, Doc, Language, Profile, Rules};
use cfn_warden_secrets::{Secrets, Values};
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Aspect, Finding, SuppressionKind, TemplateSuppressions};
use cfn_warden_syntax::{self as syntax, Known, Operand, Parsed, Style, Text, Tree, Value, text};

/// Maximum size of full records in bytes; beyond it, short reports are returned, so that the rest fits into Lambda's
/// response.
const FULL_RECORDS: usize = 5 << 20;

/// Rules without content would let everything pass.
const NO_RULE: &str = "no rules to evaluate; expected at least one, as in `rule name { ... }`";
/// Rules skip a document without content, or fail without anything to show.
const NO_CONTENT: &str = "the document is empty; expected a template or another document";

/// What all documents of a session share: the compiled rules and the merged documents.
pub(super) struct SharedInputs<'r, 's> {
    rules: Vec<Compiled<'r>>,
    view: View,
    /// Compiles controls when a document has resources for them.
    cache: &'s Cache,
    /// Documents merged into each document; `None` if one of them cannot be read.
    parameters: Option<Vec<Tree<'s>>>,
    /// The secrets in merged documents.
    secrets: Secrets,
}

/// What earlier documents of a session left of the limits that they share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Evaluation steps used.
    steps: u64,
    /// Remaining size of findings in bytes.
    findings: usize,
}

impl Budget {
    pub(super) fn of(request: &Request<'_>) -> Budget {
        Budget {
            steps: 0,
            findings: request.guard_limits.findings,
        }
    }
}

/// The rules for one document, and the documents merged into it.
pub(super) struct Policy<'r, 's> {
    pub(super) rules: Cow<'s, [Compiled<'r>]>,
    shared: &'s SharedInputs<'r, 's>,
    cancel: Cancel<'s>,
    /// The context of the document, if any; an error if it cannot be read.
    context: Result<Option<Tree<'s>>, ()>,
    /// More secrets of the document, from its deployments.
    pub(super) resolved_secrets: RefCell<Secrets>,
    /// Evaluation steps used for this document and earlier ones.
    pub(super) steps: Cell<u64>,
    /// Remaining size of findings in bytes.
    left: Cell<usize>,
}

/// Compiles the rules of a request and reads the documents that are merged into each document. Each error becomes an
/// [`Incomplete`] entry.
pub(super) fn open<'r, 's>(
    request: &Request<'r>,
    cache: &'s Cache,
    arena: &'s Bump,
    incomplete: &mut Vec<Incomplete>,
) -> SharedInputs<'r, 's> {
    let mut rules = Vec::with_capacity(request.rules.len());
    for input in &request.rules {
        let file = input.name;
        let name = if request.record == Record::None {
            file
        } else {
            lambda::RULES
        };
        let issue = |message: Text, at| Incomplete {
            kind: IncompleteKind::Rules,
            message,
            file: file.to_owned(),
            at,
        };
        // Not decoded leniently: messages keep their original line breaks.
        let Ok(text) = std::str::from_utf8(input.content) else {
            incomplete.push(issue("the file is not UTF-8".into(), None));
            rules.push(Compiled {
                name: file,
                rules: None,
                counted: None,
                declared: None,
                deployments: None,
                controls: &[],
            });
            continue;
        };
        let compiled = cache.rules(request.cancel, request.language, name, text);
        if compiled.as_ref().is_ok_and(|compiled| compiled.is_empty()) {
            incomplete.push(issue(NO_RULE.into(), None));
        }
        let wrong = |errors: Vec<guard::ParseError>| {
            incomplete.extend(
                errors
                    .iter()
                    .map(|error| issue(Text::known(explained(error)), Some(error.position))),
            );
        };
        let compiled = compiled.map_err(wrong).ok();
        let sections = Some(request.rules_reading).filter(|sections| !sections.is_empty());
        let counted =
            sections.map(|sections| guard::rules_reading(request.language, text, sections));
        rules.push(Compiled {
            name: file,
            rules: compiled,
            counted,
            declared: DeploymentScope::of_rules(text),
            deployments: None,
            controls: &[],
        });
    }
    let same_file =
        |one: &Arc<Control>, other: &Arc<Control>| Arc::ptr_eq(&one.rules, &other.rules);
    rules.extend(request.controls.chunk_by(same_file).filter_map(|controls| {
        let name = &*controls.first()?.id;
        Some(Compiled {
            name,
            rules: None,
            counted: None,
            declared: None,
            deployments: None,
            controls,
        })
    }));
    rules
        .iter_mut()
        .for_each(|compiled| compiled.deployments = compiled.deployments_in(request.view));
    let parameters = read_all(&request.input_parameters, arena, incomplete);
    let mut secrets = Secrets::default();
    if request.values == Values::Masked {
        let merged = parameters.iter().flatten();
        merged.for_each(|tree| secrets.add_tree(tree, &request.lint_settings.knowledge));
    }
    SharedInputs {
        rules,
        view: request.view,
        cache,
        parameters,
        secrets,
    }
}

/// Parses documents; `None` if one of them cannot be read, which is recorded in `incomplete`.
fn read_all<'p>(
    inputs: &[Input<'_>],
    arena: &'p Bump,
    incomplete: &mut Vec<Incomplete>,
) -> Option<Vec<Tree<'p>>> {
    let mut trees = Vec::new();
    let before = incomplete.len();
    for input in inputs {
        let text = syntax::decode(input.content).map(|text| &*arena.alloc_str(&text));
        let parsed = text.map(|text| syntax::parse(arena, text, input.name));
        match parsed.map(|parsed| (parsed.tree, parsed.errors)) {
            Ok((Some(tree), errors)) if errors.is_empty() => trees.push(tree),
            Ok((_, errors)) => incomplete.extend(
                errors
                    .first()
                    .map(|error| super::unreadable(input.name, error)),
            ),
            Err(error) => incomplete.push(super::unreadable(input.name, &error)),
        }
    }
    (incomplete.len() == before).then_some(trees)
}

/// Says how to compare what a function returns, if a rule compared the function as it is written.
fn explain_function(finding: &mut Finding, tree: &Tree<'_>) {
    let value = finding.path.as_ref().and_then(|path| tree.root.at(path));
    let Some([only]) = value.and_then(|value| value.as_map()) else {
        return;
    };
    let is_function = only
        .key
        .as_str()
        .is_some_and(|key| key == "Ref" || key.starts_with("Fn::"));
    // A key is missing in the function, or a clause such as `exists` does not read its value.
    let is_about_value =
        finding.aspect == Aspect::Other && !finding.message.contains("does not hold");
    if is_function && is_about_value && finding.remediation.is_none() {
        finding.remediation = Some(Text::own(
            "The rule compares the function as it is written. To compare what it returns, use `--deployments any`, or `--resolve` \
             with parameter values.",
        ));
    }
}

fn explained(error: &guard::ParseError) -> String {
    if error.expected.is_empty() {
        return error.message.clone();
    }
    format!(
        "{}; expected {}",
        error.message,
        error.expected.join(" or ")
    )
}

impl<'r, 's> Policy<'r, 's> {
    /// Returns the rules for a document. `request` has the settings of the document; without rules and controls, none are
    /// evaluated. A context that cannot be read becomes an [`Incomplete`] entry.
    pub(super) fn of_document(
        shared: &'s SharedInputs<'r, 's>,
        request: &'s Request<'_>,
        budget: Budget,
        arena: &'s Bump,
        incomplete: &mut Vec<Incomplete>,
    ) -> Policy<'r, 's> {
        let rules = if request.rules.is_empty() && request.controls.is_empty() {
            Cow::Borrowed([].as_slice())
        } else if request.view == shared.view {
            Cow::Borrowed(shared.rules.as_slice())
        } else {
            let in_view = |compiled: &Compiled<'r>| Compiled {
                deployments: compiled.deployments_in(request.view),
                ..compiled.clone()
            };
            Cow::Owned(shared.rules.iter().map(in_view).collect())
        };
        let context = read_all(request.context.as_slice(), arena, incomplete)
            .ok_or(())
            .map(|mut trees| trees.pop());
        // Parts of a context come from templates, for example the previous one.
        let context = context.map(|context| {
            let tree = context?;
            let suppressions = request.lint_settings.suppressions;
            let hidden = match suppressions {
                TemplateSuppressions::Deny => {
                    suppressions::of(arena, &tree, "", suppressions).hidden
                }
                TemplateSuppressions::Allow => None,
            };
            Some(hidden.unwrap_or(tree))
        });
        Policy {
            rules,
            shared,
            cancel: request.cancel,
            context,
            resolved_secrets: RefCell::default(),
            steps: Cell::new(budget.steps),
            left: Cell::new(budget.findings),
        }
    }

    /// Returns what is left of the limits.
    pub(super) fn budget(&self) -> Budget {
        Budget {
            steps: self.steps.get(),
            findings: self.left.get(),
        }
    }
}

impl Policy<'_, '_> {
    /// Returns whether there are no rules.
    pub(super) fn is_empty(&self) -> bool {
        self.rules.iter().all(|compiled| {
            compiled
                .rules
                .as_ref()
                .is_some_and(|rules| rules.is_empty())
        })
    }

    /// Returns the compiled rules of a file, or of controls; `None` if they do not parse.
    pub(super) fn rules_of(&self, compiled: &Compiled<'_>) -> Option<Arc<Rules>> {
        let Some(control) = compiled.controls.first() else {
            return compiled.rules.clone();
        };
        self.of_control(&control.id, &control.rules)
    }

    /// Returns the compiled rules of a control; `None` if they do not parse.
    pub(super) fn of_control(&self, id: &str, rules: &str) -> Option<Arc<Rules>> {
        self.shared
            .cache
            .rules(self.cancel, Language::default(), id, rules)
            .ok()
    }

    /// Returns the secrets in a document and in the documents merged into it.
    pub(super) fn secrets(
        &self,
        text: &str,
        parsed: &Parsed<'_>,
        request: &Request<'_>,
    ) -> Secrets {
        if request.values == Values::Shown {
            return Secrets::default();
        }
        let settings = &request.lint_settings;
        let mut secrets = Secrets::of(text, parsed, &settings.knowledge, &settings.parameter_sets);
        secrets.merge(&self.shared.secrets);
        if let Ok(Some(context)) = &self.context {
            secrets.add_tree(context, &settings.knowledge);
            if let Some(template) = &parsed.tree {
                secrets.add_changes(template, context, &settings.knowledge);
            }
        }
        secrets
    }

    /// Like [`Policy::evaluate`], and also handles the document's own suppressions. If they are allowed, the document
    /// is evaluated with and without them; the difference is what they removed.
    pub(super) fn evaluate_suppressed(
        &self,
        arena: &Bump,
        seen: &DocumentView<'_, '_>,
        request: &Request<'_>,
        document: &mut Document<'_>,
        run: &mut Run<'_>,
    ) -> bool {
        let policy = request.lint_settings.suppressions;
        let Suppressions { mut found, hidden } =
            suppressions::of(arena, seen.tree, document.name, policy);
        let Some(hidden) = &hidden else {
            return self.evaluate(arena, seen, request, document, run);
        };
        let before = run.findings.len();
        let applied = if policy == TemplateSuppressions::Deny {
            // Records are about the document as written.
            let of_written = || suppressions::of(arena, seen.written, document.name, policy).hidden;
            let written = (request.record != Record::None).then(of_written).flatten();
            let hidden = DocumentView {
                written: written.as_ref().unwrap_or(seen.written),
                tree: hidden,
            };
            self.evaluate(arena, &hidden, request, document, run)
        } else {
            let (steps, left) = (self.steps.get(), self.left.get());
            // This evaluation only counts findings.
            let quiet = Request {
                guard_report: false,
                record: Record::None,
                ..request.clone()
            };
            let (mut other, mut same) = (
                Run::default(),
                Document {
                    name: document.name,
                    ..Document::default()
                },
            );
            let hidden = DocumentView {
                tree: hidden,
                ..*seen
            };
            self.evaluate(arena, &hidden, &quiet, &mut same, &mut other);
            self.steps.set(steps);
            self.left.set(left);
            let applied = self.evaluate(arena, seen, request, document, run);
            suppressions::count(
                &mut found,
                &other.findings,
                run.findings.get(before..).unwrap_or_default(),
            );
            // Templates have metadata for cfn_nag itself, which most Guard rules do not read.
            found.retain(|one| one.kind != SuppressionKind::CfnNag || one.removed > 0);
            applied
        };
        run.suppressions.append(&mut found);
        applied
    }

    /// Evaluates all rules on a document. Adds findings and incomplete checks to the run, and the report to the
    /// document. Returns whether a rule applied.
    pub(super) fn evaluate(
        &self,
        arena: &Bump,
        seen: &DocumentView<'_, '_>,
        request: &Request<'_>,
        document: &mut Document<'_>,
        run: &mut Run<'_>,
    ) -> bool {
        if has_no_content(seen.written) {
            run.incomplete
                .push(super::not_checked(document.name, NO_CONTENT));
            // cfn-guard-lambda evaluates rules on an empty document, and its response was requested.
            if request.record == Record::None {
                return false;
            }
        }
        // Unreadable parameters are recorded already.
        let (Some(parameters), Ok(context)) = (&self.shared.parameters, &self.context) else {
            return false;
        };
        let hidden = context
            .as_ref()
            .and_then(|context| view::without(arena, seen.tree, context));
        let own = hidden.as_ref().unwrap_or(seen.tree);
        let mut applied = false;
        let scope = self
            .rules
            .iter()
            .find_map(|compiled| compiled.deployments)
            .filter(|_| super::is_template(own));
        if let Some(scope) = scope {
            let merged = parameters.iter().chain(context).collect();
            let subject = view::Subject {
                name: document.name,
                tree: own,
                merged,
                scope,
            };
            applied = self.evaluate_deployments(arena, &subject, request, run);
            if self
                .rules
                .iter()
                .all(|compiled| compiled.deployments.is_some())
            {
                return applied;
            }
        }
        let trees: Vec<&Tree<'_>> = parameters.iter().chain(context).chain([own]).collect();
        let doc = match Doc::new(arena, &trees, Profile::CloudFormation) {
            Ok(doc) => doc
                .with_limits(request.guard_limits, self.steps.get())
                .with_cancel(request.cancel),
            Err(error) => {
                run.incomplete.push(unread(document.name, error));
                return false;
            }
        };
        // The others have their verdict from the deployments.
        let of_text = |compiled: &Compiled<'_>| scope.is_none() || compiled.deployments.is_none();
        let outcomes = self.outcomes(
            &doc,
            Detail::Failures,
            request,
            of_text,
            &mut run.incomplete,
        );
        let mut report = FileReport::new(document.name);
        outcomes
            .iter()
            .flatten()
            .for_each(|outcome| report.add(outcome));
        self.steps.set(doc.steps_taken());
        note_readings(&doc, &trees, document.name, request, run);
        if super::is_template(own) {
            note_functions(&doc, &trees, document.name, request, run);
        }
        let mut left = self.left.get();
        let mut findings = report.findings(&trees, &mut left);
        if super::is_template(own) && matches!(request.view, View::Written | View::Expanded) {
            findings
                .iter_mut()
                .for_each(|finding| explain_function(finding, own));
        }
        let count = |run: &mut Run<'_>| self.count(&outcomes, run);
        let written = (document.name, trees.as_slice(), &doc);
        let of_plan = self.evaluate_plan(arena, written, request, &mut findings, run, count);
        applied |= of_plan.unwrap_or_else(|| count(run));
        if !request.rules_reading.is_empty() {
            findings.retain(|finding| {
                self.rules
                    .iter()
                    .any(|compiled| compiled.counts(&finding.rule.id))
            });
        }
        run.findings.append(&mut findings);
        self.left.set(left);
        if left == 0 && !report.not_compliant.is_empty() {
            let limit = request.guard_limits.findings >> 20;
            let why = text!("too many findings: together they exceed {} MiB", limit);
            run.incomplete.push(super::not_checked(document.name, why));
        }
        if request.guard_report {
            document.guard = raw(&report, request.guard_limits);
            if document.guard.is_none() {
                let limit = request.guard_limits.report >> 20;
                let why = text!("cfn-guard's report is omitted: it exceeds {} MiB", limit);
                run.incomplete.push(super::not_checked(document.name, why));
            }
        }
        if request.record != Record::None {
            self.record(arena, seen.written, document.name, request, run);
        }
        applied
    }

    /// Counts the verdicts of the rules; returns whether one applied.
    fn count(&self, outcomes: &[Option<guard::Outcome<'_>>], run: &mut Run<'_>) -> bool {
        let mut applied = false;
        for (compiled, outcome) in self.rules.iter().zip(outcomes) {
            let rules = outcome.iter().flat_map(guard::Outcome::rules);
            for (rule, status) in rules.filter(|(rule, _)| compiled.counts(rule)) {
                compiled.record(rule, status.into(), run);
                applied |= status != guard::Status::Skip;
            }
        }
        applied
    }

    /// Evaluates the rules texts that `which` selects; `None` for others, and if a text does not parse or its evaluation
    /// ended early.
    fn outcomes<'e>(
        &'e self,
        doc: &'e Doc<'e>,
        detail: Detail,
        request: &Request<'_>,
        which: impl Fn(&Compiled<'_>) -> bool,
        incomplete: &mut Vec<Incomplete>,
    ) -> Vec<Option<guard::Outcome<'e>>> {
        let options = guard::Options {
            detail,
            now: request.now,
        };
        let evaluate = |compiled: &'e Compiled<'_>| {
            let rules = compiled.rules.as_deref().filter(|_| which(compiled));
            let outcome = rules
                .map(|rules| guard::evaluate(rules, doc, &options))
                .transpose();
            outcome.unwrap_or_else(|error| {
                incomplete.push(ended_early(compiled.name, &error));
                None
            })
        };
        self.rules.iter().map(evaluate).collect()
    }

    /// Adds cfn-guard-lambda's records of a document, which it parses in its own way and without transforms. Errors
    /// in this evaluation do not change the verdict and are reported as unseen parts.
    fn record(
        &self,
        arena: &Bump,
        tree: &Tree<'_>,
        name: &str,
        request: &Request<'_>,
        run: &mut Run<'_>,
    ) {
        let trees: Vec<&Tree<'_>> = self
            .shared
            .parameters
            .iter()
            .flatten()
            .chain([tree])
            .collect();
        let mut incomplete = Vec::new();
        match Doc::new(arena, &trees, Profile::Lib) {
            Ok(doc) => {
                let doc = doc
                    .with_limits(request.guard_limits, self.steps.get())
                    .with_cancel(request.cancel);
                let detail = if request.record == Record::Full {
                    Detail::Full
                } else {
                    Detail::Failures
                };
                let mut outcomes = self.outcomes(
                    &doc,
                    detail,
                    request,
                    |one| one.controls.is_empty(),
                    &mut incomplete,
                );
                // Controls come after the rules of the request.
                outcomes.truncate(request.rules.len());
                self.steps.set(doc.steps_taken());
                record(&outcomes, request, run);
            }
            Err(error) => incomplete.push(unread(name, error)),
        }
        for issue in incomplete
            .into_iter()
            .filter(|issue| !run.incomplete.contains(issue))
            .collect::<Vec<_>>()
        {
            let reason = text!(
                "`message` has no record because cfn-guard reads the document differently: {}",
                issue.message
            );
            run.coverage.add(
                &request.coverage,
                NotSeen::of(Kind::TwoReadings, name, reason),
            );
        }
    }
}

/// A document as rules see it.
pub(super) struct DocumentView<'t, 'a> {
    /// The document as written.
    pub written: &'t Tree<'a>,
    /// The document in the requested view.
    pub tree: &'t Tree<'a>,
}

/// Records the compared scalars that cfn-guard would parse differently.
pub(super) fn note_readings(
    doc: &Doc<'_>,
    trees: &[&Tree<'_>],
    name: &str,
    request: &Request<'_>,
    run: &mut Run<'_>,
) {
    for (id, reading) in doc.ambiguous_scalars.compared() {
        let Some((path, source)) = doc.found(id) else {
            continue;
        };
        let reason = text!(
            "CloudFormation (YAML 1.1) reads `{}` as {}, cfn-guard may read it differently: quote it or use JSON's spelling",
            Operand::Value(reading.written),
            reading.read_as
        );
        let span = trees
            .get(source.tree as usize)
            .map(|tree| tree.span(source.node));
        let part = NotSeen {
            path: Some(path),
            span,
            ..NotSeen::of(Kind::TwoReadings, name, reason)
        };
        run.coverage.add(&request.coverage, part);
    }
}

/// Records the functions of a template, the last of `trees`, that rules read as they are written.
fn note_functions(
    doc: &Doc<'_>,
    trees: &[&Tree<'_>],
    name: &str,
    request: &Request<'_>,
    run: &mut Run<'_>,
) {
    for id in doc.read_functions.ids() {
        let (Some((path, source)), Some(tree)) = (doc.found(id), trees.last()) else {
            continue;
        };
        if source.tree as usize != trees.len().saturating_sub(1) {
            continue;
        }
        let function = tree.root.at(&path).and_then(|node| node.as_map());
        let function = function.and_then(|entries| entries.first()?.key.as_str());
        let reason = text!(
            "the value of `{}` is not known: a rule read the function as it is written",
            Known(function.unwrap_or_default())
        );
        let part = NotSeen {
            path: Some(path),
            span: Some(tree.span(source.node)),
            ..NotSeen::of(Kind::Unresolved, name, reason)
        };
        run.coverage.add(&request.coverage, part);
    }
}

/// Returns whether a document has no content: it is empty, `null`, or has comments only.
fn has_no_content(tree: &Tree<'_>) -> bool {
    let root = tree.root;
    let is_implied = || {
        tree.info(root.id)
            .is_some_and(|info| info.style == Style::Implied)
    };
    match root.value {
        Value::Null => true,
        Value::Map([]) => tree.raw(root.id).is_some() || is_implied(),
        _ => false,
    }
}

/// Adds cfn-guard-lambda's record of each rules text; `null` for one that was not evaluated.
fn record(outcomes: &[Option<guard::Outcome<'_>>], request: &Request<'_>, run: &mut Run<'_>) {
    let terse = |outcome: &Option<guard::Outcome<'_>>| {
        let report = outcome.as_ref().and_then(|outcome| {
            let mut report = FileReport::new(lambda::DATA);
            report.add(outcome);
            raw(&report, request.guard_limits)
        });
        report.unwrap_or_else(|| RawValue::NULL.to_owned())
    };
    if request.record == Record::Full {
        let mut left = FULL_RECORDS;
        let mut records = Vec::with_capacity(outcomes.len());
        for outcome in outcomes {
            let Some(record) = full(outcome.as_ref(), left) else {
                break;
            };
            left = left.saturating_sub(record.get().len());
            records.push(record);
        }
        if records.len() == outcomes.len() {
            run.records.append(&mut records);
            return;
        }
        run.records_shortened = true;
    }
    run.records.extend(outcomes.iter().map(terse));
}

/// Returns cfn-guard's report unless it exceeds the limit.
fn raw(report: &FileReport<'_>, limits: guard::Limits) -> Option<Box<RawValue>> {
    report
        .to_json_within(limits.report)
        .and_then(|text| RawValue::from_string(text).ok())
}
