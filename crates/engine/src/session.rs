//! A run from its request to its result: [`Session::open`], [`Session::check`] for each document, [`Session::finish`].
//!
//! All front ends check documents with a session, so that equal settings give equal findings. What happens to findings after
//! their documents were checked happens in [`Session::finish`], in one order.

use bumpalo::Bump;
use serde_json::value::RawValue;

use super::configuration::{Configuration, relocate};
use super::coverage::{NotSeen, Policies};
use super::enforce::enforce;
use super::masking::RunOffsets;
use super::policy::{self, Budget, Policy, SharedInputs};
use super::request::{FindingOrder, Record, Request, SourceTexts};
use super::run::{Document, Incomplete, IncompleteKind, Run, not_checked};
use super::severities::override_severities;
use super::waivers::waive;
use super::{Cache, Input, check_text, undecoded};
use cfn_warden_guard::Dialect;
use cfn_warden_secrets::{CustomMessages, Secrets};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::Finding;

/// The message for a document that was not checked before the deadline.
const NO_TIME: &str =
    "time ran out before the document was checked; check fewer documents or rules at once";

/// Checks all documents of a request. Documents that cannot be read become [`Incomplete`] entries, and the others are
/// still checked.
pub fn check<'r>(request: &Request<'r>, cache: &Cache) -> Run<'r> {
    check_with_known(request, cache, None)
}

/// Checks all documents of a request; findings that are known before do not count.
pub fn check_with_known<'r>(
    request: &Request<'r>,
    cache: &Cache,
    known: Option<&mut dyn KnownFindings>,
) -> Run<'r> {
    let arena = Bump::new();
    let session = Session::open(request, cache, &arena);
    let parts = session.check_all();
    session.finish(parts, known)
}

/// Findings that are known before a run: those of a baseline, or of the state before an operation.
pub trait KnownFindings {
    /// Moves the known findings of a run to [`Run::baseline`].
    fn take_from(&mut self, run: &mut Run<'_>);
}

/// The request of a run with its rules compiled and the documents read that are merged into others.
pub struct Session<'s, 'r> {
    request: &'s Request<'r>,
    shared: SharedInputs<'r, 's>,
    /// Problems of rules and merged documents, which concern all documents and are reported once.
    incomplete: Vec<Incomplete>,
}

/// What the check of one document adds to a run. A part has no verdict: [`Session::finish`] decides on all parts.
#[derive(Debug, Default)]
pub struct Part<'d>(Run<'d>);

impl<'s, 'r> Session<'s, 'r> {
    /// Compiles the rules of a request and reads the documents that are merged into others.
    pub fn open(request: &'s Request<'r>, cache: &'s Cache, arena: &'s Bump) -> Session<'s, 'r> {
        let mut incomplete = Vec::new();
        let shared = policy::open(request, cache, arena, &mut incomplete);
        Session {
            request,
            shared,
            incomplete,
        }
    }

    /// Returns the request.
    pub fn request(&self) -> &'s Request<'r> {
        self.request
    }

