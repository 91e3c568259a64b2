//! Terraform configurations as Guard documents. Before a run they are converted to plans; after it, findings are
//! moved from the plan to the configuration's files.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use bumpalo::Bump;
use serde_json::Value as Json;

use super::coverage::{Kind, NotSeen, Policies};
use super::masking;
use super::terraform_rules::{self, Checked, RuleSelection};
use super::{Document, Incomplete, IncompleteKind, Input, PlanNote, Run};
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleRef, Severity};
use cfn_warden_syntax::{self as syntax, Known, Operand, Path, Span, Step, Text, text};
use cfn_warden_terraform::{
    self as terraform, Diagnostic, PlanSettings, Range, SchemaGaps, Settings, SourceLocation,
    SourceMap, Sources,
};

/// A configuration as a document.
#[derive(Debug)]
pub struct Configuration {
    /// The document's name.
    pub name: String,
    /// The plan that creates all resources, as JSON; empty if the configuration cannot be loaded.
    pub text: String,
    source_map: SourceMap,
    /// The names of its files in reports, indexed by file number.
    names: Vec<String>,
    sources: Sources,
    /// The errors of the configuration.
    incomplete: Vec<Incomplete>,
    not_seen: Vec<NotSeen>,
    /// The addresses of resources with an unknown number of instances.
    deferred: Vec<String>,
    secrets: Secrets,
    /// What the rules of the `terraform` ruleset found; `None` if they did not run.
    checked: Option<Checked>,
}

/// Evaluates a configuration to a document, and checks it by the rules of the `terraform` ruleset if they are selected. `shown`
/// converts paths to names for reports.
pub fn configuration(
    name: &str,
    settings: &Settings<'_>,
    plan_settings: &PlanSettings,
    rules: Option<&RuleSelection>,
    shown: &dyn Fn(&str) -> String,
) -> Configuration {
    let evaluated = terraform::evaluate(settings);
    let checked = rules.map(|rules| terraform_rules::check(&evaluated, settings, rules, shown));
    let sources = evaluated.texts.with(Sources::clone);
    let mut secrets = Secrets::default();
    secrets.add_values(terraform::sensitive(&evaluated));
    sources
        .iter()
        .for_each(|source| secrets.merge(&Secrets::of_lines(&source.text)));
    let mut configuration = Configuration {
        name: name.to_owned(),
        text: String::new(),
        source_map: SourceMap::default(),
        names: sources.iter().map(|source| shown(&source.name)).collect(),
        sources,
        incomplete: Vec::new(),
        not_seen: Vec::new(),
        deferred: Vec::new(),
        secrets,
        checked,
    };
    let mut modules_not_read = Vec::new();
    if let Some(plan) = terraform::plan(&evaluated, settings, plan_settings) {
        configuration.text = lines(&plan.document);
        configuration.source_map = plan.source_map;
        configuration.deferred = plan.deferred;
        modules_not_read = plan.modules_not_read;
    }
    let gaps = terraform::schema_gaps(&evaluated, settings);
    configuration.incomplete = configuration.errors(&evaluated);
    configuration.not_seen = configuration.left_out(&evaluated, &modules_not_read);
    configuration.add_schema_gaps(&gaps);
    configuration
}

/// Moves the findings on the plans of configurations to their files, and adds what else is known of them. Masks the secrets of
/// each configuration and of its plan in what is about it.
pub(super) fn relocate<'r>(
    configurations: &'r [Configuration],
    run: &mut Run<'r>,
    policies: &Policies,
) {
    configurations
        .iter()
        .for_each(|configuration| configuration.relocate(run, policies));
    for configuration in configurations {
        configuration.mask_files(run);
    }
}