    /// Returns the documents of the request, and the plans of its Terraform configurations.
    pub fn documents(&self) -> Vec<Input<'r>> {
        let plans = self
            .request
            .configurations
            .iter()
            .filter_map(|configuration| configuration.input());
        self.request
            .documents
            .iter()
            .copied()
            .chain(plans)
            .collect()
    }

    /// Checks a document.
    pub fn check<'d>(&self, document: Input<'d>) -> Part<'d> {
        let own = self.request.of_document(document.name);
        self.check_as(document, &own)
    }

    /// Checks a document with its own settings: which engines check it, its view, its context. The rules are those of the
    /// session, or none if the settings have neither rules nor controls.
    pub fn check_as<'d>(&self, document: Input<'d>, settings: &Request<'_>) -> Part<'d> {
        self.check_within(document, settings, &mut Budget::of(self.request))
    }

    /// Checks all documents of the request one after the other. They share the limits of rule evaluation.
    pub fn check_all(&self) -> Vec<Part<'r>> {
        let mut budget = Budget::of(self.request);
        let check = |document: Input<'r>| {
            let own = self.request.of_document(document.name);
            self.check_within(document, &own, &mut budget)
        };
        self.documents().into_iter().map(check).collect()
    }

    fn check_within<'d>(
        &self,
        input: Input<'d>,
        settings: &Request<'_>,
        budget: &mut Budget,
    ) -> Part<'d> {
        let mut run = Run::default();
        let mut document = Document {
            name: input.name,
            ..Document::default()
        };
        let parts = RunOffsets::after(&run);
        let mut secrets = Secrets::default();
        match syntax::decode(input.content) {
            _ if settings.cancel.is_set() => run.incomplete.push(not_checked(input.name, NO_TIME)),
            Ok(text) => {
                let arena = Bump::new();
                let policy = Policy::of_document(
                    &self.shared,
                    settings,
                    *budget,
                    &arena,
                    &mut run.incomplete,
                );
                secrets = check_text(&text, settings, &policy, &mut document, &mut run);
                *budget = policy.budget();
                if settings.texts == SourceTexts::Kept {
                    document.text = text;
                }
            }
            Err(error) => undecoded(input.name, error, settings, &mut run),
        }
        if settings.record != Record::None && run.records.is_empty() {
            // One per rules text, even when the document could not be evaluated.
            run.records
                .extend(settings.rules.iter().map(|_| RawValue::NULL.to_owned()));
        }
        run.findings
            .iter_mut()
            .for_each(|own| own.use_line_breaks_of(input.content));
        run.findings
            .sort_by(|a, b| (a.span.start.line, &a.rule.id).cmp(&(b.span.start.line, &b.rule.id)));
        parts.mask(secrets, custom_messages(settings), &mut document, &mut run);
        run.documents.push(document);
        Part(run)
    }

    /// Returns the run that some parts make up. What is done to findings after the documents were checked is done here, in
    /// this order: the problems that all documents share, the rules that never applied, the findings on plans moved to the
    /// files of their configurations, the severities, the enforcement and the waivers of the policy, the known findings.
    ///
    /// Each step needs the one before it: a severity may turn a rule off, so that nothing is left to waive; a waived finding
    /// needs no entry in a baseline.
    pub fn finish<'d>(
        &self,
        parts: impl IntoIterator<Item = Part<'d>>,
        known: Option<&mut dyn KnownFindings>,
    ) -> Run<'d>
    where
        'r: 'd,
    {
        let mut run = self.finish_with(parts, self.request.configurations, known);
        self.add_rules_texts(&mut run);
        run
    }

    /// Adds the texts of the rules files that could not be evaluated, for reports that show the line of the mistake.
    fn add_rules_texts<'d>(&self, run: &mut Run<'d>)
    where
        'r: 'd,
    {
        let is_shown = |input: &&Input<'r>| {
            run.incomplete.iter().any(|issue| {
                issue.kind == IncompleteKind::Rules
                    && issue.at.is_some()
                    && issue.file == input.name
            })
        };
        let texts = self
            .request
            .rules
            .iter()
            .filter(is_shown)
            .map(|input| Document {
                name: input.name,
                text: String::from_utf8_lossy(input.content),
                ..Document::default()
            });
        let texts: Vec<Document<'d>> = texts.collect();
        run.sources.extend(texts);
    }

    /// Like [`Session::finish`], for documents that the caller made: the run borrows nothing from the request, which has no
    /// Terraform configurations.
    pub fn finish_made(
        &self,
        parts: impl IntoIterator<Item = Part<'static>>,
        known: Option<&mut dyn KnownFindings>,
    ) -> Run<'static> {
        self.finish_with(parts, &[], known)
    }

    fn finish_with<'d>(
        &self,
        parts: impl IntoIterator<Item = Part<'d>>,
        configurations: &'d [Configuration],
        known: Option<&mut dyn KnownFindings>,
    ) -> Run<'d> {
        let request = self.request;
        let mut run = Run {
            fail_on: request.fail_on,
            incomplete: self.incomplete.clone(),
            ..Run::default()
        };
        parts.into_iter().for_each(|part| run.merge(part.0));
        run.note_rules_not_applied(&request.coverage);
        relocate(configurations, &mut run, &request.coverage);
        override_severities(&mut run, request);
        enforce(&mut run, request);
        waive(&mut run, request);
        if let Some(known) = known {
            known.take_from(&mut run);
        }
        if request.order == FindingOrder::Engine {
            run.findings.sort_by_key(|finding| finding.engine);
        }
        run
    }
}

impl<'d> Part<'d> {
    /// Returns a part of what the caller knows: what it could not read or did not see.
    pub fn of_caller(incomplete: Vec<Incomplete>) -> Part<'d> {
        Part(Run {
            incomplete,
            ..Run::default()
        })
    }

    /// Returns a part with findings that the caller has from an earlier run, before its enforcement and waivers.
    pub fn of_findings(findings: Vec<Finding>) -> Part<'d> {
        Part(Run {
            findings,
            ..Run::default()
        })
    }

    /// Returns the findings.
    pub fn findings(&self) -> &[Finding] {
        &self.0.findings
    }

    /// Returns the findings, for callers that check a document in the place of another one: those that are not about the
    /// other one are removed, and the others get its paths and positions.
    pub fn findings_mut(&mut self) -> &mut Vec<Finding> {
        &mut self.0.findings
    }

    /// Returns the parts of the document that were not seen.
    pub fn not_seen_mut(&mut self) -> &mut Vec<NotSeen> {
        &mut self.0.coverage.not_seen
    }

    /// Returns the documents: the one that was checked.
    pub fn documents_mut(&mut self) -> &mut [Document<'d>] {
        &mut self.0.documents
    }

    /// Adds a part of the document that was not seen.
    pub fn add_not_seen(&mut self, policies: &Policies, part: NotSeen) {
        self.0.coverage.add(policies, part);
    }

    /// Adds checks that are incomplete.
    pub fn add_incomplete(&mut self, incomplete: impl IntoIterator<Item = Incomplete>) {
        self.0.incomplete.extend(incomplete);
    }

    /// Adds the findings, incomplete checks, coverage and waivers of a part on the same document in another form, whose
    /// suppressions are those of the document.
    pub fn add_view(&mut self, view: Part<'_>) {
        let Part(view) = view;
        self.0.findings.extend(view.findings);
        self.0.incomplete.extend(view.incomplete);
        self.0.coverage.merge(view.coverage);
        self.0.waivers_in_place.merge_view(view.waivers_in_place);
        for (document, view) in self.0.documents.iter_mut().zip(&view.documents) {
            document.secrets.merge(&view.secrets);
        }
    }

    /// Forgets the failures of rules without a finding: the caller removed those that are not about its document.
    pub fn forget_failures_without_findings(&mut self) {
        let Run {
            findings, coverage, ..
        } = &mut self.0;
        for rules in coverage.rules.values_mut() {
            rules.retain(|rule, counts| {
                counts.failed == 0 || findings.iter().any(|finding| finding.rule.id == *rule)
            });
        }
    }

    /// Returns the part with another name of the document and without its text, for callers that made the document.
    pub fn named(self, name: &'static str) -> Part<'static> {
        let rename = |document: Document<'_>| Document {
            name,
            is_template: document.is_template,
            resources: document.resources,
            secrets: document.secrets,
            ..Document::default()
        };
        let Part(run) = self;
        Part(Run {
            documents: run.documents.into_iter().map(rename).collect(),
            findings: run.findings,
            incomplete: run.incomplete,
            rules: run.rules,
            suppressions: run.suppressions,
            waivers_in_place: run.waivers_in_place,
            coverage: run.coverage,
            ..Run::default()
        })
    }
}

/// Returns what messages of rules have in reports: only the extended dialect has placeholders.
fn custom_messages(settings: &Request<'_>) -> CustomMessages {
    match settings.language.dialect {
        Dialect::CfnGuard => CustomMessages::Written,
        Dialect::Extended => CustomMessages::WithValues,
    }
}