/// Formats a document with one line per member.
fn lines(document: &Json) -> String {
    // Reserving the size avoids copies, which would need twice the memory.
    let mut text = Vec::with_capacity(length(document, 0));
    // Writing to memory cannot fail, and the output is UTF-8.
    let _ = serde_json::to_writer_pretty(&mut text, document);
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

/// Estimates the length of a formatted value at a nesting depth. Few strings need escapes.
fn length(value: &Json, depth: usize) -> usize {
    let blanks = depth.saturating_mul(2).saturating_add(4);
    let sum =
        |lengths: &mut dyn Iterator<Item = usize>| lengths.fold(blanks, usize::saturating_add);
    let inner = |value: &Json| length(value, depth.saturating_add(1)).saturating_add(blanks);
    match value {
        Json::Array(items) => sum(&mut items.iter().map(inner)),
        Json::Object(members) => sum(&mut members
            .iter()
            .map(|(name, value)| inner(value).saturating_add(name.len()).saturating_add(4))),
        Json::String(text) => text.len().saturating_add(2),
        Json::Null | Json::Bool(_) | Json::Number(_) => 8,
    }
}

impl Configuration {
    /// Returns the document; `None` if the configuration cannot be loaded, which [`Configuration::incomplete`]
    /// explains.
    pub fn input(&self) -> Option<Input<'_>> {
        (!self.text.is_empty()).then(|| Input {
            name: &self.name,
            content: self.text.as_bytes(),
        })
    }

    /// Returns the errors of the configuration.
    pub fn incomplete(&self) -> &[Incomplete] {
        &self.incomplete
    }

    /// Returns the modules that are left out on request, the files that do not exist, and the values that fail with the defaults
    /// of variables: what depends on them is unknown.
    pub fn not_seen(&self) -> &[NotSeen] {
        &self.not_seen
    }

    fn errors(&self, evaluated: &terraform::Run) -> Vec<Incomplete> {
        let of_rules = self
            .checked
            .iter()
            .flat_map(|checked| &checked.errors)
            .map(|message| Incomplete {
                kind: IncompleteKind::Document,
                message: Text::known(message.as_str()),
                file: self.name.clone(),
                at: None,
            });
        evaluated
            .errors
            .iter()
            .map(|error| self.issue(error))
            .chain(of_rules)
            .collect()
    }

    fn left_out(
        &self,
        evaluated: &terraform::Run,
        modules_not_read: &[(String, String)],
    ) -> Vec<NotSeen> {
        let modules = modules_not_read.iter().map(|(address, source)| {
            NotSeen::of(
                Kind::Module,
                &self.name,
                text!(
                    "{} is left out: its source is {}",
                    Known(address),
                    Known(source)
                ),
            )
        });
        let files = evaluated
            .texts
            .missing_files()
            .into_iter()
            .map(|(path, range)| {
                let reason = text!("{} does not exist: its content is unknown", Known(&path));
                match self.location(range) {
                    Some((file, span)) => NotSeen {
                        span: Some(span),
                        ..NotSeen::of(Kind::Unresolved, &file, reason)
                    },
                    None => NotSeen::of(Kind::Unresolved, &self.name, reason),
                }
            });
        let defaults = evaluated.errors_of_defaults.iter().map(|error| {
            let Incomplete { message, file, .. } = self.issue(error);
            let span = error
                .range
                .and_then(|range| self.location(range))
                .map(|(_, span)| span);
            let reason = text!(
                "a value is unknown because it fails with the defaults of variables: {}",
                message
            );
            NotSeen {
                span,
                ..NotSeen::of(Kind::Unresolved, &file, reason)
            }
        });
        modules.chain(files).chain(defaults).collect()
    }

    fn add_schema_gaps(&mut self, gaps: &SchemaGaps) {
        for (provider, kind) in &gaps.unreadable_types {
            self.incomplete.push(Incomplete {
                kind: IncompleteKind::Document,
                message: text!(
                    "the schema of {} in the provider schemas cannot be read; write them again with `terraform providers schema -json` for {}",
                    Known(kind),
                    Known(provider)
                ),
                file: self.name.clone(),
                at: None,
            });
        }
        for provider in &gaps.providers {
            let reason = text!(
                "the provider schemas have none of {}: its resources are not checked against their schemas",
                Known(provider)
            );
            self.not_seen
                .push(NotSeen::of(Kind::UnknownType, &self.name, reason));
        }
    }

    fn issue(&self, error: &Diagnostic) -> Incomplete {
        let location = error.range.and_then(|range| self.location(range));
        let (file, at) = location.map_or_else(
            || (self.name.clone(), None),
            |(file, span)| (file, Some(span.start)),
        );
        let message = text!(
            "{}{}",
            error.text().on_one_line(),
            Known(&self.called_at(&error.callers))
        );
        Incomplete {
            kind: IncompleteKind::Document,
            message,
            file,
            at,
        }
    }

    /// Returns the location of a range: file name and span.
    fn location(&self, range: Range) -> Option<(String, Span)> {
        let name = self.names.get(usize::try_from(range.file).ok()?)?;
        Some((name.clone(), self.sources.span(range)))
    }

    fn called_at(&self, callers: &[Range]) -> String {
        let source_map: Vec<String> = callers
            .iter()
            .filter_map(|range| self.location(*range))
            .map(|(file, span)| format!("{file}:{}", span.start.line))
            .collect();
        if source_map.is_empty() {
            String::new()
        } else {
            format!(" (in a module called at {})", source_map.join(", then "))
        }
    }

    /// Moves the findings on the plan to the configuration's files, and adds a finding about deferred resources and the parts
    /// that were not seen.
    fn relocate<'r>(&'r self, run: &mut Run<'r>, policies: &Policies) {
        let mut mentioned: BTreeMap<&str, &str> = BTreeMap::new();
        let mut own: Vec<Finding> = Vec::new();
        for mut finding in std::mem::take(&mut run.findings) {
            if finding.file != self.name || finding.engine != Engine::Guard {
                run.findings.push(finding);
                continue;
            }
            self.relocate_finding(&mut finding);
            own.push(finding);
        }
        own.extend(self.deferred());
        let secrets = self.secrets_of(run);
        let mask = secrets.mask();
        if let Some(checked) = &self.checked {
            own.extend(checked.findings.iter().cloned());
            run.suppressions
                .extend(checked.suppressions.iter().cloned());
            let is_own =
                |part: &NotSeen| part.kind == Kind::NothingChecked && part.file == self.name;
            run.coverage.not_seen.retain(|part| !is_own(part));
            run.incomplete.retain(|issue| {
                issue.kind != IncompleteKind::NothingToCheck || issue.file != self.name
            });
        }
        own.sort_by(|a, b| {
            let key = |finding: &Finding| {
                (
                    finding.file.clone(),
                    finding.span.start.line,
                    finding.rule.id.clone(),
                )
            };
            key(a).cmp(&key(b))
        });
        for (name, text) in own.iter().filter_map(|finding| self.named(&finding.file)) {
            mentioned.insert(name, text);
        }
        masking::findings(&mask, &mut own);
        run.findings.extend(own);
        let mut incomplete = self.incomplete.clone();
        masking::incomplete(&mask, &mut incomplete);
        run.incomplete.extend(incomplete);
        for mut part in self.not_seen.iter().cloned() {
            part.reason.edit_operands(&mut |operand| mask.text(operand));
            run.coverage.add(policies, part);
        }
        for (name, text) in mentioned {
            if !run.sources.iter().any(|source| source.name == name) {
                run.waivers_in_place.add_terraform(text, name);
                run.sources.push(Document {
                    name,
                    text: Cow::Borrowed(text),
                    ..Document::default()
                });
            }
        }
        if !self.text.is_empty() {
            run.plans.push(PlanNote {
                name: &self.name,
                deferred: self.deferred.len(),
            });
        }
    }

    /// Returns the secrets of the configuration and of its plan.
    fn secrets_of(&self, run: &Run<'_>) -> Secrets {
        let mut secrets = self.secrets.clone();
        let plans = run.documents.iter();
        plans
            .filter(|document| document.name == self.name)
            .for_each(|document| secrets.merge(&document.secrets));
        secrets
    }

    /// Masks secrets in the texts of the files, which other configurations may have, too, and removes the text of the plan: no
    /// finding is in it any more.
    fn mask_files(&self, run: &mut Run<'_>) {
        let secrets = self.secrets_of(run);
        for document in &mut run.documents {
            if document.name == self.name {
                document.text = Cow::Borrowed("");
            }
        }
        if secrets.is_empty() {
            return;
        }
        let mask = secrets.mask();
        for name in &self.names {
            masking::waivers(&mask, &mut run.waivers_in_place, name);
        }
        let files: HashSet<&str> = self.names.iter().map(String::as_str).collect();
        for source in run
            .sources
            .iter_mut()
            .filter(|source| files.contains(source.name))
        {
            masking::document(&mask, &secrets, source);
        }
    }

    /// Moves a finding from the plan to the configuration. The finding's path stays that of the plan.
    pub fn relocate_finding(&self, finding: &mut Finding) {
        let site = finding
            .path
            .as_ref()
            .and_then(|path| self.source_map.nearest(&pointer(path)));
        // Without a location in the configuration, no span is given: users never see the plan's text.
        let location = site.and_then(|site| self.location(site.range));
        let (file, span) = location.unwrap_or_else(|| (self.name.clone(), Span::START));
        finding.file = file;
        finding.span = span;
        finding.value_span = Some(span);
        if let Some(extent) = finding.extent.as_deref_mut() {
            let block = pointer(&extent.path);
            let spans = self
                .source_map
                .block(&block)
                .filter_map(|range| self.location(range))
                .filter(|(file, _)| *file == finding.file)
                .map(|(_, span)| span);
            extent.item = extent.item.and_then(|_| {
                spans.reduce(|all, span| Span {
                    start: all.start.min(span.start),
                    end: all.end.max(span.end),
                })
            });
        }
        let called = self.called_at(site.map_or(&[], |site: &SourceLocation| &site.callers));
        if !called.is_empty() {
            finding.message = text!("{}{}", finding.message.trimmed_end(), Known(&called));
        }
    }

    /// Returns the secrets of the configuration and of its plan, for texts that are printed outside of a run.
    pub fn all_secrets(&self, knowledge: &Knowledge) -> Secrets {
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, &self.text, &self.name);
        let mut secrets = Secrets::of(&self.text, &parsed, knowledge, &[]);
        secrets.merge(&self.secrets);
        secrets
    }

    /// Returns the findings of the `terraform` ruleset.
    pub fn rule_findings(&self) -> &[Finding] {
        self.checked
            .as_ref()
            .map_or(&[], |checked| &checked.findings)
    }

    /// Returns the text of a file by its name in reports.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.named(name).map(|(_, text)| text)
    }

    fn named(&self, name: &str) -> Option<(&str, &str)> {
        let (name, source) = self
            .names
            .iter()
            .zip(self.sources.iter())
            .find(|(file, _)| *file == name)?;
        Some((name, &source.text))
    }

    /// Returns a finding about resources with an unknown number of instances, which rules on resources did not see.
    fn deferred(&self) -> Option<Finding> {
        let first = self.deferred.first()?;
        let rest = match self.deferred.len().saturating_sub(1) {
            0 => Text::default(),
            more => text!(" and {} more", more),
        };
        let message = text!(
            "the number of instances of {}{} is unknown: they are in the plan's deferred_changes, \
             not in its resource_changes",
            Operand::Name(first),
            rest
        );
        let site = self
            .source_map
            .nearest("/deferred_changes/0/resource_change");
        let (file, span) = site.and_then(|site| self.location(site.range))?;
        Some(Finding {
            engine: Engine::Guard,
            rule: RuleRef {
                id: DEFERRED.into(),
                title: "Number of instances is unknown".into(),
                description: "Mocks of data sources or values of variables determine the number"
                    .into(),
                source: "".into(),
                control: None,
            },
            severity: Severity::Warning,
            message,
            file,
            path: None,
            span,
            value_span: None,
            remediation: None,
            fix: None,
            children: Vec::new(),
            aspect: Aspect::default(),
            certainty: Certainty::Certain,
            deployments: None,
            related: Vec::new(),
            documentation: None,
            extent: None,
            identity: None,
            fingerprint: None,
            original_severity: None,
            warn_mode: None,
        })
    }
}

/// The rule ID of findings about an unknown number of instances.
pub const DEFERRED: &str = "terraform-deferred";

/// Formats a path as a JSON pointer.
fn pointer(path: &Path) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Step::Index(at) => format!("/{at}"),
    };
    path.0.iter().map(step).collect()
}
